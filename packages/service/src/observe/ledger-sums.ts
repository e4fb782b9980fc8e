import { ORDER_STATUS, SETTLE_STATUS } from '@swapdesk/contract';
import { DEPOSIT, depositIs } from '../deposits/life.ts';
import type { OwedBeside } from '../ledger/withdrawals.ts';
import { attemptIs, OPEN } from '../payments/life.ts';
import { PAYOUT, payoutIs, payoutIsNot } from '../payouts/life.ts';
import { isFor, REASON, type Reason } from '../payouts/reasons.ts';
import type { Queryable } from '../store/database.ts';

const { sent, exchanging, frozen } = ORDER_STATUS;

/** An asset in which a sum is not what it must be. */
export interface WrongSum {
  readonly assetId: number;
  readonly units: bigint;
}

/** Assets whose accounts do not add up to zero. */
export function unbalancedAssets(client: Queryable): Promise<WrongSum[]> {
  return wrongSums(
    client,
    'unbalanced-assets',
    `
      SELECT asset_id, sum(units)::text AS units FROM (
        SELECT asset_id, units FROM ledger_balance UNION ALL SELECT asset_id, units FROM ledger_delta
      ) AS part GROUP BY asset_id HAVING sum(units) <> 0 ORDER BY asset_id`,
  );
}

/**
 * Assets in which orders that are done still have a balance: what all orders' accounts hold, less those of all orders
 * that something is still to be done for. One statement, so all of it is of one moment; none of it reads what is done.
 */
export function unclosedOrders(client: Queryable): Promise<WrongSum[]> {
  return wrongSums(
    client,
    'unclosed-orders',
    `
      WITH open AS (
        -- OFFSET 0 keeps the planner from reading all orders, and below all entries, to find these few.
        SELECT o.id FROM account a CROSS JOIN (VALUES (${sent}), (${exchanging}), (${frozen})) AS s (status), LATERAL (
               SELECT id FROM orders WHERE account_id = a.id AND status = s.status OFFSET 0) AS o
        UNION SELECT order_id FROM deposit d
               WHERE ${depositIs('d', DEPOSIT.confirmed)} AND d.use IS NULL AND d.order_id IS NOT NULL
        UNION SELECT order_id FROM payout r WHERE ${payoutIs('r', PAYOUT.ready)}
        UNION SELECT o.order_id FROM attempt a JOIN payout o ON o.payment_id = a.payment_id
               WHERE ${attemptIs('a', ...OPEN)}
      )
      SELECT asset_id, sum(units)::text AS units FROM (
        SELECT asset_id, units FROM ledger_balance WHERE account = 'order'
        UNION ALL SELECT asset_id, units FROM ledger_delta WHERE account = 'order'
        UNION ALL SELECT e.asset_id, -e.units FROM open, LATERAL (
                         SELECT asset_id, units FROM ledger_entry WHERE order_id = open.id OFFSET 0) AS e
        -- What of their lines was archived.
        UNION ALL SELECT c.asset_id, -c.units FROM open JOIN carried_units c ON c.order_id = open.id
      ) AS part GROUP BY asset_id HAVING sum(units) <> 0 ORDER BY asset_id`,
  );
}

/** Assets in which the ledger owes something else for withdrawals than those that are not paid come to. */
export function wrongWithdrawals(client: Queryable): Promise<WrongSum[]> {
  return wrongSums(client, 'wrong-withdrawals', owedBeside('withdrawal', REASON.withdrawal, REASON.cold));
}

/** The same of settlements. */
export function wrongSettlements(client: Queryable): Promise<WrongSum[]> {
  return wrongSums(client, 'wrong-settlements', owedBeside('settlement', REASON.settlement));
}

/** SQL: what an account owes, less the payouts of these reasons that are not paid. */
function owedBeside(account: OwedBeside, ...reasons: readonly Reason[]): string {
  return `
      SELECT asset_id, sum(units)::text AS units FROM (
        SELECT asset_id, units FROM ledger_balance WHERE account = '${account}'
        UNION ALL SELECT asset_id, units FROM ledger_delta WHERE account = '${account}'
        UNION ALL SELECT asset_id, units FROM payout p
                   WHERE ${isFor('p', ...reasons)} AND ${payoutIsNot('p', PAYOUT.confirmed, PAYOUT.dropped)}
      ) AS part GROUP BY asset_id HAVING sum(units) <> 0 ORDER BY asset_id`;
}

/** How many settlements have a payout that says otherwise than their commissions: of another sum, or settled and not paid. */
export async function wrongCovers(client: Queryable): Promise<number> {
  const { rows } = await client.query<{ wrong: number }>({
    name: 'wrong-covers',
    text: `
      SELECT count(*) AS wrong FROM settlement s JOIN payout p ON p.settlement_id = s.id, LATERAL (
             SELECT coalesce(sum(r.commission), 0) AS usdt, coalesce(bool_and(r.settle_status = ${SETTLE_STATUS.completed}), false) AS is_settled,
                    coalesce(bool_or(r.settle_status = ${SETTLE_STATUS.completed}), false) AS is_partly
               FROM referral_order r WHERE r.settlement_id = s.id) AS covered
       WHERE covered.usdt <> CASE WHEN ${payoutIs('p', PAYOUT.dropped)} THEN 0 ELSE s.usdt END
          OR covered.is_settled <> (${payoutIs('p', PAYOUT.confirmed)}) OR covered.is_partly <> covered.is_settled`,
  });
  return rows[0]?.wrong ?? 0;
}

async function wrongSums(client: Queryable, name: string, text: string): Promise<WrongSum[]> {
  const { rows } = await client.query<{ asset_id: number; units: string }>({ name, text });
  return rows.map(({ asset_id, units }) => ({ assetId: asset_id, units: BigInt(units) }));
}
