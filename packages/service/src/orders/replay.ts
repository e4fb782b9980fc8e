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
  return rows[0]?.order_id ?? null;
}
