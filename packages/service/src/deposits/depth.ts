import type { Chain, Transaction } from '../chains/chain.ts';
import type { Queryable } from '../store/database.ts';
import { DEPOSIT, depositIs, depositIsNot } from './life.ts';
import type { RecordedDeposit } from './record-transfers.ts';

/** However much it is worth, it never waits for more than so many times as long again. */
const MOST_TIMES = 4;

/**
 * Says how deep what has come for some orders must be: undoing a block costs what it costs, so what is worth more waits for
 * more of them. From `fromUsdt` on the chain's confirmations are doubled, and each tenfold adds as many again. What counts is
 * all that the order has got or asked for, at its price: several transfers are no way around it.
 */
export async function deepen(
  client: Queryable,
  chain: Pick<Chain, 'confirmations' | 'isFinal'>,
  deposits: readonly Pick<RecordedDeposit, 'orderId'>[],
  fromUsdt: number,
): Promise<void> {
  const orderIds = [...new Set(deposits.flatMap(({ orderId }) => orderId ?? []))];
  if (orderIds.length === 0 || fromUsdt === 0 || chain.isFinal) return;
  await client.query({
    name: 'deepen-deposits',
    text: `
      WITH worth AS (
        SELECT o.id, o.asset_id,
               greatest(o.units, (SELECT sum(e.units) FROM deposit e
                                   WHERE e.order_id = o.id AND e.asset_id = o.asset_id AND ${depositIsNot('e', DEPOSIT.gone)}))
               / power(10::numeric, a.decimals) * o.price / $2::numeric AS times
          FROM orders o JOIN asset a ON a.id = o.asset_id WHERE o.id = ANY ($1::bigint[])
      )
      UPDATE deposit d
         SET extra_blocks = greatest(d.extra_blocks, least(${MOST_TIMES}, floor(log(w.times)) + 1)::int * $3::int)
        FROM worth w
       WHERE d.order_id = w.id AND d.asset_id = w.asset_id AND ${depositIs('d', DEPOSIT.seen, DEPOSIT.mined)} AND w.times >= 1`,
    values: [orderIds, fromUsdt, chain.confirmations],
  });
}

/** What nobody can spend yet does not count yet: neither for an order, nor as part of what is free. */
export async function ripen(
  client: Queryable,
  chain: Pick<Chain, 'id' | 'confirmations'>,
  transactions: readonly Transaction[],
): Promise<void> {
  const young = transactions.filter(({ maturity = 0 }) => maturity > chain.confirmations);
  if (young.length === 0) return;
  await client.query({
    name: 'ripen-deposits',
    text: `
      UPDATE deposit d SET extra_blocks = greatest(d.extra_blocks, t.maturity - $4::int)
        FROM unnest($2::text[], $3::int[]) AS t (txid, maturity)
       WHERE d.chain_id = $1 AND d.txid = t.txid AND ${depositIs('d', DEPOSIT.mined)}`,
    values: [
      chain.id,
      young.map(({ txid }) => txid),
      young.map(({ maturity }) => maturity),
      chain.confirmations,
    ],
  });
}
