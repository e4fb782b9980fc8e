import { StartupError } from '../startup-error.ts';
import { AddressList } from './address-list.ts';

/** The proxies that stand before us, by address: what they say of a request is believed, and nobody else. */
export interface Proxies {
  readonly isNone: boolean;
  has(address: string): boolean;
}

/** Reads a list such as `127.0.0.1, 10.0.0.0/8, fd00::/8`. */
export function readProxies(list: string): Proxies {
  const entries = list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const known = new AddressList(
    entries,
    (entry) =>
      new StartupError(
        `SWAPDESK_TRUST_PROXY lists the addresses of your proxies, like 127.0.0.1 or 10.0.0.0/8; "${entry}" is none.`,
      ),
  );
  return { isNone: known.isEmpty, has: (address) => known.has(address) };
}

export const NO_PROXIES = readProxies('');
