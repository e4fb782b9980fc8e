import { DEPOSIT, depositIs } from '../deposits/life.ts';
import { ATTEMPT, attemptIs, UNMINED } from '../payments/life.ts';
import { PAYOUT, payoutIs } from '../payouts/life.ts';
import type { Queryable } from '../store/database.ts';
import { EXPIRES } from './hold/lost-payments.ts';

/** What is under way on a chain. */
export interface OpenWork {
  /** Payouts to sign, if they may be. */
  readonly hasPayouts: boolean;
  /** One of them is new: nothing is known that it has to wait for. */
  readonly hasNewPayouts: boolean;
  /** Payments that no block has taken yet. */
  readonly hasPayments: boolean;
  /** Transfers in either direction that wait for confirmations. */
  readonly hasUnconfirmed: boolean;
  /** Payments that a record has and the store lacks, as far as something is still to be done about them. */
  readonly hasLost: boolean;
  readonly isHeld: boolean;
}

/** Asked at each round, so that a chain on which nothing happens costs next to nothing. */
export async function openWork(client: Queryable, chainId: number): Promise<OpenWork> {
  const { rows } = await client.query<OpenWork>({
    name: 'open-work',
    text: `
      SELECT EXISTS (SELECT 1 FROM payout p WHERE p.chain_id = $1 AND ${payoutIs('p', PAYOUT.ready)}) AS "hasPayouts",
             EXISTS (SELECT 1 FROM payout p WHERE p.chain_id = $1 AND ${payoutIs('p', PAYOUT.ready)} AND p.waits_why IS NULL
                        AND NOT EXISTS (SELECT 1 FROM halt h WHERE h.asset_id = p.asset_id)) AS "hasNewPayouts",
             EXISTS (SELECT 1 FROM attempt a WHERE a.chain_id = $1 AND ${attemptIs('a', ...UNMINED)}) AS "hasPayments",
             EXISTS (SELECT 1 FROM deposit d WHERE d.chain_id = $1 AND ${depositIs('d', DEPOSIT.seen, DEPOSIT.mined)})
               OR EXISTS (SELECT 1 FROM attempt a WHERE a.chain_id = $1 AND ${attemptIs('a', ATTEMPT.mined)}) AS "hasUnconfirmed",
             EXISTS (SELECT 1 FROM lost_payment WHERE chain_id = $1 AND (NOT is_idle OR ${EXPIRES}) AND NOT is_kept) AS "hasLost",
             EXISTS (SELECT 1 FROM hold WHERE id IS NOT NULL) AS "isHeld"`,
    values: [chainId],
  });
  return rows[0] as OpenWork;
}
