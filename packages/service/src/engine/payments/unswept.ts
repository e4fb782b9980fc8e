import type { Chain } from '../../chains/chain.ts';
import { DEPOSIT, depositIs } from '../../deposits/life.ts';
import { attemptIs, isPaymentFor, MAY_BE_MADE, OPEN, PURPOSE } from '../../payments/life.ts';
import { paymentsFrom } from '../../payments/payments-from.ts';
import { PAYOUT, payoutIs } from '../../payouts/life.ts';
import type { Queryable } from '../../store/database.ts';
import { isKeptApart } from './spendable.ts';

/** An address that may hold something. */
export interface Holder {
  readonly address: string;
  /** True if deposits are known to lie there. */
  readonly hasCoins: boolean;
  /** True if we have paid from it or given it fuel: else what lies there without being known is a client's. */
  readonly isUsed: boolean;
}

/** All that lies unswept on one deposit address of one asset. */
export interface UnsweptBalance {
  readonly address: string;
  readonly assetId: number;
  readonly units: bigint;
  /** What lies there as well, but does not count yet. */
  readonly youngUnits: bigint;
  /** What it consists of, by `Coin.spend`. */
  readonly coins: readonly string[];
  /** True if payouts of the asset wait. */
  readonly isWanted: boolean;
  /** True if something that took from the address has failed, or was given up: what is wrong there must not keep others waiting. */
  readonly hasFailed: boolean;
}

interface Row {
  address: string;
  asset_id: number;
  units: string;
  young_units: string;
  coins: string[];
  is_wanted: boolean;
  has_failed: boolean;
}

/**
 * Addresses that may hold something, and from which nothing is under way. Those that were looked at least come first, so
 * that small ones that are not worth it are in nobody's way.
 */
export async function dueHolders(client: Queryable, chain: Chain, most: number): Promise<Holder[]> {
  const { rows } = await client.query<Holder>({
    name: 'due-holders',
    text: `
      WITH due AS (
        SELECT h.address FROM holder h
         WHERE h.chain_id = $1 AND NOT EXISTS (
               SELECT 1 FROM payment p JOIN attempt a ON a.payment_id = p.id
                WHERE p.chain_id = $1 AND p.source = h.address AND ${attemptIs('a', ...OPEN)})
           AND NOT EXISTS (
               SELECT 1 FROM gathered g JOIN attempt a ON a.payment_id = g.payment_id
                WHERE g.chain_id = $1 AND g.source = h.address AND ${attemptIs('a', ...OPEN)})
         ORDER BY h.looks, h.address LIMIT $2
      )
      UPDATE holder h SET looks = h.looks + 1 FROM due WHERE h.chain_id = $1 AND h.address = due.address
      RETURNING h.address,
                EXISTS (SELECT 1 FROM coin c WHERE c.chain_id = $1 AND c.address = h.address) AS "hasCoins",
                EXISTS (SELECT 1 FROM ${paymentsFrom('$1', 'h.address')} AS p) OR EXISTS (
                SELECT 1 FROM payment p WHERE p.chain_id = $1 AND ${isPaymentFor('p', PURPOSE.topUp)} AND p.payee = h.address AND ${MAY_BE_MADE}) AS "isUsed"`,
    values: [chain.id, most],
  });
  return rows.sort((a, b) => (a.address < b.address ? -1 : 1));
}

/** Whether there is any address that may hold something. */
export async function hasHolders(client: Queryable, { id }: Pick<Chain, 'id'>): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'has-holders',
    text: 'SELECT 1 FROM holder WHERE chain_id = $1 LIMIT 1',
    values: [id],
  });
  return rowCount !== 0;
}

/** What can be brought in from these addresses: deposits that count, and that nothing brings in already. */
export async function unsweptBalances(
  client: Queryable,
  chain: Chain,
  addresses: readonly string[],
  isScreened = false,
): Promise<UnsweptBalance[]> {
  const { rows } = await client.query<Row>({
    name: 'unswept-balances',
    text: `
      SELECT c.address, c.asset_id, sum(c.units)::text AS units, array_agg(c.spend ORDER BY c.spend) AS coins,
             ((SELECT sum(units) FROM coin a WHERE a.chain_id = $1 AND a.address = c.address AND a.asset_id = c.asset_id)
               - sum(c.units))::text AS young_units,
             EXISTS (SELECT 1 FROM payout o WHERE o.chain_id = $1 AND o.asset_id = c.asset_id AND ${payoutIs('o', PAYOUT.ready)}) AS is_wanted,
             EXISTS (SELECT 1 FROM ${paymentsFrom('$1', 'c.address')} AS p JOIN attempt a ON a.payment_id = p.id AND (a.is_failed OR a.is_cancel)) AS has_failed
        FROM coin c
       WHERE c.chain_id = $1 AND c.address = ANY ($2::text[])
         AND EXISTS (SELECT 1 FROM deposit d WHERE d.chain_id = $1 AND ${depositIs('d', DEPOSIT.confirmed)}
                        AND d.txid = split_part(c.spend, ':', 1) AND d.index = split_part(c.spend, ':', 2)::int)
         AND NOT EXISTS (SELECT 1 FROM payment_spend s WHERE s.chain_id = $1 AND s.spend = c.spend)
         AND NOT ${isKeptApart('$3')}
       GROUP BY c.address, c.asset_id ORDER BY c.address, c.asset_id`,
    values: [chain.id, addresses, isScreened],
  });
  return rows.map((row) => ({
    address: row.address,
    assetId: row.asset_id,
    units: BigInt(row.units),
    youngUnits: BigInt(row.young_units),
    coins: row.coins,
    isWanted: row.is_wanted,
    hasFailed: row.has_failed,
  }));
}

/** Nothing is known of the address any more, unless something has arrived meanwhile. */
export async function forgetHolder(client: Queryable, chain: Chain, address: string): Promise<void> {
  await client.query({
    name: 'forget-holder',
    text: `
      DELETE FROM holder h WHERE h.chain_id = $1 AND h.address = $2
         AND NOT EXISTS (SELECT 1 FROM coin c WHERE c.chain_id = $1 AND c.address = $2)
         AND NOT EXISTS (SELECT 1 FROM attempt a JOIN payment p ON p.id = a.payment_id
                          WHERE a.chain_id = $1 AND ${attemptIs('a', ...OPEN)} AND (p.payee = $2 OR p.id IN ${paymentsFrom('$1', '$2')}))`,
    values: [chain.id, address],
  });
}
