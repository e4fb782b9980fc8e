import { Refusal } from '../refusal.ts';
import type { Queryable } from '../store/database.ts';
import type { Claim } from './claims.ts';

/**
 * The id of the order that one of these claims has placed already, or null if none has. Throws what the claim says
 * if that was with other parameters.
 */
export async function findReplay(
  database: Queryable,
  claims: readonly Claim[],
  fingerprint: Buffer,
): Promise<number | null> {
  if (claims.length === 0) return null;
  const { rows } = await database.query<{ claim: Buffer; fingerprint: Buffer; order_id: number }>({
    name: 'find-claims',
    text: 'SELECT claim, fingerprint, order_id FROM order_claim WHERE claim = ANY ($1::bytea[])',
    values: [claims.map(({ id }) => id)],
  });
  // In the order of the claims, so that the answer to a double misuse is always the same.
  for (const { id, ifReused } of claims) {
    const made = rows.find(({ claim }) => claim.equals(id));
    if (made !== undefined && !made.fingerprint.equals(fingerprint)) throw new Refusal(ifReused);
  }
  const orderId = rows[0]?.order_id ?? null;
  if (orderId !== null && rows.length < claims.length) await bind(database, claims, fingerprint, orderId);
  return orderId;
}

/** Makes the other claims of a replay belong to the same order: from now on they place no other. */
async function bind(
  database: Queryable,
  claims: readonly Claim[],
  fingerprint: Buffer,
  orderId: number,
): Promise<void> {
  await database.query({
    name: 'bind-claims',
    text: `
      INSERT INTO order_claim (claim, fingerprint, order_id)
      SELECT claim, $2, $3 FROM unnest($1::bytea[]) AS claim ORDER BY claim
          ON CONFLICT DO NOTHING`,
    values: [claims.map(({ id }) => id), fingerprint, orderId],
  });
}
