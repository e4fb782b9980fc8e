import type { IncomingMessage } from 'node:http';

/** Where a request comes from. Behind a proxy it is what the proxy itself says: the last of X-Forwarded-For. */
export function clientAddress(request: IncomingMessage, trustProxy: boolean): string {
  const direct = request.socket.remoteAddress ?? '';
  if (!trustProxy) return direct;
  // Entries further to the left are the client's own words.
  return request.headers['x-forwarded-for']?.toString().split(',').at(-1)?.trim() || direct;
}
