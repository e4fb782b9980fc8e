import { MESSAGE } from '@swapdesk/contract';
import { Refusal } from '../../refusal.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Refuses a change that another site's page asks for. Browsers say where a POST comes from, and no page can make them say
 * something else; one that does not say it is no browser of ours.
 */
export function refuseForeign(headers: Headers, publicUrl: string): void {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') throw new Refusal(MESSAGE.notFromConsole);
  const isOurs =
    typeof origin === 'string' &&
    (origin === originOf(publicUrl) || origin === `http://${host}` || origin === `https://${host}`);
  if (!isOurs) throw new Refusal(MESSAGE.notFromConsole);
}

function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null;
}
