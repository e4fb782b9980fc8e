import { MESSAGE } from '@swapdesk/contract';
import { findOrCreateAccount } from '../access/accounts.ts';
import { Refusal } from '../refusal.ts';
import type { Queryable } from '../store/database.ts';

export interface ListedRefCode {
  readonly code: string;
  readonly account: string;
  readonly commission_ppm: number;
  readonly orders: number;
  readonly created_at: number;
  /** Null: it earns. */
  readonly revoked_at: number | null;
}

/** In the order in which they were made: those of an account, or of all. */
export async function listRefCodes(
  client: Queryable,
  accountId: number | null = null,
): Promise<ListedRefCode[]> {
  const { rows } = await client.query<ListedRefCode>(
    `
    SELECT code, account.name AS account, commission_ppm, roll.length AS orders, ref_code.created_at, revoked_at
      FROM ref_code JOIN account ON account.id = account_id JOIN roll ON roll.id = roll_id
      WHERE $1::bigint IS NULL OR account_id = $1 ORDER BY ref_code.id`,
    [accountId],
  );
  return rows;
}

/** Makes a code that earns an account, which is made if there is none, a part of the service fee. */
export async function createRefCode(
  client: Queryable,
  { code, account: accountName, commissionPpm }: { code: string; account: string; commissionPpm: number },
  now: number,
): Promise<void> {
  const account = await findOrCreateAccount(client, accountName, now);
  const { rowCount } = await client.query(
    `WITH roll AS (INSERT INTO roll DEFAULT VALUES RETURNING id)
     INSERT INTO ref_code (code, account_id, commission_ppm, roll_id, created_at)
     SELECT $1, $2, $3, roll.id, $4 FROM roll ON CONFLICT (code) DO NOTHING`,
    [code, account.id, commissionPpm, now],
  );
  if (rowCount === 0) throw new Refusal(MESSAGE.refCodeExists);
}

/** Orders placed from now on earn nothing through it; those before keep their commission. */
export async function revokeRefCode(client: Queryable, code: string, now: number): Promise<void> {
  const { rowCount } = await client.query(
    'UPDATE ref_code SET revoked_at = $2 WHERE code = $1 AND revoked_at IS NULL',
    [code, now],
  );
  if (rowCount === 0) throw new Refusal(MESSAGE.refCodeNotFound);
}
