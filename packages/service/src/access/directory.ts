import type { AccountFees } from '../pricing/terms.ts';
import type { Queryable } from '../store/database.ts';

export interface Account {
  readonly id: number;
  readonly name: string;
  readonly ordersRollId: number;
  readonly referralRollId: number;
  readonly fees: AccountFees;
}

export interface ApiKey {
  readonly key: string;
  readonly secret: string;
  readonly account: Account;
}

export interface RefCode {
  readonly id: number;
  readonly code: string;
  readonly rollId: number;
  readonly commissionPpm: number;
  readonly account: Account;
}

/** Account 0: callers without a key. */
export const ANONYMOUS = 0;

/** Everyone who may call, as it was at one moment. Never changed; a newer one replaces it. */
export class Directory {
  readonly anonymous: Account;
  /** As long as no key has ever been made, everything is open, on loopback only. */
  readonly isOpen: boolean;
  private readonly keys: ReadonlyMap<string, ApiKey>;
  private readonly refCodes: ReadonlyMap<string, RefCode>;

  constructor(parts: {
    anonymous: Account;
    isOpen: boolean;
    keys: readonly ApiKey[];
    refCodes: readonly RefCode[];
  }) {
    this.anonymous = parts.anonymous;
    this.isOpen = parts.isOpen;
    this.keys = new Map(parts.keys.map((key) => [key.key, key]));
    this.refCodes = new Map(parts.refCodes.map((code) => [code.code, code]));
  }

  key(key: string): ApiKey | undefined {
    return this.keys.get(key);
  }

  refCode(code: string): RefCode | undefined {
    return this.refCodes.get(code);
  }
}

/** Reads the directory as it is now. */
export async function loadDirectory(database: Queryable): Promise<Directory> {
  const accounts = new Map((await loadAccounts(database)).map((account) => [account.id, account]));
  const account = (id: number) => accounts.get(id) as Account;
  const keys = await database.query<{ key: string; secret: string; account_id: number; revoked: boolean }>(
    'SELECT key, secret, account_id, revoked_at IS NOT NULL AS revoked FROM api_key',
  );
  const codes = await database.query<{
    id: number;
    code: string;
    roll_id: number;
    commission_ppm: number;
    account_id: number;
  }>('SELECT id, code, roll_id, commission_ppm, account_id FROM ref_code');
  return new Directory({
    anonymous: account(ANONYMOUS),
    isOpen: keys.rows.length === 0,
    keys: keys.rows
      .filter(({ revoked }) => !revoked)
      .map(({ key, secret, account_id }) => ({ key, secret, account: account(account_id) })),
    refCodes: codes.rows.map(({ id, code, roll_id, commission_ppm, account_id }) => ({
      id,
      code,
      rollId: roll_id,
      commissionPpm: commission_ppm,
      account: account(account_id),
    })),
  });
}

async function loadAccounts(database: Queryable): Promise<Account[]> {
  const { rows } = await database.query<{
    id: number;
    name: string;
    orders_roll_id: number;
    referral_roll_id: number;
    float_fee_ppm: number | null;
    fixed_fee_ppm: number | null;
  }>('SELECT id, name, orders_roll_id, referral_roll_id, float_fee_ppm, fixed_fee_ppm FROM account');
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    ordersRollId: row.orders_roll_id,
    referralRollId: row.referral_roll_id,
    fees: { float: row.float_fee_ppm, fixed: row.fixed_fee_ppm },
  }));
}
