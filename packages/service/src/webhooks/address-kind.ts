import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Whose an address is: of anybody on the internet, of this machine, or of a network that strangers have no business in. */
export type WhoseAddress = 'public' | 'loopback' | 'inside';

/** By IANA's registry of special addresses, and one that a cloud answers its machines at. */
const NOT_PUBLIC = v4(
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 ' +
    '192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 ' +
    '224.0.0.0/4 240.0.0.0/4',
);
/** A list for each family: to Node a mapped address is the one that it maps, and here it is none of its own. */
const LOOPBACK = { ipv4: v4('127.0.0.0/8'), ipv6: v6('::1/128') };
/** All that is given to anybody is in here; mapped and translated addresses, link-local, unique local and multicast ones are not. */
const GIVEN = v6('2000::/3');
/** Of these the ones that lead to an IPv4 address (Teredo, 6to4), that are for benchmarks, identifiers and examples. */
const GIVEN_OTHERWISE = v6('2001::/23 2001:db8::/32 2002::/16 3fff::/20');

export function addressKind(address: string): WhoseAddress {
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  if (family === 'ipv6' && !isIPv6(address)) return 'inside';
  if (LOOPBACK[family].check(address, family)) return 'loopback';
  const isPublic =
    family === 'ipv4'
      ? !NOT_PUBLIC.check(address)
      : GIVEN.check(address, family) && !GIVEN_OTHERWISE.check(address, family);
  return isPublic ? 'public' : 'inside';
}

function v4(nets: string): BlockList {
  return blockList(nets, 'ipv4');
}

function v6(nets: string): BlockList {
  return blockList(nets, 'ipv6');
}

function blockList(nets: string, family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const net of nets.split(' ')) {
    const [address = '', bits] = net.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}
