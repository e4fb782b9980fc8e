import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../../startup-error.ts';

/** Records of the backups that the archived log can take further, beside the log. */
const BASES = 'bases';
const SEGMENT = /^([0-9A-F]{8})([0-9A-F]{16})(?:\.partial|\.[0-9A-F]{8}\.backup)?\.(?:gz|sealed)$/;
const HISTORY = /^([0-9A-F]{8})\.history\.gz$/;

/** A backup that was made while the log was archived. */
export interface Base {
  readonly madeAt: string;
  readonly endedAt: string;
  readonly folder: string;
  readonly firstLog: string;
}

export async function recordBase(archive: string, base: Base): Promise<void> {
  await mkdir(join(archive, BASES), { recursive: true, mode: 0o700 });
  const path = join(archive, BASES, `${base.madeAt.replaceAll(':', '-')}.json`);
  await writeFile(path, `${JSON.stringify(base, null, 2)}\n`, { mode: 0o600, flush: true });
}

/** The oldest first. */
export async function readBases(archive: string): Promise<Base[]> {
  const names = await readdir(join(archive, BASES)).catch(() => []);
  const bases = names
    .filter((name) => name.endsWith('.json'))
    .map(async (name) => JSON.parse(await readFile(join(archive, BASES, name), 'utf8')) as Base);
  return (await Promise.all(bases)).sort((a, b) => (a.madeAt < b.madeAt ? -1 : 1));
}

/** Until when the archived log can reach at most: when its last file was written. Null if there is none. */
export async function reachOf(archive: string): Promise<Date | null> {
  const files = (await readdir(archive)).filter((name) => SEGMENT.test(name));
  const times = await Promise.all(files.map(async (name) => (await stat(join(archive, name))).mtimeMs));
  return times.length === 0 ? null : new Date(Math.max(...times));
}

/**
 * The timeline that was written at a moment: a restore begins another, and what was written before it, after the moment
 * that was restored, is of the old one alone.
 */
export async function timelineAt(archive: string, firstLog: string, at: Date): Promise<number> {
  let timeline = Number.parseInt(firstLog.slice(0, 8), 16);
  for (const name of await readdir(archive)) {
    const number = Number.parseInt(HISTORY.exec(name)?.[1] ?? '0', 16);
    if (number > timeline && (await stat(join(archive, name))).mtime <= at) timeline = number;
  }
  return timeline;
}

/** What was removed of a log, and from when on it still reaches. */
export interface Pruned {
  readonly files: number;
  readonly bytes: number;
  /** The backup from which on every moment can be restored; null: there is none, and all is kept. */
  readonly from: Base | null;
}

/**
 * Removes the log that no moment since `since` needs: of the backups that are still there, the last one of before takes
 * everything from it on. Where there is none of before, the oldest counts. Throws where there are several timelines: one may
 * go on from before the backup of another, and need what that does not.
 */
export async function pruneArchive(
  archive: string,
  since: Date,
  isThere: (base: Base) => boolean,
): Promise<Pruned> {
  const bases = await readBases(archive);
  const before = bases.filter((base) => base.endedAt <= since.toISOString());
  const from = before.filter(isThere).at(-1) ?? bases[0] ?? null;
  if (from === null) return { files: 0, bytes: 0, from };
  await refuseSeveral(archive, from);
  let [files, bytes] = [0, 0];
  for (const name of await readdir(archive)) {
    const position = SEGMENT.exec(name)?.[2];
    if (position === undefined || position >= from.firstLog.slice(8)) continue;
    bytes += (await stat(join(archive, name))).size;
    await rm(join(archive, name));
    files += 1;
  }
  for (const base of bases.slice(0, bases.indexOf(from)))
    await rm(join(archive, BASES, `${base.madeAt.replaceAll(':', '-')}.json`), { force: true });
  return { files, bytes, from };
}

async function refuseSeveral(archive: string, from: Base): Promise<void> {
  const found = (await readdir(archive)).map((name) => (SEGMENT.exec(name) ?? HISTORY.exec(name))?.[1]);
  const timelines = [...new Set([...found, from.firstLog.slice(0, 8)])].filter((name) => name !== undefined);
  const last = timelines.sort().at(-1) as string;
  if (timelines.length === 1) return;
  throw new StartupError(
    `No log was removed: ${archive} has that of several timelines (${timelines.join(', ')}), as after a restore, and moments of one may need the log of another. ` +
      `Make a backup now. When it is older than the days that you want to go back, remove the files by hand whose names begin with another number than ${last}.`,
  );
}
