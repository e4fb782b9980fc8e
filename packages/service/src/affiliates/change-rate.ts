import { type Change, MESSAGE } from '@swapdesk/contract';
import { changeOf } from '../change-of.ts';
import { Refusal } from '../refusal.ts';
import type { Queryable } from '../store/database.ts';

/** A rate that a code had before, and until when. */
export interface FormerRate {
  readonly code: string;
  readonly until: number;
  readonly commission_ppm: number;
}

/** What a code earns of orders that are placed from now on. Those before keep theirs; the rate of before is kept too. */
export async function changeRate(
  client: Queryable,
  code: string,
  commissionPpm: number,
  now: number,
): Promise<Change[]> {
  const { rows } = await client.query<{ id: number; commission_ppm: number }>(
    'SELECT id, commission_ppm FROM ref_code WHERE code = $1 AND revoked_at IS NULL FOR UPDATE',
    [code],
  );
  const [found] = rows;
  if (found === undefined) throw new Refusal(MESSAGE.refCodeNotFound);
  const changes = changeOf('rate in millionths', found.commission_ppm, commissionPpm);
  if (changes.length === 0) throw new Refusal(MESSAGE.nothingToChange);
  await client.query('INSERT INTO ref_code_rate (code_id, until, commission_ppm) VALUES ($1, $2, $3)', [
    found.id,
    now,
    found.commission_ppm,
  ]);
  await client.query('UPDATE ref_code SET commission_ppm = $2 WHERE id = $1', [found.id, commissionPpm]);
  return changes;
}

/** The rates of before, of all codes, the latest first. */
export async function listFormerRates(client: Queryable): Promise<FormerRate[]> {
  const { rows } = await client.query<FormerRate>(
    `SELECT code, until, ref_code_rate.commission_ppm FROM ref_code_rate JOIN ref_code ON ref_code.id = code_id
      ORDER BY until DESC, ref_code_rate.commission_ppm`,
  );
  return rows;
}
