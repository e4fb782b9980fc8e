import { type Change, MESSAGE } from '@swapdesk/contract';
import { changeOf } from '../change-of.ts';
import { Refusal } from '../refusal.ts';
import type { Queryable } from '../store/database.ts';

/** Sets how many confirmations a deposit needs, in the caller's transaction. */
export async function changeConfirmations(
  client: Queryable,
  name: string,
  confirmations: number,
): Promise<Change[]> {
  const { rows } = await client.query<{ id: number; confirmations: number }>(
    'SELECT id, confirmations FROM chain WHERE lower(name) = lower($1) FOR UPDATE',
    [name],
  );
  const chain = rows[0];
  if (chain === undefined) throw new Refusal(MESSAGE.chainNotFound);
  await client.query('UPDATE chain SET confirmations = $2 WHERE id = $1', [chain.id, confirmations]);
  return changeOf('confirmations', chain.confirmations, confirmations);
}
