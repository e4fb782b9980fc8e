import type { IncomingHttpHeaders } from 'node:http';
import { MESSAGE } from '@swapdesk/contract';
import { Refusal } from '../refusal.ts';

/** What this machine calls itself. A page of somebody else's can make a browser ask us, but under its own name only. */
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

/**
 * Why a request is not served while the desk is open; null if it is. Whoever can reach an open desk may do everything, so
 * it serves nobody who is not surely on this machine.
 */
export function refusalWhileOpen(url: string, headers: IncomingHttpHeaders): Refusal | null {
  const { host } = headers;
  const isHere = (host === undefined || THIS_MACHINE.test(host)) && isNamedHere(url);
  return isHere && !Object.keys(headers).some(isForwarding) ? null : new Refusal(MESSAGE.onlyThisMachine);
}

/** The host may also stand before the path. */
function isNamedHere(url: string): boolean {
  if (url.startsWith('/')) return true;
  const named = /^https?:\/\/([^/?]*)/i.exec(url)?.[1];
  return named === undefined || THIS_MACHINE.test(named);
}

function isForwarding(name: string): boolean {
  return name.startsWith('x-forwarded-') || FORWARDED.has(name);
}
