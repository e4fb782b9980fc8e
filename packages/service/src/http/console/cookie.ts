import type { IncomingMessage } from 'node:http';
import { LONGEST_S } from '../../operators/sessions.ts';

const NAME = 'swapdesk_console';

/** The session's token, as the browser sends it; null if it sends none. One that is there twice is none of ours. */
export function tokenOf(cookies: string | undefined): string | null {
  const values = (cookies ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${NAME}=`))
    .map((part) => part.slice(NAME.length + 1));
  return values.length === 1 ? (values[0] as string) : null;
}

/** The cookie of a session; without a token, one that takes it away. No page can read it, and no other site send it. */
export function cookieOf(token: string | null, isSecure: boolean): string {
  const life = token === null ? 0 : LONGEST_S;
  const attributes = `Path=/console; HttpOnly; SameSite=Strict; Max-Age=${life}${isSecure ? '; Secure' : ''}`;
  return `${NAME}=${token ?? ''}; ${attributes}`;
}

/** Whether the browser talks to us, or to the proxy before us, over TLS. */
export function isSecure(request: IncomingMessage, publicUrl: string, trustProxy: boolean): boolean {
  if (publicUrl.startsWith('https:')) return true;
  return trustProxy && request.headers['x-forwarded-proto']?.toString().split(',').at(-1)?.trim() === 'https';
}
