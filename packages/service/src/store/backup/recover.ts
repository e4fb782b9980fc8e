import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../../startup-error.ts';
import { startEmbedded } from '../embedded/embedded.ts';
import { ARCHIVE_LATER, refuseClosedNode, sealer, shellWord, writeSealer } from '../embedded/log-archive.ts';
import { serverUser } from '../embedded/server-user.ts';
import { reachOf, timelineAt } from './archive.ts';
import { writeOwned } from './copy-cluster.ts';
import type { BackupLabel } from './label.ts';

const STANDBY = 'standby.signal';
const RECOVERY = 'recovery.signal';
const SCRIPT = 'fetch-log.sh';
/** A day's log of a busy desk takes its time. */
const PATIENCE_MS = 24 * 3_600_000;

/** What opens a sealed log, for as long as the server reads it: beside what was opened. */
const SECRET = 'fetch-log.key';

/** Run by the server for each file of the log that it wants. */
const fetchScript = (dataDir: string) => `#!/bin/sh
# FOLDER NAME TO KEY
if [ -f "$1/$2.sealed" ] && [ -f "$4" ]; then
  # Beyond 125: it is there and damaged, which is not the end of the log.
  ${sealer(dataDir)} open "$1/$2.sealed" "$4" "$3.part" && mv "$3.part" "$3" && exit 0
  exit 200
fi
[ -f "$1/$2.gz" ] || exit 1
gzip -dc "$1/$2.gz" > "$3.part" && mv "$3.part" "$3"
`;

/** Where a restored store gets its log from, and up to which moment. */
export interface Recovery {
  /** Null: nothing was archived. */
  readonly archive: string | null;
  /** Null: as the backup has it. */
  readonly at: Date | null;
  /** What opens it, where it is sealed. */
  readonly logKey: Buffer | null;
}

/** A copy that only reads along: starting it writes nothing of its own, so the log can take it further. */
export async function markStandby(dataDir: string): Promise<void> {
  await signal(dataDir, STANDBY);
}

/**
 * Lets the server of a restored copy read its log, up to a moment if one is named, and begin a timeline of its own: nothing
 * that it writes from then on can be taken for what was written before.
 */
export async function recover(dataDir: string, label: BackupLabel | null, recovery: Recovery): Promise<void> {
  const { archive, at } = recovery;
  if (at !== null) await refuseOutOfReach(label, archive, at);
  rmSync(join(dataDir, 'postgres', STANDBY), { force: true });
  await signal(dataDir, RECOVERY);
  const user = serverUser(join(dataDir, 'postgres'));
  await writeFile(join(dataDir, SCRIPT), fetchScript(dataDir), { mode: 0o755 });
  if (recovery.logKey !== null) {
    refuseClosedNode(user);
    writeSealer(dataDir);
    await writeOwned(join(dataDir, SECRET), user, (file) => file.writeFile(recovery.logKey as Buffer));
  }
  const settings = {
    // Also where nothing is archived yet: what tells of the new timeline waits for that.
    ...ARCHIVE_LATER,
    // Nobody connects before it writes.
    hot_standby: 'off',
    restore_command: fetching(dataDir, recovery),
    recovery_target_timeline: 'current',
    ...(at !== null && {
      // It reads its settings before it knows what Z is.
      recovery_target_time: at.toISOString().replace('Z', '+00'),
      recovery_target_action: 'promote',
      recovery_target_timeline: String(await timelineAt(archive as string, label?.firstLog as string, at)),
    }),
  };
  try {
    const server = await startEmbedded({ dataDir, settings, patienceMs: PATIENCE_MS });
    await server.stop();
  } catch (error) {
    throw /recovery ended before/.test((error as Error).message) ? tooLate(dataDir, at as Date) : error;
  } finally {
    for (const name of [SCRIPT, SECRET]) rmSync(join(dataDir, name), { force: true });
  }
}

/** Where a moment is named, the log; else only what tells which timelines there are, so that none is begun twice. */
function fetching(dataDir: string, { archive, at }: Recovery): string {
  if (archive === null) return 'exit 1';
  const fetch = `/bin/sh ${shellWord(join(dataDir, SCRIPT))} ${shellWord(archive)} %f %p ${shellWord(join(dataDir, SECRET))}`;
  return at === null ? `case %f in *.history) ${fetch};; *) exit 1;; esac` : fetch;
}

/** Throws if a moment is surely not in the reach of backup and log. */
export async function refuseOutOfReach(
  label: BackupLabel | null,
  archive: string | null,
  at: Date,
): Promise<void> {
  if (archive === null || !existsSync(archive))
    throw new StartupError(
      `To restore to a moment, the archived log is needed. Set SWAPDESK_LOG_ARCHIVE to its folder${archive === null ? '' : `: ${archive} is not there`}.`,
    );
  if (label?.endedAt === undefined)
    throw new StartupError('This backup does not say when it was made, so no log can take it further.');
  if (at < new Date(label.endedAt))
    throw new StartupError(
      `The backup is of ${label.endedAt}, which is later than ${at.toISOString()}: it can only be taken forward. Take an older one.`,
    );
  const reach = await reachOf(archive);
  if (reach === null || reach < at)
    throw new StartupError(
      `The log in ${archive} reaches to ${reach?.toISOString() ?? 'nowhere'}, which is earlier than ${at.toISOString()}. Name an earlier moment.`,
    );
}

/** What the server says of where the log ended. */
function tooLate(dataDir: string, at: Date): StartupError {
  const logs = join(dataDir, 'postgres-log');
  const said = readdirSync(logs).map((name) => readFileSync(join(logs, name), 'utf8'));
  const last = /last completed transaction was at log time (.*)/.exec(said.join('\n'))?.[1];
  return new StartupError(
    `The log ends before ${at.toISOString()}: ${last === undefined ? 'it has nothing of after the backup' : `the last that it has is of ${last}`}. Name an earlier moment.`,
  );
}

async function signal(dataDir: string, name: string): Promise<void> {
  const cluster = join(dataDir, 'postgres');
  if (!existsSync(join(cluster, name)))
    await writeOwned(join(cluster, name), serverUser(cluster), (file) => file.sync());
}
