import type { Chain } from '../../chains/chain.ts';
import { DEPOSIT, depositIs } from '../../deposits/life.ts';
import type { Queryable } from '../../store/database.ts';

/**
 * A payment that brings a deposit in, or helps it along, lives and dies with it: nobody sends it while the deposit is
 * gone, and it is sent again when that comes back. What it uses stays its own, so that the deposit's coin has one use,
 * whatever becomes of it.
 */
export async function tieToDeposits(client: Queryable, chain: Chain): Promise<void> {
  await client.query({
    name: 'tie-to-deposits',
    text: `
      WITH tied AS (
        SELECT p.id, bool_or(${depositIs('d', DEPOSIT.gone)}) AS is_gone
          FROM payment p JOIN payment_spend s ON s.payment_id = coalesce(p.replaces, p.id)
          JOIN deposit d ON d.chain_id = p.chain_id AND d.txid = split_part(s.spend, ':', 1) AND d.txid || ':' || d.index = s.spend
         WHERE p.chain_id = $1 AND p.purpose IN ('help', 'sweep') AND p.state IN ('signed', 'sent', 'gone')
         GROUP BY p.id
      )
      UPDATE payment p SET state = CASE WHEN tied.is_gone THEN 'gone' ELSE 'signed' END, sent_at = 0, refused_at = 0
        FROM tied WHERE p.id = tied.id AND tied.is_gone <> (p.state = 'gone')`,
    values: [chain.id],
  });
}

/** A sweep that waits for a deposit that is gone, and the number that it would take. */
export interface GoneSweep {
  readonly id: number;
  readonly nonce: number;
}

/** The sweep in whose place another may use an address: its number is not used up, and a gap would block all after it. */
export async function findGoneSweep(
  client: Queryable,
  chain: Chain,
  source: string,
): Promise<GoneSweep | null> {
  const { rows } = await client.query<GoneSweep>({
    name: 'gone-sweep',
    text: `
      SELECT id, nonce FROM payment
       WHERE chain_id = $1 AND source = $2 AND purpose = 'sweep' AND state = 'gone' AND replaces IS NULL
       ORDER BY nonce LIMIT 1`,
    values: [chain.id, source],
  });
  return rows[0] ?? null;
}

/**
 * Another sweep takes the number of one that waits for a deposit that is gone. Should that come back, it is brought in by a
 * later one: so what it had claimed is free, and the new one has claims of its own.
 */
export async function takePlaceOf(
  client: Queryable,
  chain: Chain,
  gone: GoneSweep,
  coins: readonly string[],
): Promise<void> {
  await client.query({
    name: 'take-place-of-sweep',
    text: `
      WITH freed AS (
        DELETE FROM payment_spend s WHERE s.chain_id = $1 AND s.payment_id = $2 AND s.spend <> ALL ($3::text[])
           AND EXISTS (SELECT 1 FROM deposit d WHERE d.chain_id = $1 AND d.txid || ':' || d.index = s.spend
                          AND d.txid = split_part(s.spend, ':', 1))
      ), woken AS (UPDATE payment SET state = 'sent' WHERE id = $2 AND state = 'gone')
      INSERT INTO payment_spend (chain_id, spend, payment_id)
      SELECT $1, spend, $2 FROM unnest($3::text[]) AS spend`,
    values: [chain.id, gone.id, coins],
  });
}
