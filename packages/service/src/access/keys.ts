import { randomBytes } from 'node:crypto';
import { type Change, type KeyScope, MESSAGE } from '@swapdesk/contract';
import { changeOf } from '../change-of.ts';
import { Refusal } from '../refusal.ts';
import type { SecretBox } from '../secrets/sealed-secret.ts';
import type { Queryable } from '../store/database.ts';
import { findOrCreateAccount, type NamedAccount } from './accounts.ts';
import { ANONYMOUS } from './anonymous.ts';
import { checkBounds, type KeyBounds, UNBOUND } from './key-bounds.ts';

export interface ListedKey {
  readonly key: string;
  readonly account: string;
  readonly label: string;
  readonly scopes: readonly KeyScope[];
  readonly addresses: readonly string[];
  readonly created_at: number;
  /** To the minute; null: never. */
  readonly used_at: number | null;
  /** Null: it does not end by itself. */
  readonly expires_at: number | null;
  /** Null: it is valid. */
  readonly revoked_at: number | null;
}

/** All keys, without their secrets. */
export async function listKeys(client: Queryable): Promise<ListedKey[]> {
  const { rows } = await client.query<ListedKey>(`
    SELECT key, account.name AS account, label, scopes, addresses, api_key.created_at, used_at, expires_at, revoked_at
      FROM api_key JOIN account ON account.id = account_id LEFT JOIN api_key_use USING (key)
     ORDER BY api_key.created_at, key`);
  return rows;
}

/** Who makes a key, and so has seen its secret. */
export interface KeyMaker {
  readonly name: string;
  readonly via: 'console' | 'command line';
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
  bounds: KeyBounds = UNBOUND,
  maker: KeyMaker | null = null,
): Promise<NewKey> {
  checkBounds(bounds, now);
  const account = await findOrCreateAccount(client, accountName, now);
  // It would show the orders of everybody who has no key.
  if (account.id === ANONYMOUS) throw new Refusal(MESSAGE.keyOfNobody);
  return insertKey(client, secrets, account, now, bounds, maker);
}

async function insertKey(
  client: Queryable,
  secrets: SecretBox,
  account: NamedAccount,
  now: number,
  { label, scopes, addresses, expiresAt }: KeyBounds,
  maker: KeyMaker | null,
): Promise<NewKey> {
  const key = randomBytes(12).toString('hex');
  const secret = randomBytes(32).toString('hex');
  const sealed = secrets.seal(boxName(key, account.id), Buffer.from(secret));
  await client.query(
    `INSERT INTO api_key (key, sealed_secret, account_id, created_at, label, scopes, addresses, expires_at, made_by, made_via)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [key, sealed, account.id, now, label, scopes, addresses, expiresAt, maker?.name, maker?.via],
  );
  return { key, secret, account: account.name };
}

/** Changes what a key may be used for, on every node within a second, in the caller's transaction. What is left out stays. */
export async function changeKey(
  client: Queryable,
  key: string,
  change: { readonly [Bound in keyof KeyBounds]?: KeyBounds[Bound] | undefined },
  now: number,
): Promise<Change[]> {
  const { label, scopes, addresses, expiresAt } = await lockKey(client, key);
  const before: KeyBounds = { label, scopes, addresses, expiresAt };
  const after: KeyBounds = {
    label: change.label ?? label,
    scopes: change.scopes ?? scopes,
    addresses: change.addresses ?? addresses,
    expiresAt: change.expiresAt === undefined ? expiresAt : change.expiresAt,
  };
  // One that has ended may be given another name all the same.
  checkBounds(after.expiresAt === expiresAt ? { ...after, expiresAt: null } : after, now);
  await client.query(
    'UPDATE api_key SET label = $2, scopes = $3, addresses = $4, expires_at = $5 WHERE key = $1',
    [key, after.label, after.scopes, after.addresses, after.expiresAt],
  );
  return changesOf(before, after);
}

/** Makes a key like another, which ends a while later: whoever uses it changes over in that time. In the caller's transaction. */
export async function rotateKey(
  client: Queryable,
  secrets: SecretBox,
  key: string,
  {
    now,
    keepS,
    maker = null,
  }: { readonly now: number; readonly keepS: number; readonly maker?: KeyMaker | null },
): Promise<{ made: NewKey; endsAt: number; changes: Change[] }> {
  const { account, label, scopes, addresses, expiresAt } = await lockKey(client, key);
  if (expiresAt !== null && expiresAt <= now) throw new Refusal(MESSAGE.keyExpired);
  const bounds = { label, scopes, addresses, expiresAt };
  const made = await insertKey(client, secrets, account, now, bounds, maker);
  const endsAt = Math.min(expiresAt ?? Number.POSITIVE_INFINITY, now + keepS);
  await client.query('UPDATE api_key SET expires_at = $2 WHERE key = $1', [key, endsAt]);
  const changes = [
    { what: 'new key', before: null, after: made.key },
    ...changeOf('ends', endText(expiresAt), endText(endsAt)),
  ];
  return { made, endsAt, changes };
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

/** What the bounds of a new key are, for the audit log. */
export function boundsChanges(bounds: KeyBounds): Change[] {
  return changesOf({ ...UNBOUND, scopes: [] }, bounds);
}

async function lockKey(client: Queryable, key: string): Promise<KeyBounds & { account: NamedAccount }> {
  const { rows } = await client.query<
    Omit<KeyBounds, 'expiresAt'> & { expires_at: number | null; id: number; name: string }
  >(
    `SELECT label, scopes, addresses, expires_at, account.id, name
       FROM api_key JOIN account ON account.id = account_id WHERE key = $1 AND revoked_at IS NULL FOR UPDATE OF api_key`,
    [key],
  );
  const [row] = rows;
  if (row === undefined) throw new Refusal(MESSAGE.keyNotFound);
  const { label, scopes, addresses, expires_at: expiresAt, id, name } = row;
  return { label, scopes, addresses, expiresAt, account: { id, name } };
}

function changesOf(before: KeyBounds, after: KeyBounds): Change[] {
  return [
    ...changeOf('label', before.label, after.label),
    ...changeOf('may', before.scopes.join(', '), after.scopes.join(', ')),
    ...changeOf('from', placesText(before), placesText(after)),
    ...changeOf('ends', endText(before.expiresAt), endText(after.expiresAt)),
  ];
}

function placesText({ addresses }: KeyBounds): string {
  return addresses.length === 0 ? 'anywhere' : addresses.join(', ');
}

function endText(at: number | null): string {
  return at === null ? 'never' : new Date(at * 1_000).toISOString();
}
