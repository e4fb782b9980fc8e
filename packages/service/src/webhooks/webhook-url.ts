import { isIP } from 'node:net';
import { LONGEST_URL, MESSAGE } from '@swapdesk/contract';
import { Refusal } from '../refusal.ts';
import { addressKind } from './address-kind.ts';

/** Names that mean this machine by themselves. A name that DNS leads here does not. */
const THIS_MACHINE = /^(?:.+\.)?localhost\.?$/;

/** The name or address of a URL, as it is looked up: without brackets. Other ways to write an IPv4 address were read by URL already. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** True if the URL itself says that it is of this machine. */
export function isOfThisMachine(url: URL): boolean {
  const host = hostOf(url);
  return isIP(host) === 0 ? THIS_MACHINE.test(host) : addressKind(host) === 'loopback';
}

/** The URL as it is kept. What a name stands for is looked up each time that something is sent. */
export function readWebhookUrl(text: string, allowsLoopback: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !mayBeSentTo(url, allowsLoopback)) throw new Refusal(MESSAGE.webhookUrlRefused);
  url.hash = '';
  if (url.href.length > LONGEST_URL) throw new Refusal(MESSAGE.webhookUrlRefused);
  return url.href;
}

/** As far as it can be told by the URL alone. */
export function mayBeSentTo(url: URL, allowsLoopback: boolean): boolean {
  const isPlain = url.username === '' && url.password === '';
  if (isOfThisMachine(url))
    return isPlain && allowsLoopback && (url.protocol === 'https:' || url.protocol === 'http:');
  const host = hostOf(url);
  const isAllowed = isIP(host) === 0 || addressKind(host) === 'public';
  return isPlain && url.protocol === 'https:' && isAllowed;
}
