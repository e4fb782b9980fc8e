import type { SigningPlan } from '../chains/signer.ts';
import type { Queryable } from '../store/database.ts';
import { HOUR_S } from './limits.ts';
import { fingerprintOf, planToJson } from './plan-json.ts';
import type { Approval } from './policy.ts';

/** The payouts that this very plan was signed for before; null if it was not. */
export async function signedBefore(client: Queryable, plan: SigningPlan): Promise<number[] | null> {
  const { rows } = await client.query<{ payout_ids: string[] }>({
    name: 'signer-signed-before',
    text: `
      SELECT ARRAY (SELECT payout_id FROM signed_payout WHERE plan_id = s.id) AS payout_ids
        FROM signed_plan s WHERE fingerprint = $1`,
    values: [fingerprintOf(plan)],
  });
  return rows[0]?.payout_ids.map(Number) ?? null;
}

/** What was signed away within the last hour, of these assets. */
export async function signedLastHour(
  client: Queryable,
  assetIds: readonly number[],
  now: number,
): Promise<Map<number, bigint>> {
  const { rows } = await client.query<{ asset_id: number; units: string }>({
    name: 'signer-last-hour',
    text: `
      SELECT asset_id, sum(units)::text AS units FROM signed_amount
       WHERE asset_id = ANY ($1::int[]) AND at > $2 GROUP BY asset_id`,
    values: [assetIds, now - HOUR_S],
  });
  return new Map(rows.map(({ asset_id, units }) => [asset_id, BigInt(units)]));
}

/** Notes a transaction with all that it pays and uses up. To be committed before anybody gets its bytes. */
export async function recordSigned(
  client: Queryable,
  plan: SigningPlan,
  approval: Approval,
  txid: string,
  at: number,
): Promise<void> {
  const { payoutIds, amounts, spends } = approval;
  await client.query({
    name: 'signer-record',
    text: `
      WITH plan AS (
        INSERT INTO signed_plan (fingerprint, at, chain_id, txid, spends) VALUES ($1, $2, $3, $4, $5) RETURNING id
      ), payouts AS (
        INSERT INTO signed_payout (payout_id, plan_id) SELECT payout_id, plan.id FROM plan, unnest($6::bigint[]) AS payout_id
      )
      INSERT INTO signed_amount (plan_id, asset_id, units, at)
      SELECT plan.id, t.asset_id, t.units, $2 FROM plan, unnest($7::int[], $8::numeric[]) AS t (asset_id, units)`,
    values: [
      fingerprintOf(plan),
      at,
      plan.chainId,
      txid,
      spends,
      payoutIds,
      [...amounts.keys()],
      [...amounts.values()].map(String),
    ],
  });
}

/** An answer to a plan, for whoever wants to know later what happened. */
export interface Decision {
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
  { verdict, reason, peer, txid }: Decision,
  at: number,
): Promise<void> {
  await client.query({
    name: 'signer-decision',
    text: `
      INSERT INTO signer_decision AS d (fingerprint, verdict, reason, peer, plan, txid, first_at, last_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
      ON CONFLICT (fingerprint, verdict, reason) DO UPDATE SET times = d.times + 1, last_at = excluded.last_at`,
    values: [fingerprintOf(plan), verdict, reason, peer, planToJson(plan), txid, at],
  });
}
