import { BlockList, isIP } from 'node:net';

/** Addresses and networks, such as 127.0.0.1, 10.0.0.0/8, fd00::/8. */
export class AddressList {
  readonly isEmpty: boolean;
  private readonly known = new BlockList();

  /** What `refuse` makes of the first entry that is none is thrown. */
  constructor(entries: readonly string[], refuse: (entry: string) => Error) {
    this.isEmpty = entries.length === 0;
    for (const entry of entries) {
      const network = readNetwork(entry);
      if (network === null) throw refuse(entry);
      this.known.addSubnet(network.address, network.bits, network.family);
    }
  }

  has(address: string): boolean {
    const plain = withoutMapping(address);
    const family = isIP(plain);
    return family !== 0 && this.known.check(plain, family === 4 ? 'ipv4' : 'ipv6');
  }
}

function readNetwork(entry: string): { address: string; bits: number; family: 'ipv4' | 'ipv6' } | null {
  const [address = '', bits, ...more] = entry.split('/');
  const family = isIP(address);
  const longest = family === 4 ? 32 : 128;
  const prefix = bits === undefined ? longest : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  if (family === 0 || more.length > 0 || !(prefix >= 1 && prefix <= longest)) return null;
  return { address, bits: prefix, family: family === 4 ? 'ipv4' : 'ipv6' };
}

/** IPv4 may be written as IPv6. */
export function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
