import { MESSAGE, type Message } from '@swapdesk/contract';
import { findAccount, type NamedAccount } from '../access/accounts.ts';
import { listDue } from '../affiliates/due.ts';
import { readPayoutAddresses } from '../affiliates/payout-address.ts';
import { MOST_ORDERS } from '../affiliates/settlements.ts';
import { ONE, parseFixed } from '../money/fixed.ts';
import { recordAct } from '../operators/audit.ts';
import { PROPOSAL } from '../operators/proposal-state.ts';
import type { Arguments, Planned } from '../operators/proposals.ts';
import { Refusal } from '../refusal.ts';
import type { Database, Queryable } from '../store/database.ts';
import { LOCK } from '../store/locks.ts';
import { transaction } from '../store/transaction.ts';
import { type ActContext, unscreened } from './context.ts';
import { settleCommissions } from './settle-commissions.ts';

const WEEKLY = 1;
const MONTHLY = 2;
const DAY_S = 86_400;
/** The first day of 1970 was a Thursday. */
const MONDAY = 3;
const SCHEDULE = { name: 'schedule', via: 'engine', address: '' } as const;

/** An open proposal that says this was right when it was made, and is not any more. */
const STALE: readonly Message[] = [MESSAGE.dueChanged, MESSAGE.priceMoved, MESSAGE.payoutAddressChanged];

/** The week or month in which a moment is, by UTC; null while nothing is scheduled. */
export function periodOf(schedule: number, now: number): string | null {
  const dayOf = (at: number) => new Date(at * 1_000).toISOString().slice(0, 10);
  if (schedule === MONTHLY) return dayOf(now).slice(0, 7);
  if (schedule !== WEEKLY) return null;
  const day = Math.floor(now / DAY_S);
  return `week of ${dayOf((day - ((day + MONDAY) % 7)) * DAY_S)}`;
}

/**
 * Proposes to pay each affiliate to whom enough is due, once in a week or month, where they have named it. Nothing is paid by that: an
 * operator confirms it. What was proposed and is not right any more is proposed anew; what somebody has withdrawn is not, until
 * the next period. Each by itself, in one transaction: cut off anywhere, the next round finds what is to be done. Returns how many.
 */
export async function proposeScheduled(database: Database, context: ActContext): Promise<number> {
  const { settings, now } = context.market;
  const period = periodOf(settings.settle_schedule, now);
  if (period === null) return 0;
  const least = BigInt(settings.settle_from_usdt) * ONE;
  const addresses = await readPayoutAddresses(database, now);
  if (addresses.size === 0) return 0;
  let proposed = 0;
  const failures: unknown[] = [];
  for (const { account, due } of await listDue(database, null)) {
    if (parseFixed(due) < least) continue;
    const named = await findAccount(database, account);
    if ((addresses.get(named.id)?.current ?? null) === null) continue;
    try {
      if (await transaction(database, (client) => proposeFor(client, named, period, context))) proposed++;
    } catch (error) {
      // The others have theirs all the same.
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return proposed;
}

/**
 * SQL: somebody has decided about a proposal `p` of a period, and that is all for the period, wherever clocks have been since. What is more than
 * one settlement takes goes on with the next.
 */
const IS_DECIDED = `CASE p.state WHEN '${PROPOSAL.confirmed}' THEN p.arguments->>'orders' <> '${MOST_ORDERS}'
                                 WHEN '${PROPOSAL.withdrawn}' THEN p.decided_via <> 'schedule' ELSE false END`;

interface Scheduled {
  readonly state: string;
  readonly arguments: Arguments;
  readonly askedAt: number;
  /** About one of this period, the last or one before it. */
  readonly isDecided: boolean;
}

async function proposeFor(
  client: Queryable,
  account: NamedAccount,
  period: string,
  context: ActContext,
): Promise<boolean> {
  const lock = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS mine', [
    LOCK.settlementSchedule,
  ]);
  if (!lock.rows[0]?.mine) return false;
  const { rows } = await client.query<Scheduled>(
    `SELECT p.state, p.arguments, p.asked_at AS "askedAt",
            bool_or(s.period = $2 AND ${IS_DECIDED}) OVER () AS "isDecided"
       FROM scheduled_settlement s JOIN proposal p ON p.id = s.proposal_id
      WHERE s.account_id = $1 ORDER BY s.proposal_id DESC LIMIT 1`,
    [account.id, period],
  );
  const [last] = rows;
  if (last?.state === PROPOSAL.open) {
    const refusal = await planned(client, last.arguments, unscreened(context));
    const isStale = refusal instanceof Refusal && STALE.includes(refusal.reply);
    // One that a clock has proposed that was ahead could be confirmed only then.
    if (!isStale && last.askedAt <= context.market.now) return false;
  } else if (last?.isDecided || (await isProposedByHand(client, account))) return false;
  const why = `due by schedule, ${period}`;
  const plan = await planned(client, { account: account.name, why }, context);
  // No price, say, or not enough in the treasury: the next round looks again.
  if (plan instanceof Refusal) return false;
  const { rowCount } = await client.query(
    'INSERT INTO scheduled_settlement (account_id, period, at, arguments, preview) VALUES ($1, $2, $3, $4, $5)',
    [
      account.id,
      period,
      context.market.now,
      JSON.stringify({ ...plan.arguments, why }),
      JSON.stringify(plan.consequences),
    ],
  );
  // Somebody decides about the one before it at this moment.
  if (rowCount === 0) return false;
  const { subject, changes } = plan;
  const act = { act: `propose ${settleCommissions.name}`, subject, changes: [...changes, ...becauseOf(why)] };
  await recordAct(client, SCHEDULE, act, context.market.now);
  return true;
}

async function planned(client: Queryable, args: Arguments, context: ActContext): Promise<Planned | Refusal> {
  try {
    return await settleCommissions.plan(client, args, context);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Of one account no two are open, whoever proposes them. */
async function isProposedByHand(client: Queryable, { name }: NamedAccount): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT 1 FROM proposal WHERE state = '${PROPOSAL.open}' AND act = $1 AND subject = $2 LIMIT 1`,
    [settleCommissions.name, name],
  );
  return rowCount !== 0;
}

function becauseOf(why: string) {
  return [{ what: 'why', before: null, after: why }];
}
