import { MESSAGE, type Message } from '@swapdesk/contract';
import { findAccount, type NamedAccount } from '../access/accounts.ts';
import { listDue } from '../affiliates/due.ts';
import { readPayoutAddresses } from '../affiliates/payout-address.ts';
import { ONE, parseFixed } from '../money/fixed.ts';
import { audited, recordAct } from '../operators/audit.ts';
import { PROPOSAL } from '../operators/proposal-state.ts';
import { type Arguments, confirmProposal, type Decider, type Planned } from '../operators/proposals.ts';
import { Refusal } from '../refusal.ts';
import type { Database, Queryable } from '../store/database.ts';
import { LOCK } from '../store/locks.ts';
import { transaction } from '../store/transaction.ts';
import type { ActContext } from './context.ts';
import { ACTS } from './index.ts';
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
  for (const { account, due } of await listDue(database, null)) {
    if (parseFixed(due) < least) continue;
    const named = await findAccount(database, account);
    if ((addresses.get(named.id)?.current ?? null) === null) continue;
    if (await transaction(database, (client) => proposeFor(client, named, period, context))) proposed++;
  }
  return proposed;
}

interface Scheduled {
  readonly period: string;
  readonly state: string;
  readonly arguments: Arguments;
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
    `SELECT s.period, p.state, p.arguments FROM scheduled_settlement s JOIN proposal p ON p.id = s.proposal_id
      WHERE s.account_id = $1 ORDER BY s.proposal_id DESC LIMIT 1`,
    [account.id],
  );
  const [last] = rows;
  if (last?.state === PROPOSAL.open) {
    const refusal = await planned(client, last.arguments, context);
    if (!(refusal instanceof Refusal) || !STALE.includes(refusal.reply)) return false;
  } else if (last?.period === period || (await isProposedByHand(client, account))) return false;
  const why = `due by schedule, ${period}`;
  const plan = await planned(client, { account: account.name, why }, context);
  // No price, say, or not enough in the treasury: the next round looks again.
  if (plan instanceof Refusal) return false;
  await client.query(
    'INSERT INTO scheduled_settlement (account_id, period, at, arguments, preview) VALUES ($1, $2, $3, $4, $5)',
    [
      account.id,
      period,
      context.market.now,
      JSON.stringify({ ...plan.arguments, why }),
      JSON.stringify(plan.consequences),
    ],
  );
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

/** How many the schedule has proposed that wait to be confirmed. */
export async function countScheduled(client: Queryable): Promise<number> {
  return (await openScheduled(client)).length;
}

/** What became of one that was to be confirmed. */
export interface ConfirmedOne {
  readonly account: string;
  /** Why it could not be; null: it was. */
  readonly whyNot: string | null;
}

/** Confirms all that the schedule has proposed, as far as it may be by whoever does. Each by itself: one that cannot be keeps no other. */
export async function confirmScheduled(
  database: Database,
  decider: Decider,
  context: ActContext,
  waitS: number,
  now: number,
): Promise<ConfirmedOne[]> {
  const done: ConfirmedOne[] = [];
  for (const { id, account } of await openScheduled(database)) {
    try {
      await audited(database, decider, now, (client) =>
        confirmProposal(client, ACTS, id, decider, context, waitS, now),
      );
      done.push({ account, whyNot: null });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      done.push({ account, whyNot: error.reply });
    }
  }
  return done;
}

async function openScheduled(client: Queryable): Promise<{ id: number; account: string }[]> {
  const { rows } = await client.query<{ id: number; account: string }>(
    `SELECT p.id, p.subject AS account FROM scheduled_settlement s JOIN proposal p ON p.id = s.proposal_id
      WHERE p.state = '${PROPOSAL.open}' ORDER BY p.id`,
  );
  return rows;
}
