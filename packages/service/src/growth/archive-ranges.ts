import { mkdir } from 'node:fs/promises';
import { StartupError } from '../startup-error.ts';
import type { Under } from '../store/backup/progress.ts';
import type { Database, Queryable } from '../store/database.ts';
import { LOCK } from '../store/locks.ts';
import { transaction } from '../store/transaction.ts';
import { type ArchivedRange, archiveRange } from './archive-range.ts';
import type { DueRange } from './due-ranges.ts';
import { removeDrafts } from './range-file.ts';

/** Archives one range after the other. Killed at any moment it is begun again where it was: nothing is lost and nothing is there twice. */
export async function archiveRanges(
  database: Database,
  due: readonly DueRange[],
  { folder, now }: { readonly folder: string; readonly now: number },
  under: Under,
): Promise<ArchivedRange[]> {
  await refuseStranger(database);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return transaction(database, async (lock) => {
    await lock.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const { rows } = await lock.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS mine', [
      LOCK.archive,
    ]);
    if (rows[0]?.mine !== true) throw new StartupError('Somebody else is archiving now. Wait for that.');
    await removeDrafts(folder);
    const archived: ArchivedRange[] = [];
    for (const range of due) archived.push(await archiveRange(database, range, { folder, now }, under));
    under.progress.end();
    return archived;
  });
}

/** Only who owns a table can take a part of it away. */
async function refuseStranger(client: Queryable): Promise<void> {
  const { rows } = await client.query<{ may: boolean }>(
    `SELECT pg_has_role(relowner, 'USAGE') AS may FROM pg_class WHERE oid = to_regclass('ledger_entry')`,
  );
  if (rows[0]?.may === true) return;
  throw new StartupError(
    'This database user may not archive: use the SWAPDESK_DATABASE_URL of the one that owns the tables.',
  );
}
