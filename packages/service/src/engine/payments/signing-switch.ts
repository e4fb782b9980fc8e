import type { Queryable } from '../../store/database.ts';

/** The kill switch, a row in the store: whoever signs, sends for the first time, or stores bytes looks at it. */

/** Stops signing. What is being stored this moment is waited for: when this has committed, nothing new is. */
export async function stopSigning(client: Queryable, reason: string, at: number): Promise<void> {
  await client.query('UPDATE signer_switch SET stopped_at = coalesce(stopped_at, $1), reason = $2', [
    at,
    reason,
  ]);
}

/** Lets signing go on; false if it was not stopped. */
export async function resumeSigning(client: Queryable): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE signer_switch SET stopped_at = NULL, reason = '' WHERE stopped_at IS NOT NULL`,
  );
  return rowCount === 1;
}

/** Since when nothing is signed, and why; null if it is. */
export async function signingStop(client: Queryable): Promise<{ at: number; reason: string } | null> {
  const { rows } = await client.query<{ at: number | null; reason: string }>({
    name: 'signing-switch',
    text: 'SELECT stopped_at AS at, reason FROM signer_switch',
  });
  const found = rows[0];
  if (found === undefined) return { at: 0, reason: 'its switch is missing in the store' };
  return found.at === null ? null : { at: found.at, reason: found.reason };
}

/** Keeps the switch as it is until the transaction ends: together with others, or alone. */
export async function lockSwitch(client: Queryable, lock: 'SHARE' | 'UPDATE'): Promise<void> {
  await client.query({
    name: `signing-switch-${lock}`,
    text: `SELECT FROM signer_switch FOR ${lock}`,
  });
}
