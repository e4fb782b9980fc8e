import { AccountEventsRequest, AccountEventsResponse, DEFAULT_EVENTS, MESSAGE } from '@swapdesk/contract';
import type { Caller } from '../../access/caller.ts';
import { lastOfAccount, readAccounts } from '../../events/read-account.ts';
import { shownAccountEvent } from '../../events/view.ts';
import { Refusal } from '../../refusal.ts';
import { pausedByThemselves } from '../../webhooks/webhook-standing.ts';
import { endpoint } from '../endpoint.ts';

export const accountEvents = endpoint({
  method: 'GET',
  path: '/events',
  id: 'accountEvents',
  summary: 'Events of the account',
  description:
    'What has happened to the orders of the account, oldest first, numbered 1, 2, 3, … in one log for all of them. Ask again ' +
    'with `after` as `next` says: none is missed and none comes twice. Once `next` is `last`, that is all for now.',
  request: AccountEventsRequest,
  response: AccountEventsResponse,
  weight: 5,
  scope: 'read',
  needsAccount: true,

  async handle(services, { params, caller }) {
    const accountId = accountWithLog(caller);
    const after = params.after?.toInteger() ?? 0;
    const limit = params.limit?.toInteger() ?? DEFAULT_EVENTS;
    const last = await lastOfAccount(services.reader, accountId);
    const paused = await pausedByThemselves(services.reader, accountId);
    const [read = { events: [], next: after }] = await readAccounts(
      services.reader,
      [{ accountId, after }],
      limit,
    );
    const { catalogue } = services.market();
    return {
      data: read.events.map((event) => shownAccountEvent(event, catalogue)),
      next: read.next,
      // Some may have come since.
      last: Math.max(last, read.events.at(-1)?.account_number ?? 0),
      // Whoever hears nothing any more asks here.
      paused_webhooks: paused,
    };
  },
});

/** Whose log it is. What callers without a key do belongs together in nobody's. */
export function accountWithLog({ account, isSigned }: Caller): number {
  if (!isSigned) throw new Refusal(MESSAGE.keyRequired);
  return account.id;
}
