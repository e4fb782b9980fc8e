import { MESSAGE } from '@swapdesk/contract';
import { Refusal } from '../refusal.ts';

/** What whoever guesses a password of this console tries first. The guide for operators names them. */
export const TRIED_FIRST = [
  ...['swapdesk', 'console', 'operator', 'admin', 'support', 'viewer', 'password', 'secret', 'welcome'],
  ...['treasury', 'wallet', 'exchange', 'crypto', 'bitcoin', 'ethereum', 'litecoin', 'dogecoin'],
] as const;
/** So much has to be there beside such words. */
export const LEAST_BESIDE = 8;
/** Shorter names stand in many words. */
const SHORTEST_NAME = 3;

/** Throws if hardly anything is left of a new password without such words and the operator's own name. */
export function refuseGuessable(password: string, name: string): void {
  const words = name.length < SHORTEST_NAME ? TRIED_FIRST : [...TRIED_FIRST, name.toLowerCase()];
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), password.toLowerCase());
  if ([...rest].length < LEAST_BESIDE) throw new Refusal(MESSAGE.passwordGuessable);
}
