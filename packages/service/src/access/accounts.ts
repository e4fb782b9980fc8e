import { type Change, MESSAGE } from '@swapdesk/contract';
import { changeOf } from '../change-of.ts';
import { Refusal } from '../refusal.ts';
import type { Queryable } from '../store/database.ts';
import { ANONYMOUS } from './anonymous.ts';

export interface NamedAccount {
  readonly id: number;
  readonly name: string;
}

export interface ListedAccount {
  readonly name: string;
  readonly orders: number;
  readonly float_fee_ppm: number | null;
  readonly fixed_fee_ppm: number | null;
  /** The most that it may put on top for itself. */
  readonly markup_ppm: number;
  readonly needs_signature_v2: boolean;
  readonly created_at: number;
}

export async function listAccounts(client: Queryable): Promise<ListedAccount[]> {
  const { rows } = await client.query<ListedAccount>(`
    SELECT name, length AS orders, float_fee_ppm, fixed_fee_ppm, markup_ppm, needs_signature_v2, created_at
      FROM account JOIN roll ON roll.id = orders_roll_id ORDER BY account.id`);
  return rows;
}

/** The account of that name; throws a Refusal if there is none. */
export async function findAccount(client: Queryable, name: string): Promise<NamedAccount> {
  const { rows } = await client.query<NamedAccount>('SELECT id, name FROM account WHERE name = $1', [name]);
  if (rows[0] === undefined) throw new Refusal(MESSAGE.accountNotFound);
  return rows[0];
}

/** The account of that name; made, with its rolls, if there is none. In the caller's transaction. */
export async function findOrCreateAccount(
  client: Queryable,
  name: string,
  now: number,
): Promise<NamedAccount> {
  await client.query('LOCK TABLE account IN SHARE ROW EXCLUSIVE MODE');
  const found = await client.query<NamedAccount>('SELECT id, name FROM account WHERE name = $1', [name]);
  if (found.rows[0] !== undefined) return found.rows[0];
  const made = await client.query<NamedAccount>(
    `WITH orders AS (INSERT INTO roll DEFAULT VALUES RETURNING id),
          referrals AS (INSERT INTO roll DEFAULT VALUES RETURNING id)
     INSERT INTO account (name, orders_roll_id, referral_roll_id, created_at)
     SELECT $1, orders.id, referrals.id, $2 FROM orders, referrals
     RETURNING id, name`,
    [name, now],
  );
  return made.rows[0] as NamedAccount;
}

/** Fees in millionths; null takes the account's own away; what is left out stays. */
export interface AccountFeeChange {
  readonly float?: number | null | undefined;
  readonly fixed?: number | null | undefined;
}

/** Changes the fees of an account, in the caller's transaction. Orders placed before keep theirs. */
export async function setAccountFees(
  client: Queryable,
  name: string,
  { float, fixed }: AccountFeeChange,
): Promise<Change[]> {
  const { rows } = await client.query<Pick<ListedAccount, 'float_fee_ppm' | 'fixed_fee_ppm'>>(
    'SELECT float_fee_ppm, fixed_fee_ppm FROM account WHERE name = $1 FOR UPDATE',
    [name],
  );
  const before = rows[0];
  if (before === undefined) throw new Refusal(MESSAGE.accountNotFound);
  const after = {
    float_fee_ppm: float === undefined ? before.float_fee_ppm : float,
    fixed_fee_ppm: fixed === undefined ? before.fixed_fee_ppm : fixed,
  };
  await client.query('UPDATE account SET float_fee_ppm = $2, fixed_fee_ppm = $3 WHERE name = $1', [
    name,
    after.float_fee_ppm,
    after.fixed_fee_ppm,
  ]);
  return [
    ...changeOf('float fee in millionths', before.float_fee_ppm, after.float_fee_ppm),
    ...changeOf('fixed fee in millionths', before.fixed_fee_ppm, after.fixed_fee_ppm),
  ];
}

/** Says what an account may put on top for itself at most, in the caller's transaction. What was quoted and placed before stays. */
export async function setMarkup(client: Queryable, name: string, mostPpm: number): Promise<Change[]> {
  const { rows } = await client.query<Pick<ListedAccount, 'markup_ppm'> & { id: number }>(
    'SELECT id, markup_ppm FROM account WHERE name = $1 FOR UPDATE',
    [name],
  );
  if (rows[0] === undefined) throw new Refusal(MESSAGE.accountNotFound);
  // Those without a key are nobody who could be paid.
  if (rows[0].id === ANONYMOUS) throw new Refusal(MESSAGE.markupNeedsKey);
  await client.query('UPDATE account SET markup_ppm = $2 WHERE name = $1', [name, mostPpm]);
  return changeOf('most markup in millionths', rows[0].markup_ppm, mostPpm);
}

/** Says whether requests of an account have to be signed in the second form, in the caller's transaction. */
export async function setSignatureForm(client: Queryable, name: string, isV2: boolean): Promise<Change[]> {
  const { rows } = await client.query<Pick<ListedAccount, 'needs_signature_v2'>>(
    'SELECT needs_signature_v2 FROM account WHERE name = $1 FOR UPDATE',
    [name],
  );
  if (rows[0] === undefined) throw new Refusal(MESSAGE.accountNotFound);
  await client.query('UPDATE account SET needs_signature_v2 = $2 WHERE name = $1', [name, isV2]);
  const form = (needsV2: boolean) => (needsV2 ? 'v2' : 'any');
  return changeOf('signature', form(rows[0].needs_signature_v2), form(isV2));
}
