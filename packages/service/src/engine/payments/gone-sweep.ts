import type { Chain } from '../../chains/chain.ts';
import { ATTEMPT, attemptIs, isFirst, isPaymentFor, PURPOSE } from '../../payments/life.ts';
import type { Queryable } from '../../store/database.ts';

/** A sweep that waits for a deposit that is gone, and the nonce that it would take. */
export interface GoneSweep {
  readonly id: number;
  readonly nonce: number;
}

/** The sweep in whose place another may use an address: its nonce is not used up, and a gap would block all after it. */
export async function findGoneSweep(
  client: Queryable,
  chain: Chain,
  source: string,
): Promise<GoneSweep | null> {
  const { rows } = await client.query<GoneSweep>({
    name: 'gone-sweep',
    text: `
      SELECT p.id, p.nonce FROM payment p JOIN attempt a ON a.payment_id = p.id AND ${isFirst('a')}
       WHERE p.chain_id = $1 AND p.source = $2 AND ${isPaymentFor('p', PURPOSE.sweep)} AND ${attemptIs('a', ATTEMPT.gone)}
       ORDER BY p.nonce LIMIT 1`,
    values: [chain.id, source],
  });
  return rows[0] ?? null;
}
