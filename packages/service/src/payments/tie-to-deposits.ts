import type { Chain, Payee } from '../chains/chain.ts';
import { DEPOSIT, depositIs, IN_BLOCK } from '../deposits/life.ts';
import { isIn, literal, setTo } from '../life.ts';
import type { Queryable } from '../store/database.ts';
import { ATTEMPT_CHANGES, isFirst, isPaymentFor, PURPOSE } from './life.ts';

const DEPOSIT_GONE = ATTEMPT_CHANGES['deposit gone'];
const DEPOSIT_BACK = ATTEMPT_CHANGES['deposit back'];
const PLACE_TAKEN = ATTEMPT_CHANGES['place taken'];

/**
 * A payment that brings a deposit in, gives it back from its own address, or helps it along, lives and dies with it: nobody sends it while the deposit is
 * gone, and it is sent again when that comes back. What it uses stays its own, so that the deposit's coin has one use,
 * whatever becomes of it.
 */
export async function tieToDeposits(client: Queryable, chain: Chain): Promise<void> {
  const states = [...DEPOSIT_GONE.from, ...DEPOSIT_BACK.from];
  const cleared = DEPOSIT_GONE.clears.map((column) => `, ${column} = DEFAULT`).join('');
  await client.query({
    name: 'tie-to-deposits',
    text: `
      WITH tied AS (
        SELECT a.id, bool_or(${depositIs('d', DEPOSIT.gone)}) AS is_gone
          FROM attempt a JOIN payment p ON p.id = a.payment_id JOIN payment_spend s ON s.payment_id = p.id
          JOIN deposit d ON d.chain_id = a.chain_id AND d.txid = split_part(s.spend, ':', 1) AND d.txid || ':' || d.index = s.spend
         WHERE a.chain_id = $1 AND (${isPaymentFor('p', PURPOSE.help, PURPOSE.sweep)} OR p.source = d.address)
           AND ${isIn('a.state', states)}
         GROUP BY a.id
      )
      UPDATE attempt a
         SET state = CASE WHEN tied.is_gone THEN ${literal(DEPOSIT_GONE.to)} ELSE ${literal(DEPOSIT_BACK.to)} END${cleared}
        FROM tied WHERE a.id = tied.id AND tied.is_gone <> (${isIn('a.state', DEPOSIT_BACK.from)})`,
    values: [chain.id],
  });
}

/**
 * Another takes the nonce of a payment that waits for a deposit that is gone. Should that come back, a later one brings it in,
 * or back: so what it had claimed is free, and the new one has claims of its own.
 */
export async function takePlaceOf(
  client: Queryable,
  chain: Chain,
  paymentId: number,
  { coins, payee }: { readonly coins: readonly string[]; readonly payee: Payee },
): Promise<void> {
  await client.query({
    name: 'take-place-of-sweep',
    text: `
      WITH freed AS (
        DELETE FROM payment_spend s WHERE s.chain_id = $1 AND s.payment_id = $2 AND s.spend <> ALL ($3::text[])
           AND EXISTS (SELECT 1 FROM deposit d WHERE d.chain_id = $1 AND d.txid || ':' || d.index = s.spend
                          AND d.txid = split_part(s.spend, ':', 1))
      ), woken AS (
        UPDATE attempt a SET ${setTo(PLACE_TAKEN)}
         WHERE a.payment_id = $2 AND ${isFirst('a')} AND ${isIn('a.state', PLACE_TAKEN.from)}
      ), moved AS (
        -- What replaces a sweep moves what it moves; what carries payouts moves nothing else.
        UPDATE payment SET payee = $4, asset_id = $5, units = $6 WHERE id = $2 AND payee IS NOT NULL
      )
      INSERT INTO payment_spend (chain_id, spend, payment_id)
      SELECT $1, spend, $2 FROM unnest($3::text[]) AS spend`,
    values: [chain.id, paymentId, coins, payee.address, payee.assetId, String(payee.units)],
  });
}

/** Payments that give deposits back from the addresses that they came to claim these: nothing else takes them from there. */
export async function claimReturned(client: Queryable, paymentIds: readonly number[]): Promise<void> {
  await client.query({
    name: 'claim-returned',
    text: `
      INSERT INTO payment_spend (chain_id, spend, payment_id)
      SELECT c.chain_id, c.spend, p.id FROM payment p JOIN payout o ON o.payment_id = p.id JOIN deposit d ON d.id = o.deposit_id
        JOIN coin c ON c.chain_id = d.chain_id AND c.spend = d.txid || ':' || d.index AND c.address = p.source
       WHERE p.id = ANY ($1::bigint[]) ON CONFLICT DO NOTHING`,
    values: [paymentIds],
  });
}

/** Payments that were final are not any more: what they had given back lies where it was, and is theirs again. */
export async function restoreReturned(client: Queryable, paymentIds: readonly number[]): Promise<void> {
  await client.query(
    `INSERT INTO coin (chain_id, spend, asset_id, units, address, height)
     SELECT d.chain_id, d.txid || ':' || d.index, d.asset_id, d.units, d.address, d.height
       FROM payment p JOIN payout o ON o.payment_id = p.id JOIN deposit d ON d.id = o.deposit_id AND d.address = p.source
      WHERE p.id = ANY ($1::bigint[]) AND ${depositIs('d', ...IN_BLOCK)}
         ON CONFLICT (chain_id, spend) DO UPDATE SET units = excluded.units`,
    [paymentIds],
  );
  await claimReturned(client, paymentIds);
}
