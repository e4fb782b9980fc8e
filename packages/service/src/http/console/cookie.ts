import { LONGEST_S } from '../../operators/sessions.ts';

const NAME = 'swapdesk_console';
/** The browser itself makes sure that no other host has set it, and that it never goes over a plain line. */
const SECURE_NAME = `__Host-${NAME}`;

/** The session's token, as the browser sends it; null if it sends none. One that is there twice is none of ours. */
export function tokenOf(cookies: string | undefined, isSecure: boolean): string | null {
  const begin = `${nameOf(isSecure)}=`;
  const values = (cookies ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(begin))
    .map((part) => part.slice(begin.length));
  return values.length === 1 ? (values[0] as string) : null;
}

/** The cookie of a session; without a token, one that takes it away. No page can read it, and no other site send it. */
export function cookieOf(token: string | null, isSecure: boolean): string {
  const life = token === null ? 0 : LONGEST_S;
  const where = isSecure ? 'Path=/; Secure' : 'Path=/console';
  return `${nameOf(isSecure)}=${token ?? ''}; ${where}; HttpOnly; SameSite=Strict; Max-Age=${life}`;
}

function nameOf(isSecure: boolean): string {
  return isSecure ? SECURE_NAME : NAME;
}
