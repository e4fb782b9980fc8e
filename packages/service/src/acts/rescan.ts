import { MESSAGE } from '@swapdesk/contract';
import { chainKey } from '../catalog/chain-names.ts';
import type { Done } from '../operators/audit.ts';
import { Refusal } from '../refusal.ts';
import type { Queryable } from '../store/database.ts';

/** Asks the engine to look through followed blocks once more; the last is the newest that was followed where none is said. */
export async function askRescan(
  client: Queryable,
  chain: string,
  from: number,
  to: number | undefined,
): Promise<Done<void>> {
  const { rows } = await client.query<{ id: number; name: string; followed: number | null }>(
    `SELECT c.id, c.name, (SELECT max(height) FROM followed_block b WHERE b.chain_id = c.id) AS followed
       FROM chain c WHERE lower(c.name) = $1`,
    [chainKey(chain)],
  );
  const [found] = rows;
  if (found === undefined) throw new Refusal(MESSAGE.chainNotFound);
  const { id, name, followed } = found;
  const last = Math.min(to ?? Number.MAX_SAFE_INTEGER, followed ?? -1);
  if (from > last) throw new Refusal(MESSAGE.notFollowed);
  await client.query(
    `INSERT INTO rescan (chain_id, first, next, last) VALUES ($1, $2, $2, $3)
         ON CONFLICT (chain_id) DO UPDATE SET first = excluded.first, next = excluded.next, last = excluded.last, found = 0`,
    [id, from, last],
  );
  const changes = [{ what: 'blocks', before: null, after: `${from} to ${last}` }];
  return { act: 'wallet rescan', subject: name, changes, result: undefined };
}
