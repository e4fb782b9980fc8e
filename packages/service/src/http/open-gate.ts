import type { IncomingMessage } from 'node:http';
import { MESSAGE } from '@swapdesk/contract';
import { withoutMapping } from '../access/address-list.ts';
import { isLoopback } from '../configuration/loopback.ts';
import { Refusal } from '../refusal.ts';

/** What this machine calls itself. */
const THIS_MACHINE = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;
/** What proxies add: the request may come from anywhere. */
const FORWARDED = new Set([
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'cf-connecting-ip',
  'true-client-ip',
]);

/** What of a request says from where it comes. */
type Asked = Pick<IncomingMessage, 'url' | 'headers' | 'httpVersion'> & {
  readonly socket: { readonly remoteAddress?: string | undefined };
};

/**
 * Why a request is not served while the desk is open; null if it is. Whoever can reach an open desk may do everything, so
 * it serves nobody who is not surely on this machine. A proxy that is set up to say nothing of itself speaks HTTP/1.0.
 */
export function refusalWhileOpen(
  { url = '/', headers, httpVersion, socket }: Asked,
  /** Pages of other sites may call what is asked for: they get no more from it than here. */
  isForPages: boolean,
): Refusal | null {
  const { host = '', origin } = headers;
  const isHere =
    isLoopbackPeer(socket.remoteAddress) &&
    httpVersion !== '1.0' &&
    THIS_MACHINE.test(host) &&
    isNamedHere(url) &&
    (isForPages || isOfThisMachine(origin));
  return isHere && !Object.keys(headers).some(isForwarding) ? null : new Refusal(MESSAGE.onlyThisMachine);
}

/** The host may also stand before the path. */
function isNamedHere(url: string): boolean {
  if (url.startsWith('/')) return true;
  const named = /^https?:\/\/([^/?]*)/i.exec(url)?.[1];
  return named === undefined || THIS_MACHINE.test(named);
}

/** Through a socket of this machine. */
function isLoopbackPeer(peer = ''): boolean {
  return isLoopback(withoutMapping(peer));
}

/** A page of somebody else's may also ask us under our own name; then its browser says whose page it is. */
function isOfThisMachine(origin: string | undefined): boolean {
  return origin === undefined || THIS_MACHINE.test(origin.replace(/^https?:\/\//i, ''));
}

function isForwarding(name: string): boolean {
  return name.startsWith('x-forwarded-') || FORWARDED.has(name);
}
