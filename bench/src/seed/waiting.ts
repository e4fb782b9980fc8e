import type pg from 'pg';
import { addAddresses } from './addresses.ts';

/** An order that waits for its deposit. */
export interface WaitingOrder {
  readonly id: number;
  readonly address: string;
}

/** What each of them wants: 0.02 ETH for USDT on TRON. */
export const WAITING = { chainId: 4, assetId: 4, units: 20_000_000_000_000_000n, toChainId: 8 };

/** Adds orders that wait for their deposit, with ids one after the other. */
export async function addWaiting(database: pg.Pool, count: number): Promise<WaitingOrder[]> {
  await addAddresses(database, count);
  const { rows } = await database.query<{ id: string; address: string }>(
    `WITH appended AS (
       UPDATE roll SET length = length + $1 WHERE id = 0 RETURNING length - $1 AS first
     ), given AS (
       UPDATE address_space SET given = derived WHERE name = 'evm' RETURNING derived
     ), free AS (
       SELECT d.id, d.address, row_number() OVER (ORDER BY d.id) - 1 AS n FROM deposit_address d, given
        WHERE d.space = 'evm' AND d.index >= given.derived - $1
     ), placed AS (
       INSERT INTO orders (no, query_code, account_id, position, mode, status, asset_id, units, min_units, max_units,
                           address_id, address, price, tolerance_units, on_mismatch, created_at, expires_at, late_until)
       SELECT 'W' || free.id, 'W' || free.id, 0, first + n, 'float', 1, $2, $3, 1, $3::numeric * 1000, free.id, free.address,
              3600, 0, 'ask', now_s, now_s + 3600, now_s + 608400
         FROM free, appended, (SELECT extract(epoch FROM now())::bigint AS now_s) AS clock ORDER BY n
       RETURNING id, address, position
     ), entered AS (
       INSERT INTO order_entry (order_id, entry, asset_id, address, to_ratio, share, group_share, price, fee_ppm,
                                network_fee_units, units, units_origin)
       SELECT id, 0, 15, 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC', 1, 1, 1, 1, 5000, 3240000, 68000000, 68000000 FROM placed
     ), counted AS (
       INSERT INTO roll_delta (roll_id, facet, position, members) SELECT 0, 1, position, 1 FROM placed
     )
     SELECT id, address FROM placed ORDER BY id`,
    [count, WAITING.assetId, String(WAITING.units)],
  );
  return rows.map(({ id, address }) => ({ id: Number(id), address }));
}
