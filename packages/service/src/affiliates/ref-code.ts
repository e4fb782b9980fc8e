import type { Queryable } from '../store/database.ts';

/** A referral code and whom it pays. */
export interface RefCode {
  readonly id: number;
  readonly code: string;
  readonly rollId: number;
  readonly commissionPpm: number;
  readonly accountId: number;
  /** The roll of all orders that came through the account's codes. */
  readonly accountRollId: number;
}

/** The code of that name. Read from the store each time, so that a new one earns from its first moment. */
export async function findRefCode(database: Queryable, code: string): Promise<RefCode | null> {
  const { rows } = await database.query<{
    id: number;
    code: string;
    roll_id: number;
    commission_ppm: number;
    account_id: number;
    referral_roll_id: number;
  }>({
    name: 'find-ref-code',
    text: `
      SELECT ref_code.id, code, roll_id, commission_ppm, account_id, referral_roll_id
        FROM ref_code JOIN account ON account.id = account_id WHERE code = $1 AND revoked_at IS NULL`,
    values: [code],
  });
  const row = rows[0];
  if (row === undefined) return null;
  return {
    id: row.id,
    code: row.code,
    rollId: row.roll_id,
    commissionPpm: row.commission_ppm,
    accountId: row.account_id,
    accountRollId: row.referral_roll_id,
  };
}
