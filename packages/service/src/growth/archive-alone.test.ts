import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UNSEEN } from '../store/backup/progress.ts';
import { archiveRanges } from './archive-ranges.ts';
import { beginRange } from './begin-range.ts';
import { dueRanges } from './due-ranges.ts';
import { exportRange } from './export-range.ts';
import { letGo } from './let-go.ts';
import { storedRanges } from './stored-ranges.ts';
import { type GrownWorld, openGrownWorld } from './testing/grown-world.ts';
import { watchLeaves } from './watch-leaves.ts';

const KEEP = { ledger_entry: 365, order_event: 365 };
const QUIET = { progress: UNSEEN, signal: new AbortController().signal };

let grown: GrownWorld;
let folder: string;
beforeEach(async () => {
  grown = await openGrownWorld();
  folder = mkdtempSync(join(tmpdir(), 'swapdesk-archive-'));
});
afterEach(async () => {
  await grown.world.close();
  rmSync(folder, { recursive: true });
});

const due = async () => (await dueRanges(grown.world.database, KEEP, grown.world.now)).due;
const archive = async () =>
  archiveRanges(grown.world.database, await due(), { folder, now: grown.world.now }, QUIET);
const lines = () => grown.world.rows('SELECT * FROM ledger_entry ORDER BY id');

/** What each account holds by what is written, here and in the archive. */
async function written(): Promise<string[]> {
  const { rows } = await grown.world.database.query<{ is: string }>(`
    SELECT account || ' ' || asset_id || ' ' || sum(units) AS is FROM (
      SELECT account, asset_id, units FROM ledger_entry UNION ALL SELECT account, asset_id, units FROM carried_units) AS part
     GROUP BY account, asset_id HAVING sum(units) <> 0 ORDER BY 1`);
  return rows.map(({ is }) => is);
}

describe('who archives and is not alone any more', () => {
  it('lets nothing go that somebody else has begun to archive meanwhile: what it came to would be known to nobody', async () => {
    const { database, now } = grown.world;
    const range = (await due()).find(({ table }) => table.name === 'ledger_entry')!;
    const leaves = (await storedRanges(database, 'ledger_entry')).filter(
      ({ beyond }) => beyond <= range.beyond,
    );
    const before = { lines: await lines(), written: await written() };
    const id = await beginRange(database, range, folder, now);
    await watchLeaves(database, leaves);
    const exported = await exportRange(database, { id, range, leaves, draft: join(folder, 'draft') }, QUIET);
    // Its lock was lost together with its connection, which it does not notice.
    await beginRange(database, range, folder, now);
    const leaving = { id, table: range.table, beyond: range.beyond, leaves, file: 'none', exported, now };
    await expect(letGo(database, leaving)).rejects.toThrow('Somebody else');
    expect(await lines()).toEqual(before.lines);
    expect(await written()).toEqual(before.written);
    await archive();
    expect(await written()).toEqual(before.written);
  });

  it('lets nothing go where the store has not heard what it came to, as a standby that was promoted', async () => {
    const { database, now } = grown.world;
    const before = await written();
    const range = (await due()).find(({ table }) => table.name === 'ledger_entry')!;
    const leaves = (await storedRanges(database, 'ledger_entry')).filter(
      ({ beyond }) => beyond <= range.beyond,
    );
    const id = await beginRange(database, range, folder, now);
    const begun = await grown.world.rows(`SELECT * FROM archive_range WHERE id = ${id}`);
    await watchLeaves(database, leaves);
    const exported = await exportRange(database, { id, range, leaves, draft: join(folder, 'draft') }, QUIET);
    // All of it was replicated but that last transaction.
    await database.query('DELETE FROM ledger_carried WHERE range_id = $1', [id]);
    await database.query(
      'UPDATE archive_range r SET rows = b.rows, sha256 = b.sha256 FROM json_populate_record(NULL::archive_range, $1) AS b WHERE r.id = b.id',
      [JSON.stringify(begun[0])],
    );
    const leaving = { id, table: range.table, beyond: range.beyond, leaves, file: 'none', exported, now };
    await expect(letGo(database, leaving)).rejects.toThrow('was promoted');
    expect(await written()).toEqual(before);
    await archive();
    expect(await written()).toEqual(before);
  });

  it('begins nothing anew that is just leaving', async () => {
    const { database, now } = grown.world;
    const before = await written();
    const range = (await due()).find(({ table }) => table.name === 'ledger_entry')!;
    const leaves = (await storedRanges(database, 'ledger_entry')).filter(
      ({ beyond }) => beyond <= range.beyond,
    );
    const id = await beginRange(database, range, folder, now);
    await watchLeaves(database, leaves);
    await exportRange(database, { id, range, leaves, draft: join(folder, 'draft') }, QUIET);
    const leaver = await database.connect();
    await leaver.query('BEGIN');
    // As letGo does it, but for the file.
    await leaver.query(
      `UPDATE archive_range SET closed_at = $2, file = 'f', rows = 1, kept = 0 WHERE id = $1`,
      [id, now],
    );
    const beginning = beginRange(database, range, folder, now);
    while ((await database.query('SELECT FROM pg_locks WHERE NOT granted')).rowCount === 0);
    for (const { leaf } of leaves) await leaver.query(`ALTER TABLE ledger_entry DETACH PARTITION ${leaf}`);
    await leaver.query('COMMIT');
    leaver.release();
    await beginning;
    expect(await written()).toEqual(before);
  });
});
