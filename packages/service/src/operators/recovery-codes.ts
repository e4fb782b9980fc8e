import { createHash, randomBytes } from 'node:crypto';
import { base32nopad } from '@scure/base';
import type { Queryable } from '../store/database.ts';

/** Codes in place of the authenticator's. They are random enough to need neither a salt nor a slow hash. */

const CODES = 10;
const CODE_BYTES = 16;

/** Makes new ones; those before are void. They are told only now. */
export async function renewRecoveryCodes(client: Queryable, operatorId: number): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () =>
    base32nopad.encode(randomBytes(CODE_BYTES)).replace(/(.{4})(?=.)/g, '$1-'),
  );
  await dropRecoveryCodes(client, operatorId);
  await client.query(
    'INSERT INTO operator_recovery (operator_id, code_hash) SELECT $1, unnest($2::bytea[])',
    [operatorId, codes.map(hashOf)],
  );
  return codes;
}

export async function dropRecoveryCodes(client: Queryable, operatorId: number): Promise<void> {
  await client.query('DELETE FROM operator_recovery WHERE operator_id = $1', [operatorId]);
}

/** Uses one up; false if it is none. Of two who use the same one, one succeeds. */
export async function useRecoveryCode(client: Queryable, operatorId: number, code: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'DELETE FROM operator_recovery WHERE operator_id = $1 AND code_hash = $2',
    [operatorId, hashOf(code)],
  );
  return rowCount === 1;
}

export async function countRecoveryCodes(client: Queryable, operatorId: number): Promise<number> {
  const { rows } = await client.query<{ many: number }>(
    'SELECT count(*) AS many FROM operator_recovery WHERE operator_id = $1',
    [operatorId],
  );
  return rows[0]?.many ?? 0;
}

function hashOf(code: string): Buffer {
  return createHash('sha256').update(code.replace(/[\s-]/g, '').toUpperCase()).digest();
}
