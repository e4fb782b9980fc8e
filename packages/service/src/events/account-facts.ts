import type { AccountEvent } from '@swapdesk/contract';

/** What is stored of an event of an account itself, by the names of the wire. */
export type AccountFacts = Pick<AccountEvent, 'webhook_id' | 'reason'>;

/** The same as the wire shows it. What a newer version has written is not shown by this one. */
export function shownFacts({ webhook_id, reason }: AccountFacts): AccountFacts {
  return {
    ...(webhook_id !== undefined && { webhook_id }),
    ...(reason !== undefined && { reason }),
  };
}
