import { clockState } from '../store/clock-witness.ts';
import type { Queryable } from '../store/database.ts';
import type { Finding } from './finding.ts';

/** Whether the database's clock moves as time does. */
export async function time(client: Queryable): Promise<Finding> {
  const { aheadMs, isSettled } = await clockState(client);
  const seconds = Math.abs(Math.round(aheadMs / 1_000));
  return {
    what: 'time',
    isWell: isSettled,
    isCritical: true,
    facts: isSettled
      ? "the database's clock moves as time does"
      : `the database's clock is ${seconds} s ${aheadMs < 0 ? 'behind' : 'ahead of'} the time that has passed`,
    advice:
      'Nothing expires and no deposit is judged until it is back. Set it right; if it is right now: npx swapdesk clock accept',
  };
}
