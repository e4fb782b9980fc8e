import type { Queryable } from '../../store/database.ts';
import { isCompared } from '../../store/timeline.ts';

/** Why the desk is held, and since when. */
export interface Hold {
  readonly id: string;
  readonly since: number;
  readonly why: string;
}

/** The hold there is; null if the desk works. */
export async function readHold(client: Queryable): Promise<Hold | null> {
  const { rows } = await client.query<{ id: string | null; since: number; why: string }>({
    name: 'read-hold',
    text: 'SELECT id, since, why FROM hold',
  });
  const [row] = rows;
  return row === undefined || row.id === null ? null : { id: row.id, since: row.since, why: row.why };
}

/**
 * Whether orders are decided about. A server that was just promoted may have lost what was decided, signed and paid: nobody
 * decides again until a record was compared with the history that it writes.
 */
export type Standing = 'held' | 'not compared' | 'goes on';

export async function readStanding(client: Queryable): Promise<Standing> {
  const { rows } = await client.query<{ is_held: boolean; compared: string[] }>({
    name: 'read-standing',
    text: `
      SELECT id IS NOT NULL AS is_held, ARRAY (SELECT timeline FROM signing_record) AS compared FROM hold`,
  });
  const [row] = rows;
  if (row?.is_held) return 'held';
  return (await isCompared(client, row?.compared ?? [])) ? 'goes on' : 'not compared';
}

/** Until the transaction ends nobody can begin a hold. */
export async function lockHold(client: Queryable): Promise<void> {
  await client.query({ name: 'lock-hold', text: 'SELECT FROM hold FOR SHARE' });
}

/** The hold that ended last, as far as this store knows; empty if there was none. */
export async function lastEnded(client: Queryable): Promise<string> {
  const { rows } = await client.query<{ ended: string }>('SELECT ended FROM hold');
  return rows[0]?.ended ?? '';
}

/**
 * Begins a hold, or adds a reason to the one there is: nothing is signed, placed, accepted, resolved or expired until it
 * ends. No address is given, and every chain has to be looked at anew, and every record that was in use unless it is lost.
 */
export async function beginHold(client: Queryable, hold: Hold, waitsForRecords = true): Promise<Hold> {
  const { rows } = await client.query<Hold & { is_new: boolean }>(
    `UPDATE hold h SET id = coalesce(h.id, $1), since = CASE WHEN h.id IS NULL THEN $2 ELSE h.since END,
            why = CASE WHEN h.id IS NULL THEN $3 WHEN position($3 IN h.why) > 0 THEN h.why ELSE h.why || '; ' || $3 END
       FROM hold before WHERE before.is_only
     RETURNING h.id, h.since, h.why, before.id IS NULL AS is_new`,
    [hold.id, hold.since, hold.why],
  );
  const [{ is_new, ...begun }] = rows as [Hold & { is_new: boolean }];
  if (is_new) {
    await client.query('DELETE FROM hold_chain');
    await client.query('UPDATE lost_payment SET is_idle = false');
    await client.query('UPDATE address_space SET released = given');
    await client.query('UPDATE signing_record SET is_waited_for = $2 AND seen_at > $1', [
      ...[hold.since - RECENT_S, waitsForRecords],
    ]);
  }
  return begun;
}

/** A record that was not in use for longer is not waited for. */
const RECENT_S = 7 * 86_400;

/** Ends the hold; false if there was none. */
export async function endHold(client: Queryable): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE hold SET ended = id, id = NULL, why = '' WHERE id IS NOT NULL`,
  );
  return rowCount === 1;
}

/** Notes that a chain has been followed to its tip since the hold began, and that its books agree there. */
export async function chainAgrees(client: Queryable, chainId: number): Promise<void> {
  await client.query('INSERT INTO hold_chain (chain_id) VALUES ($1) ON CONFLICT DO NOTHING', [chainId]);
}

/** Its books did not agree after all, or it fell behind. */
export async function chainDiffers(client: Queryable, chainId: number): Promise<void> {
  await client.query('DELETE FROM hold_chain WHERE chain_id = $1', [chainId]);
}
