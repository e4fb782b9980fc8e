import { type AccountFees, FeeRules, loadFeeRules } from '../pricing/fee-rules.ts';
import type { SecretBox } from '../secrets/sealed-secret.ts';
import type { Queryable } from '../store/database.ts';
import { ANONYMOUS } from './anonymous.ts';
import { type ActiveBounds, activeBounds, type KeyBounds } from './key-bounds.ts';
import { boxName } from './keys.ts';

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
  /** Its account accepts no request that is signed in the first form only. */
  readonly needsV2: boolean;
  readonly bounds: ActiveBounds;
}

/** Everyone who may call, as it was at one moment. Never changed; a newer one replaces it. */
export class Directory {
  readonly anonymous: Account;
  /** As long as no key has ever been made, everything is open, on loopback only. */
  readonly isOpen: boolean;
  private readonly keys: ReadonlyMap<string, ApiKey>;

  constructor(parts: { anonymous: Account; isOpen: boolean; keys: readonly ApiKey[] }) {
    this.anonymous = parts.anonymous;
    this.isOpen = parts.isOpen;
    this.keys = new Map(parts.keys.map((key) => [key.key, key]));
  }

  key(key: string): ApiKey | undefined {
    return this.keys.get(key);
  }
}

/** Reads the directory as it is now; a node without the key of the service knows nobody's secret. */
export async function loadDirectory(database: Queryable, secrets: SecretBox | null): Promise<Directory> {
  // Keys first: whoever has one by then has an account.
  const keys = await database.query<{
    key: string;
    sealed: Buffer | null;
    account_id: number;
    revoked: boolean;
    needs_v2: boolean;
    scopes: KeyBounds['scopes'];
    addresses: KeyBounds['addresses'];
    expires_at: number | null;
  }>(`
    SELECT key, sealed_secret AS sealed, account_id, revoked_at IS NOT NULL AS revoked, needs_signature_v2 AS needs_v2,
           scopes, addresses, expires_at
      FROM api_key JOIN account ON account.id = account_id`);
  const accounts = new Map((await loadAccounts(database)).map((account) => [account.id, account]));
  const account = (id: number) => accounts.get(id) as Account;
  return new Directory({
    anonymous: account(ANONYMOUS),
    isOpen: keys.rows.length === 0,
    // One that was not sealed here is nobody's: somebody else wrote it.
    keys: keys.rows
      .filter(({ revoked }) => !revoked)
      .flatMap(({ key, sealed, account_id, needs_v2: needsV2, scopes, addresses, expires_at: expiresAt }) => {
        const bytes = sealed === null ? null : (secrets?.open(boxName(key, account_id), sealed) ?? null);
        const secret = bytes?.toString() ?? null;
        if (secret === null) return [];
        const bounds = activeBounds({ scopes, addresses, expiresAt });
        return [{ key, secret, account: account(account_id), needsV2, bounds }];
      }),
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
    markup_ppm: number;
  }>(
    'SELECT id, name, orders_roll_id, referral_roll_id, float_fee_ppm, fixed_fee_ppm, markup_ppm FROM account',
  );
  const rules = await loadFeeRules(database);
  return rows.map((row) => {
    const own = rules.filter(({ accountId }) => accountId === row.id);
    return {
      id: row.id,
      name: row.name,
      ordersRollId: row.orders_roll_id,
      referralRollId: row.referral_roll_id,
      fees: {
        float: row.float_fee_ppm,
        fixed: row.fixed_fee_ppm,
        ...(own.length > 0 && { rules: new FeeRules(own) }),
        ...(row.id === ANONYMOUS
          ? { isKeyless: true }
          : row.markup_ppm > 0 && { mostMarkupPpm: row.markup_ppm }),
      },
    };
  });
}
