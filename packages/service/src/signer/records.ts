import type { SigningPlan } from '../chains/signer.ts';
import type { Queryable } from '../store/database.ts';
import { planFingerprint, planToJson } from './plan-json.ts';

/** An answer to a plan, for whoever wants to know later what happened. */
export interface SigningDecision {
  readonly verdict: 'signed' | 'refused' | 'limit' | 'stopped' | 'failed';
  /** What it was for, or why not. */
  readonly reason: string;
  readonly peer: string;
  readonly txid: string | null;
}

/** Notes a decision; the same one again is counted, so that a caller who insists does not fill the store. */
export async function recordDecision(
  client: Queryable,
  plan: SigningPlan,
  { verdict, reason, peer, txid }: SigningDecision,
  at: number,
): Promise<void> {
  await client.query({
    name: 'signer-decision',
    text: `
      INSERT INTO signer_decision AS d (fingerprint, verdict, reason, peer, plan, txid, first_at, last_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
      ON CONFLICT (fingerprint, verdict, reason) DO UPDATE SET times = d.times + 1, last_at = excluded.last_at`,
    values: [planFingerprint(plan), verdict, reason, peer, planToJson(plan), txid, at],
  });
}
