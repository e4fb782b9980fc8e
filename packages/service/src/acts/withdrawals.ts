import { type Change, MESSAGE } from '@swapdesk/contract';
import { lockCovered, releaseSettlement } from '../affiliates/release-settlement.ts';
import { changeOf } from '../change-of.ts';
import { post } from '../ledger/post.ts';
import { backToTreasury } from '../ledger/withdrawals.ts';
import type { Done } from '../operators/audit.ts';
import { dropPayout, payOneAnew } from '../payouts/decide-payouts.ts';
import { PAYOUT, type PayoutState, payoutIs } from '../payouts/life.ts';
import { isFor, type OwnReason, owedBeside, REASON } from '../payouts/reasons.ts';
import { Refusal } from '../refusal.ts';
import type { Queryable } from '../store/database.ts';
import { SURELY_UNPAID } from './unpaid-payout.ts';

/** What leaves for no order: a withdrawal, what goes to the cold address or to an affiliate, or a deposit of no order that is given back. */
export interface Withdrawal {
  readonly id: number;
  readonly purpose: OwnReason;
  readonly asset_id: number;
  readonly units: string;
  readonly address: string;
  readonly state: PayoutState;
  readonly why: string;
  readonly created_at: number;
  /** What carries it; null while nothing does. */
  readonly txid: string | null;
  readonly waits_why: string | null;
  /** That it pays; null: none. */
  readonly settlement_id: number | null;
}

const COLUMNS = `
  p.id, p.reason AS purpose, p.asset_id, p.units::text, p.address, p.state, p.created_at, p.waits_why, p.settlement_id,
  coalesce(x.arguments ->> 'why', x.act || ' ' || x.subject, c.why) AS why,
  (SELECT t.txid FROM attempt t WHERE t.payment_id = p.payment_id AND NOT t.is_cancel
    ORDER BY t.height IS NULL, t.id DESC LIMIT 1) AS txid`;
const DECIDED = `
  payout p LEFT JOIN proposal x ON x.id = p.proposal_id LEFT JOIN cold_transfer c ON c.id = p.cold_transfer_id`;
/** Those of the treasury's own money. */
const IS_OF_TREASURY = isFor('p', REASON.withdrawal, REASON.cold, REASON.settlement);
const MOST_SHOWN = 50;

/** Those under way first, then the newest. */
export async function loadWithdrawals(client: Queryable): Promise<Withdrawal[]> {
  const { rows } = await client.query<Withdrawal>(
    `SELECT ${COLUMNS} FROM ${DECIDED}
      WHERE (${IS_OF_TREASURY} OR ${isFor('p', REASON.unclaimed)})
      ORDER BY ${payoutIs('p', PAYOUT.confirmed, PAYOUT.dropped)}, p.id DESC LIMIT ${MOST_SHOWN}`,
  );
  return rows;
}

/** A withdrawal that is surely unpaid, locked; throws a Refusal for any other. */
async function lockUnpaid(client: Queryable, id: number): Promise<Withdrawal> {
  await lockCoveredBy(client, id);
  await client.query(`SELECT 1 FROM payout p WHERE p.id = $1 AND ${IS_OF_TREASURY} FOR UPDATE`, [id]);
  const { rows } = await client.query<Withdrawal & { is_unpaid: boolean }>(
    `SELECT ${COLUMNS}, EXISTS (
            SELECT 1 FROM payout f WHERE f.id = p.id AND ${SURELY_UNPAID}) AS is_unpaid
       FROM ${DECIDED} WHERE p.id = $1 AND ${IS_OF_TREASURY}`,
    [id],
  );
  const found = rows[0];
  if (found === undefined) throw new Refusal(MESSAGE.payoutNotFound);
  if (!found.is_unpaid) throw new Refusal(MESSAGE.mayBePaid);
  return found;
}

/** Orders are locked before payouts, here as elsewhere. */
async function lockCoveredBy(client: Queryable, id: number): Promise<void> {
  const { rows } = await client.query<{ settlement_id: number | null }>(
    'SELECT settlement_id FROM payout WHERE id = $1',
    [id],
  );
  const settlementId = rows[0]?.settlement_id ?? null;
  if (settlementId !== null) await lockCovered(client, settlementId);
}

/** Does not pay a withdrawal: what it took is the treasury's again, and what a settlement covered is due again. */
export async function dropWithdrawal(
  client: Queryable,
  id: number,
  why: string,
  at: number,
): Promise<Done<Withdrawal>> {
  const result = await lockUnpaid(client, id);
  await dropPayout(client, id);
  const { purpose, asset_id, units, settlement_id } = result;
  await post(client, [backToTreasury(owedBeside(purpose), id, asset_id, BigInt(units))], at);
  if (settlement_id !== null) await releaseSettlement(client, settlement_id, at);
  const changes = [{ what: owedBeside(purpose), before: 'to be paid', after: 'dropped' }, ...said(why)];
  return { act: 'treasury drop', subject: `payout ${id}`, changes, result };
}

/** Pays one anew whose payment was cancelled or came to nothing. */
export async function retryWithdrawal(client: Queryable, id: number, why: string): Promise<Done<Withdrawal>> {
  const result = await lockUnpaid(client, id);
  await payOneAnew(client, id);
  const changes = [{ what: owedBeside(result.purpose), before: 'failed', after: 'to be paid' }, ...said(why)];
  return { act: 'treasury retry', subject: `payout ${id}`, changes, result };
}

function said(why: string): Change[] {
  return changeOf('why', null, why === '' ? null : why);
}
