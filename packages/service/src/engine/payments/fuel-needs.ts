import type { Chain } from '../../chains/chain.ts';
import { depositIs, IN_BLOCK as HELD } from '../../deposits/life.ts';
import { attemptIs, IN_BLOCK, isFirst, isPaymentFor, PURPOSE, UNMINED } from '../../payments/life.ts';
import type { Queryable } from '../../store/database.ts';
import { isKeptApart } from './spendable.ts';

/** What deposit addresses need of the chain's own coin for their fees, and what of it that lies there is not for that. */

/** SQL: fuel is under way to an address of chain $1, or a loan in its place. */
export const isFuelled = (address: string): string => `EXISTS (
  SELECT 1 FROM payment g JOIN attempt a ON a.payment_id = g.id
   WHERE g.chain_id = $1 AND ${isPaymentFor('g', PURPOSE.topUp, PURPOSE.lent)} AND g.payee = ${address} AND ${attemptIs('a', ...UNMINED)})`;

/** What is kept apart of the chain's own coin on an address, and whether fuel is under way to it. */
export async function readFuel(
  client: Queryable,
  chain: Chain,
  nativeId: number,
  address: string,
  isScreened = false,
): Promise<{ readonly apart: bigint; readonly isFuelled: boolean }> {
  const { rows } = await client.query<{ apart: string; is_fuelled: boolean }>({
    name: 'fuel-of-address',
    text: `
      SELECT coalesce(sum(c.units) FILTER (WHERE ${isKeptApart('$4')}), 0)::text AS apart, ${isFuelled('$3')} AS is_fuelled
        FROM coin c WHERE c.chain_id = $1 AND c.asset_id = $2 AND c.address = $3`,
    values: [chain.id, nativeId, address, isScreened],
  });
  const row = rows[0] as { apart: string; is_fuelled: boolean };
  return { apart: BigInt(row.apart), isFuelled: row.is_fuelled };
}

/** The same for the refund of one of its deposits: all that others sent there, and what it gives back itself, is not for its fee. */
export async function readRefundFuel(
  client: Queryable,
  chain: Chain,
  nativeId: number,
  address: string,
  payoutId: number,
): Promise<{ readonly besides: bigint; readonly isFuelled: boolean }> {
  const { rows } = await client.query<{ besides: string; is_fuelled: boolean }>({
    name: 'fuel-of-refund',
    text: `
      SELECT (CASE WHEN o.asset_id = $2 THEN o.units ELSE 0 END + coalesce((
               SELECT sum(c.units) FROM coin c
                WHERE c.chain_id = $1 AND c.asset_id = $2 AND c.address = $3 AND c.spend <> d.txid || ':' || d.index), 0))::text AS besides,
             ${isFuelled('$3')} AS is_fuelled
        FROM payout o JOIN deposit d ON d.id = o.deposit_id WHERE o.id = $4`,
    values: [chain.id, nativeId, address, payoutId],
  });
  const row = rows[0] as { besides: string; is_fuelled: boolean };
  return { besides: BigInt(row.besides), isFuelled: row.is_fuelled };
}

/** What the networks have taken of an address for transactions of its own that a block has. */
export async function feesPaidBy(client: Queryable, chain: Chain, address: string): Promise<bigint> {
  const { rows } = await client.query<{ units: string }>({
    name: 'fees-paid-by',
    text: `
      SELECT coalesce(sum(a.fee_units), 0)::text AS units
        FROM payment p JOIN attempt a ON a.payment_id = p.id AND ${attemptIs('a', ...IN_BLOCK)}
       WHERE p.chain_id = $1 AND p.source = $2`,
    values: [chain.id, address],
  });
  return BigInt(rows[0]?.units ?? 0);
}

/** What takes something from a deposit address, and waits for a block in vain: the address may have lost its fuel. */
export interface WaitingForFuel {
  readonly address: string;
  /** What it costs at most, as it was signed last. */
  readonly feeUnits: bigint;
  /** The refund that it is; null if it brings tokens in, or only uses up the nonce of a refund. */
  readonly payoutId: number | null;
}

/**
 * Those that were signed before a moment, and to whose address no fuel is under way. A refund gets none while what it gives back
 * is in no block: it could be paid with nothing but what is ours.
 */
export async function waitingForFuel(
  client: Queryable,
  chain: Chain,
  nativeId: number,
  before: number,
): Promise<WaitingForFuel[]> {
  const { rows } = await client.query<{ address: string; fee_units: string; payout_id: number | null }>({
    name: 'waiting-for-fuel',
    text: `
      SELECT p.source AS address, newest.fee_units::text, CASE WHEN NOT newest.is_cancelled THEN o.id END AS payout_id
        FROM attempt first JOIN payment p ON p.id = first.payment_id
        LEFT JOIN payout o ON o.payment_id = p.id, LATERAL (
             SELECT max(f.fee_units) AS fee_units, max(f.signed_at) AS signed_at,
                    bool_or(${attemptIs('f', ...IN_BLOCK)}) AS is_mined, bool_or(f.is_cancel) AS is_cancelled
               FROM attempt f WHERE f.payment_id = p.id) AS newest
       WHERE first.chain_id = $1 AND ${isFirst('first')} AND ${attemptIs('first', ...UNMINED)}
         AND (${isPaymentFor('p', PURPOSE.sweep)} AND p.asset_id <> $2
              OR EXISTS (SELECT 1 FROM deposit d WHERE d.id = o.deposit_id AND d.address = p.source
                            AND (newest.is_cancelled OR ${depositIs('d', ...HELD)})))
         AND NOT newest.is_mined AND newest.signed_at < $3 AND NOT ${isFuelled('p.source')}
       ORDER BY p.id LIMIT 100`,
    values: [chain.id, nativeId, before],
  });
  return rows.map(({ address, fee_units, payout_id }) => ({
    address,
    feeUnits: BigInt(fee_units),
    payoutId: payout_id,
  }));
}
