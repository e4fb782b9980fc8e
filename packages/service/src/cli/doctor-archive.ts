import type { Config } from '../config.ts';
import type { Finding } from '../observe/finding.ts';
import { readBases } from '../store/backup/archive.ts';
import type { Database } from '../store/database.ts';
import { ARCHIVE_EVERY_S, archiveFor } from '../store/embedded/log-archive.ts';
import { readLogKey } from '../store/embedded/log-key.ts';

const LATE_S = 5 * ARCHIVE_EVERY_S;
const OLD_BASE_DAYS = 8;
const DAY_S = 86_400;

interface Archiver {
  readonly mode: string;
  /** The file that could not be archived, and nothing has been since; null: all goes well. */
  readonly failed: string | null;
  readonly waiting: number;
  /** How long the file waits that has waited the longest. */
  readonly late_s: number;
}

/** Where the built-in database archives its log: whether it does, and whether there is a backup that the log can take further. */
export async function lookAtArchive(
  database: Database,
  { databaseUrl, logArchive, dataDir }: Config,
  now: number,
): Promise<Finding[]> {
  const folder = archiveFor(dataDir, logArchive);
  if (databaseUrl !== null || folder === null) return [];
  return [archiving(await readArchiver(database), folder, dataDir), await lastBase(folder, now)];
}

async function readArchiver(database: Database): Promise<Archiver> {
  const { rows } = await database.query<Archiver>(
    `SELECT current_setting('archive_mode') AS mode,
            CASE WHEN last_failed_time > coalesce(last_archived_time, '-infinity') THEN last_failed_wal END AS failed,
            ready.waiting, ready.late_s
       FROM pg_stat_archiver,
            (SELECT count(*)::int AS waiting,
                    coalesce(extract(epoch FROM now() - min(modification)), 0)::int AS late_s
               FROM pg_ls_archive_statusdir() WHERE name LIKE '%.ready') AS ready`,
  );
  return rows[0] as Archiver;
}

function archiving({ mode, failed, waiting, late_s }: Archiver, folder: string, dataDir: string): Finding {
  const what = 'log archive';
  if (mode !== 'on') {
    const facts = `the log is not archived to ${folder} yet`;
    return {
      what,
      isWell: false,
      facts,
      advice: 'That begins with a start of the desk: stop it and start it',
    };
  }
  const isLate = late_s > LATE_S;
  const facts =
    failed !== null
      ? `${failed} cannot be archived to ${folder}, and ${waiting} files wait`
      : isLate
        ? `${waiting} files wait to be archived, the first for ${late_s} s`
        : `all is archived to ${folder}, ${readLogKey(folder) === null ? 'in the clear (npx swapdesk seal-log)' : 'sealed'}`;
  return {
    what,
    isWell: failed === null && !isLate,
    facts,
    advice: `Is its disk full or away, or has it the log of another desk? ${dataDir}/postgres-log says why. What waits is kept in the data folder, and fills its disk`,
  };
}

async function lastBase(archive: string, now: number): Promise<Finding> {
  const what = 'last backup';
  const advice = 'Make one, from which the archived log can go on: npx swapdesk backup FOLDER';
  const last = (await readBases(archive)).at(-1);
  if (last === undefined)
    return { what, isWell: false, facts: 'none was made since the log is archived', advice };
  const days = Math.floor((now - Date.parse(last.madeAt) / 1000) / DAY_S);
  return {
    what,
    isWell: days <= OLD_BASE_DAYS,
    facts: `of ${last.madeAt}, ${days} days old, in ${last.folder}`,
    advice,
  };
}
