import type { Database } from '../store/database.ts';
import { transaction } from '../store/transaction.ts';
import type { SigningLimits } from './limits.ts';

/** Tells all nodes what this signer lets go, in place of what an earlier one told: of what it does not know, nothing. */
export async function publishLimits(
  database: Database,
  limits: SigningLimits,
  unknown: readonly number[] = [],
): Promise<void> {
  const nothing = { perTransaction: 0n, perHour: 0n };
  const known = [...limits].filter(
    ([, { perTransaction, perHour }]) => perTransaction !== null || perHour !== null,
  );
  const all = [...known, ...unknown.map((id) => [id, nothing] as const)];
  await transaction(database, async (client) => {
    await client.query('DELETE FROM signer_limit');
    await client.query(
      `INSERT INTO signer_limit (asset_id, per_transaction, per_hour)
       SELECT * FROM unnest($1::int[], $2::numeric[], $3::numeric[])`,
      [
        all.map(([assetId]) => assetId),
        all.map(([, { perTransaction }]) => perTransaction?.toString() ?? null),
        all.map(([, { perHour }]) => perHour?.toString() ?? null),
      ],
    );
  });
}
