import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../startup-error.ts';
import type { Under } from '../store/backup/progress.ts';
import type { Database } from '../store/database.ts';
import { beginRange } from './begin-range.ts';
import type { DueRange } from './due-ranges.ts';
import { exportRange, type RangeExport } from './export-range.ts';
import { letGo } from './let-go.ts';
import { draftOf, onDisk, rangeFileName, readBackRange } from './range-file.ts';
import { storedRanges } from './stored-ranges.ts';
import { watchLeaves } from './watch-leaves.ts';

/** A range that has left the store. */
export interface ArchivedRange {
  readonly table: string;
  readonly beyond: number;
  readonly file: string;
  readonly rows: number;
  /** Rows that stayed. */
  readonly kept: number;
  /** What the store has given back of its disk, about. */
  readonly bytes: number;
}

/** So often what was written meanwhile is read once more. */
const MOST_TRIES = 5;

/**
 * Takes a range out of the store. From when it is watched until it is let go, whatever is written to it is noticed; so what is in the
 * file is what leaves. It leaves in one transaction: before that all is as it was but for a file, after that all is done.
 */
export async function archiveRange(
  database: Database,
  range: DueRange,
  { folder, now }: { readonly folder: string; readonly now: number },
  under: Under,
): Promise<ArchivedRange> {
  const { table, beyond } = range;
  const words = `${table.words} up to ${beyond.toLocaleString('en')}`;
  const leaves = (await storedRanges(database, table.name)).filter((leaf) => leaf.beyond <= beyond);
  const bytes = leaves.reduce((sum, leaf) => sum + leaf.bytes, 0);
  const id = await beginRange(database, range, folder, now);
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    under.progress.begin(`Watching ${words}`, null);
    await watchLeaves(database, leaves);
    under.progress.begin(`Writing ${words}`, bytes);
    const exported = await exportRange(database, { id, range, leaves, draft: draftOf(folder) }, under);
    under.progress.begin(`Reading back ${words}`, exported.bytes);
    const file = await keepFile(folder, range, exported, (done) => under.progress.add(done));
    under.signal.throwIfAborted();
    under.progress.begin(`Letting ${words} go`, null);
    if (await letGo(database, { id, table, beyond, leaves, file, exported, now })) {
      return { table: table.name, beyond, file, rows: exported.rows, kept: exported.kept, bytes };
    }
  }
  throw new StartupError(
    `Something was written to ${words} each time that it was to leave. It stays as it is; try again at a quieter time.`,
  );
}

/** Gives the draft its name once it was read back as what was written, and says beside it what it holds. */
async function keepFile(
  folder: string,
  { table, first, beyond }: DueRange,
  exported: RangeExport,
  onBytes: (bytes: number) => void,
): Promise<string> {
  const draft = draftOf(folder);
  const found = await readBackRange(draft, onBytes);
  if (found.sha256 !== exported.sha256 || found.rows !== exported.rows)
    throw new StartupError(
      `What was written to ${folder} is read back as something else. Nothing left the store. Is that disk well?`,
    );
  const file = rangeFileName(table.name, first, beyond, exported.sha256);
  const { rows, kept, sha256, fromAt, untilAt } = exported;
  const manifest = {
    table: table.name,
    first,
    beyond,
    rows,
    kept,
    sha256,
    from_at: fromAt,
    until_at: untilAt,
  };
  await writeFile(join(folder, `${file}.json`), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: 0o600,
    flush: true,
  });
  await rename(draft, join(folder, file));
  await onDisk(folder);
  return file;
}
