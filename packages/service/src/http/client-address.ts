import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { withoutMapping } from '../access/address-list.ts';
import type { Proxies } from '../access/proxies.ts';

/**
 * Where a request comes from. Of what X-Forwarded-For says, the part is believed that our proxies have written: the last
 * address that is none of theirs.
 */
export function clientAddress(request: IncomingMessage, proxies: Proxies): string {
  let address = withoutMapping(request.socket.remoteAddress ?? '');
  if (proxies.isNone) return address;
  const said = (request.headers['x-forwarded-for']?.toString() ?? '').split(',');
  while (proxies.has(address)) {
    const before = withoutMapping(withoutPort(said.pop()?.trim() ?? ''));
    if (isIP(before) === 0) return address;
    address = before;
  }
  return address;
}

/** Whether the browser talks to us, or to a proxy of ours, over TLS. */
export function isSecure(request: IncomingMessage, publicUrl: string, proxies: Proxies): boolean {
  if (publicUrl.startsWith('https:')) return true;
  if (!proxies.has(request.socket.remoteAddress ?? '')) return false;
  return request.headers['x-forwarded-proto']?.toString().split(',').at(-1)?.trim() === 'https';
}

/** Some proxies add it. */
function withoutPort(address: string): string {
  return address.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
}
