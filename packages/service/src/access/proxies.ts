import { BlockList, isIP } from 'node:net';
import { StartupError } from '../startup-error.ts';

/** The proxies that stand before us, by address: what they say of a request is believed, and nobody else. */
export interface Proxies {
  readonly isNone: boolean;
  has(address: string): boolean;
}

/** Reads a list such as `127.0.0.1, 10.0.0.0/8, fd00::/8`. */
export function readProxies(list: string): Proxies {
  const known = new BlockList();
  const entries = list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  for (const entry of entries) add(known, entry);
  return {
    isNone: entries.length === 0,
    has: (address) => {
      const plain = withoutMapping(address);
      const family = isIP(plain);
      return family !== 0 && known.check(plain, family === 4 ? 'ipv4' : 'ipv6');
    },
  };
}

export const NO_PROXIES = readProxies('');

function add(known: BlockList, entry: string): void {
  const [address = '', bits, ...more] = entry.split('/');
  const family = isIP(address);
  const longest = family === 4 ? 32 : 128;
  const prefix = bits === undefined ? longest : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  if (family === 0 || more.length > 0 || !(prefix >= 1 && prefix <= longest))
    throw new StartupError(
      `SWAPDESK_TRUST_PROXY lists the addresses of your proxies, like 127.0.0.1 or 10.0.0.0/8; "${entry}" is none.`,
    );
  known.addSubnet(address, prefix, family === 4 ? 'ipv4' : 'ipv6');
}

/** IPv4 may be written as IPv6. */
export function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
