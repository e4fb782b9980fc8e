import type { Chain, Transaction } from '../chains/chain.ts';
import { eventType, tellTransfers } from '../events/tell.ts';
import { isIn, literal } from '../life.ts';
import type { Queryable } from '../store/database.ts';
import { touched } from '../traces/touched.ts';
import { DEPOSIT, DEPOSIT_CHANGES, depositIs } from './life.ts';

const { seen, mined } = DEPOSIT;
const KNOWN = [...DEPOSIT_CHANGES.mined.from, ...DEPOSIT_CHANGES['seen again'].from];

/** A transfer to an address of ours, as it now stands in the store. */
export interface RecordedDeposit {
  readonly id: number;
  readonly orderId: number | null;
  readonly assetId: number;
  readonly units: bigint;
  readonly spend: string;
  readonly address: string;
  /** True if it is to the treasury: the operator adds to it. */
  readonly isTreasury: boolean;
}

interface Row {
  id: number;
  order_id: number | null;
  asset_id: number;
  units: string;
  txid: string;
  index: number;
  address: string;
  is_treasury: boolean;
}

/**
 * Stores every transfer to an address of ours: one row per (chain, txid, index), whatever is seen how often. With a
 * block it is in that block, else in the mempool. Tells the orders, and returns those whose state has changed by this.
 */
export async function recordTransfers(
  client: Queryable,
  chain: Chain,
  transactions: readonly Transaction[],
  block: { readonly height: number; readonly minedAt: number } | null,
  now: number,
  /** True if a balance showed it: no node knows of such a transaction. */
  isSilent = false,
): Promise<RecordedDeposit[]> {
  // A transfer of nothing is an advertisement.
  const transfers = transactions.flatMap(({ txid, sources, memo = null, references, transfers }) =>
    transfers
      .filter(({ units }) => units > 0n)
      .map((transfer) => ({ ...transfer, txid, sources: JSON.stringify(sources), memo, references })),
  );
  if (transfers.length === 0) return [];
  const event = block === null ? 'deposit.seen' : 'deposit.mined';
  const { rows } = await client.query<Row>({
    name: `record-transfers-${block === null ? seen : mined}`,
    text: `
      WITH given AS (
        SELECT * FROM unnest($2::text[], $3::int[], $4::text[], $5::int[], $6::numeric[], $7::text[], $13::text[], $14::text[])
                      WITH ORDINALITY AS t (txid, index, address, asset_id, units, sources, memo, refs, ordinal)
      ), space AS (
        SELECT s.name, s.treasury FROM chain c JOIN address_space s ON s.name = c.address_space WHERE c.id = $1
      ), ours AS (
        SELECT given.*, o.id AS order_id, false AS is_treasury
          FROM given CROSS JOIN space
          JOIN deposit_address d ON d.space = space.name AND d.address = given.address
          LEFT JOIN orders o ON o.address_id = d.id
         -- Fuel that we gave to one of our own addresses is no deposit.
         WHERE NOT EXISTS (SELECT 1 FROM attempt a JOIN payment p ON p.id = a.payment_id
                            WHERE a.chain_id = $1 AND a.txid = given.txid AND (a.is_cancel OR p.payee IS NOT NULL))
        UNION ALL
        -- What one of our own payments gives back to the treasury is change, not a deposit, unless a client wanted it
        -- to be paid there.
        SELECT given.*, NULL, true FROM given JOIN space ON space.treasury = given.address
          LEFT JOIN attempt a ON a.chain_id = $1 AND a.txid = given.txid
         WHERE a.id IS NULL OR EXISTS (
               SELECT 1 FROM payout o WHERE o.payment_id = a.payment_id AND NOT a.is_cancel
                  AND o.address = given.address AND o.asset_id = given.asset_id AND o.units = given.units)
      ), recorded AS (
      INSERT INTO deposit AS known (chain_id, txid, index, asset_id, units, address, sources, order_id, state, height, seen_at, mined_at, is_silent, memo, refs)
      SELECT $1, txid, index, asset_id, units, address,
             ARRAY (SELECT json_array_elements_text(sources::json)), order_id,
             CASE WHEN $8::bigint IS NULL THEN ${literal(seen)} ELSE ${literal(mined)} END, $8, $9, $10, $12, memo,
             CASE WHEN refs IS NOT NULL THEN ARRAY (SELECT json_array_elements_text(refs::json)) END
        FROM ours ORDER BY ordinal
          -- What a block says counts, whatever the mempool or a block that is gone said.
          ON CONFLICT (chain_id, txid, index) DO UPDATE
         SET state = excluded.state, height = excluded.height, asset_id = excluded.asset_id, units = excluded.units,
             address = excluded.address, sources = excluded.sources, order_id = excluded.order_id,
             mined_at = excluded.mined_at, memo = excluded.memo, refs = excluded.refs,
             seen_at = CASE WHEN ${depositIs('known', DEPOSIT.gone)} THEN excluded.seen_at ELSE known.seen_at END
       WHERE ${isIn('known.state', KNOWN)} AND known.state <> excluded.state
      RETURNING id, order_id, asset_id, units, txid, index, address
      ), ${tellTransfers('recorded', eventType(event), '$11::bigint')}
      SELECT id, order_id, asset_id, units::text, txid, index, address,
             address = (SELECT treasury FROM space) AS is_treasury
        FROM recorded ORDER BY id`,
    values: [
      chain.id,
      transfers.map(({ txid }) => txid),
      transfers.map(({ index }) => index),
      transfers.map(({ address }) => address),
      transfers.map(({ assetId }) => assetId),
      transfers.map(({ units }) => String(units)),
      transfers.map(({ sources }) => sources),
      block?.height ?? null,
      // What was mined while nobody looked was seen when it was mined.
      block === null ? now : Math.min(now, block.minedAt),
      // A block whose miner's clock is ahead was mined before it came to us.
      block === null ? 0 : Math.min(now, block.minedAt),
      now,
      isSilent,
      transfers.map(({ memo }) => memo),
      transfers.map(({ references }) => (references === undefined ? null : JSON.stringify(references))),
    ],
  });
  touched(client, rows, event);
  return rows.map((row) => ({
    id: row.id,
    orderId: row.order_id,
    assetId: row.asset_id,
    units: BigInt(row.units),
    spend: `${row.txid}:${row.index}`,
    address: row.address,
    isTreasury: row.is_treasury,
  }));
}
