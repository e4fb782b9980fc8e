import { randomBytes } from 'node:crypto';
import { MESSAGE } from '@swapdesk/contract';
import { Refusal } from '../refusal.ts';
import type { SecretBox } from '../secrets/sealed-secret.ts';
import type { Queryable } from '../store/database.ts';
import { findOrCreateAccount } from './accounts.ts';

export interface ListedKey {
  readonly key: string;
  readonly account: string;
  readonly created_at: number;
  /** Null: it is valid. */
  readonly revoked_at: number | null;
}

/** All keys, without their secrets. */
export async function listKeys(client: Queryable): Promise<ListedKey[]> {
  const { rows } = await client.query<ListedKey>(`
    SELECT key, account.name AS account, api_key.created_at, revoked_at
      FROM api_key JOIN account ON account.id = account_id ORDER BY api_key.created_at, key`);
  return rows;
}

export interface NewKey {
  readonly key: string;
  readonly secret: string;
  readonly account: string;
}

/** Makes a key for an account, which is made if there is none, in the caller's transaction. */
export async function createKey(
  client: Queryable,
  secrets: SecretBox,
  accountName: string,
  now: number,
): Promise<NewKey> {
  const account = await findOrCreateAccount(client, accountName, now);
  const key = randomBytes(12).toString('hex');
  const secret = randomBytes(32).toString('hex');
  await client.query(
    'INSERT INTO api_key (key, sealed_secret, account_id, created_at) VALUES ($1, $2, $3, $4)',
    [key, secrets.seal(boxName(key, account.id), Buffer.from(secret)), account.id, now],
  );
  return { key, secret, account: account.name };
}

/** Makes a key invalid, on every node within a second. */
export async function revokeKey(client: Queryable, key: string, now: number): Promise<void> {
  const { rowCount } = await client.query(
    'UPDATE api_key SET revoked_at = $2 WHERE key = $1 AND revoked_at IS NULL',
    [key, now],
  );
  if (rowCount === 0) throw new Refusal(MESSAGE.keyNotFound);
}

/** Under which a secret is sealed: it signs for this account, and for no other that somebody writes beside it. */
export function boxName(key: string, accountId: number): string {
  return `${key} of account ${accountId}`;
}
