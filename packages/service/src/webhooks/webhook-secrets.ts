import type { SecretBox } from '../secrets/sealed-secret.ts';
import type { Queryable } from '../store/database.ts';
import { newSecret, secretText } from './sign.ts';

/** The one that counts, and those that it replaces. */
const MOST_AT_ONCE = 3;

type Owner = { readonly id: number; readonly account_id: number };

/** Gives an endpoint a new secret, in the caller's transaction. Those of before sign beside it until then. Returns it for its owner. */
export async function addSecret(
  client: Queryable,
  box: SecretBox,
  { id, account_id }: Owner,
  { now, overlapS }: { readonly now: number; readonly overlapS: number },
): Promise<string> {
  const { rows } = await client.query<{ number: number }>(
    'SELECT coalesce(max(number), 0) + 1 AS number FROM webhook_secret WHERE endpoint_id = $1',
    [id],
  );
  const number = rows[0]?.number ?? 1;
  await client.query(
    'UPDATE webhook_secret SET ends_at = $2 WHERE endpoint_id = $1 AND (ends_at IS NULL OR ends_at > $2)',
    [id, now + overlapS],
  );
  await client.query(
    'DELETE FROM webhook_secret WHERE endpoint_id = $1 AND (ends_at <= $2 OR number <= $3)',
    [id, now, number - MOST_AT_ONCE],
  );
  const secret = newSecret();
  await client.query('INSERT INTO webhook_secret (endpoint_id, number, sealed) VALUES ($1, $2, $3)', [
    id,
    number,
    box.seal(boxName(id, account_id), secret),
  ]);
  return secretText(secret);
}

/** The keys that sign now, the newest first; none: they were sealed with a key of the service that was replaced. */
export function openSecrets(
  box: SecretBox,
  { id, account_id }: Owner,
  sealed: readonly (Buffer | null)[],
): Buffer[] {
  return sealed.flatMap((each) => {
    const secret = each === null ? null : box.open(boxName(id, account_id), each);
    return secret === null ? [] : [secret];
  });
}

/** SQL: the sealed secrets of the endpoint `e.id` that sign at the second `now`, the newest first. */
export function secretsOf(now: string): string {
  return `ARRAY(SELECT s.sealed FROM webhook_secret s WHERE s.endpoint_id = e.id AND (s.ends_at IS NULL OR s.ends_at > ${now}) ORDER BY s.number DESC)`;
}

/** Under which it is sealed: it signs for this endpoint, and for no other that somebody writes it beside. */
function boxName(id: number, accountId: number): string {
  return `webhook ${id} of account ${accountId}`;
}
