import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from './envelope.ts';
import { once } from './once.ts';
import { place } from './requests.ts';
import { fixedQuote } from './samples.ts';

/** A calc_id lives for 30 seconds, to the millisecond: this long after its quote has come it is older. */
const LONG_ENOUGH_MS = 30_020;

export const REASON = 'it waits until a calc_id has expired, 30 s: left out by --fast';

/** What the host says of two calc_ids that have expired: one never used, one that had placed an order in time. */
export const afterExpiry = once(async (): Promise<{ unused: Answer; before: Answer; again: Answer }> => {
  const [unused, used] = [await fixedQuote(), await fixedQuote()];
  const before = await place(used.order);
  await sleep(LONG_ENOUGH_MS);
  return { unused: await place(unused.order), before, again: await place(used.order) };
});
