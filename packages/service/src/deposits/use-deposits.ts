import { eventType, tellTransfers } from '../events/tell.ts';
import { literal } from '../life.ts';
import type { Queryable } from '../store/database.ts';
import { DEPOSIT, type DepositUse, depositIs, isUsedFor, USE } from './life.ts';

/** What is decided about confirmed deposits. Their state stays. */

const IS_OPEN = `${depositIs('deposit', DEPOSIT.confirmed)} AND use IS NULL`;

/** Decides what becomes of deposits, once and for all. Throws if any of them is not free to be used. */
export async function useDeposits(client: Queryable, ids: readonly number[], use: DepositUse): Promise<void> {
  const { rowCount } = await client.query({
    name: 'use-deposits',
    text: `UPDATE deposit SET use = $2 WHERE id = ANY ($1::bigint[]) AND ${IS_OPEN}`,
    values: [ids, use],
  });
  if (rowCount !== ids.length) throw new Error(`deposits ${ids.join(', ')} are not all free to be used`);
}

/** What came to an address of no order is given back instead of being kept. */
export async function giveUnclaimedBack(client: Queryable, id: number): Promise<void> {
  const { rowCount } = await client.query(
    `UPDATE deposit d SET use = ${literal(USE.refund)}
      WHERE d.id = $1 AND d.order_id IS NULL AND ${depositIs('d', DEPOSIT.confirmed)} AND ${isUsedFor('d', USE.exchange)}`,
    [id],
  );
  if (rowCount !== 1) throw new Error(`deposit ${id} is not free to be given back`);
}

/**
 * Keeps deposits apart from all that we hold: a hit says that they must not be mixed with anybody else's. Payments ask
 * `isKeptApart` (engine/payments/spendable.ts).
 */
export async function quarantine(
  client: Queryable,
  depositIds: readonly number[],
  at: number,
): Promise<void> {
  if (depositIds.length === 0) return;
  await client.query({
    name: 'quarantine-deposits',
    text: `UPDATE deposit SET quarantined_at = $2 WHERE id = ANY ($1::bigint[]) AND ${IS_OPEN} AND quarantined_at = 0`,
    values: [depositIds, at],
  });
}

/** What was exchanged is ours like everything else: nobody has anything against it, or somebody who may has decided so. */
export async function releaseExchanged(client: Queryable, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return;
  await client.query({
    name: 'release-exchanged',
    text: `
      UPDATE deposit d SET quarantined_at = 0
       WHERE d.order_id = ANY ($1::bigint[]) AND ${isUsedFor('d', USE.exchange)} AND d.quarantined_at > 0`,
    values: [orderIds],
  });
}

/** Lets one be spent like any other. False if it was not kept apart. */
export async function releaseQuarantined(client: Queryable, id: number): Promise<boolean> {
  const { rowCount } = await client.query(
    'UPDATE deposit SET quarantined_at = 0 WHERE id = $1 AND quarantined_at > 0',
    [id],
  );
  return rowCount !== 0;
}

/** Notes deposits that do not count for their order, and tells it; which, is SQL that selects their ids. */
export async function noteSurplus(client: Queryable, which: string, at: number): Promise<void> {
  await client.query({
    name: 'tell-surplus',
    text: `
      WITH found AS (
        UPDATE deposit t SET surplus_at = $1 WHERE t.id IN (${which})
        RETURNING t.id, t.order_id, t.asset_id, t.units, t.txid
      ), ${tellTransfers('found', eventType('deposit.surplus'), '$1::bigint')}
      SELECT FROM found`,
    values: [at],
  });
}
