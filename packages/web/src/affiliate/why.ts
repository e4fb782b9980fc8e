import { MESSAGE } from '@swapdesk/contract/plain';
import { Refused, Unreachable } from '../api/refused.ts';
import { affiliateTexts } from '../texts/affiliate-now.ts';
import { texts } from '../texts/now.ts';

/** What of a key lets it read: as the operator and the API call it. */
export const READ = 'read';

const { wrong } = affiliateTexts;
const BY_MESSAGE: Readonly<Record<string, string>> = {
  [MESSAGE.badCredentials]: wrong.credentials,
  [MESSAGE.keyExpired]: wrong.expired,
  [MESSAGE.keyFromElsewhere]: wrong.elsewhere,
  [MESSAGE.keyLacksScope]: wrong.scope(READ),
  [MESSAGE.keyRequired]: wrong.noKeys,
  [MESSAGE.tooManyRequests]: wrong.tooMany,
};

/** Why something cannot be shown, and what to do about it. */
export function whyNot(error: unknown): string {
  if (error instanceof Unreachable) return texts.shell.unreachable;
  if (!(error instanceof Refused)) return wrong.fault;
  return BY_MESSAGE[error.message] ?? wrong.fault;
}
