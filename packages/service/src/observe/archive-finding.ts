import type { Queryable } from '../store/database.ts';
import type { Finding } from './finding.ts';

/** Of the server's own archiving, whatever archives it. */
export const ARCHIVING = 'archiving of the log';
const LATE_S = 600;

interface Archiver {
  /** The file that could not be archived, and nothing has been since; null: none. */
  readonly failed: string | null;
  /** Whether a file that is full is not archived. */
  readonly waits: boolean;
  /** Since when nothing was archived, or since its start. */
  readonly quiet_s: number;
}

/** Whether the server archives its log, where it should: else no moment of now can be restored, and its disk fills. */
export async function archiveFinding(client: Queryable, lateS = LATE_S): Promise<Finding[]> {
  const { rows } = await client.query<Archiver>(
    `SELECT CASE WHEN last_failed_time > coalesce(last_archived_time, '-infinity') THEN last_failed_wal END AS failed,
            coalesce(substr(last_archived_wal, 9, 16) COLLATE "C" < substr(pg_walfile_name(
              pg_current_wal_lsn() - pg_size_bytes(current_setting('wal_segment_size'))), 9),
              current_setting('archive_timeout') <> '0') AS waits,
            extract(epoch FROM now() - greatest(last_archived_time, pg_postmaster_start_time()))::int AS quiet_s
       FROM pg_stat_archiver WHERE current_setting('archive_mode') <> 'off' AND NOT pg_is_in_recovery()`,
  );
  return rows.map(({ failed, waits, quiet_s }) => {
    const isLate = waits && quiet_s > lateS;
    return {
      what: ARCHIVING,
      isWell: failed === null && !isLate,
      facts:
        failed !== null
          ? `${failed} cannot be archived, and nothing has been since`
          : isLate
            ? `a file waits, and none was archived for ${quiet_s} s`
            : 'nothing waits for long',
      advice:
        'Is the disk of the archive full or away? What waits fills the disk of the database. See: npx swapdesk doctor, and the log of PostgreSQL',
    };
  });
}
