import { existsSync, realpathSync } from 'node:fs';
import { readdir, rename } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { Client } from 'pg';
import { StartupError } from '../../startup-error.ts';
import { joinEmbedded } from '../embedded/embedded.ts';
import { rememberedArchive } from '../embedded/log-archive.ts';
import { syncFolder } from '../embedded/make-folder.ts';
import { prepareSite, type Site } from '../embedded/site.ts';
import { recordBase } from './archive.ts';
import { copyCluster, copyDurably, sizeOfCluster, writeOwned } from './copy-cluster.ts';
import { refuseThere, withDraft } from './draft.ts';
import { type BackupLabel, writeLabel } from './label.ts';
import { copyPlainFiles } from './plain-files.ts';
import type { Under } from './progress.ts';
import { readBack } from './read-back.ts';
import { markStandby } from './recover.ts';
import { isOnOneDisk, roomFor, withRoom } from './room.ts';
import { newSealKey } from './seal.ts';
import { SEALED, sealFolder } from './sealed-backup.ts';

/** Where a timeline began: without it the log cannot be read along that. */
const HISTORY = /^[0-9A-F]{8}\.history$/;

/** What a backup is made of, and where. */
export interface WantedBackup {
  readonly dataDir: string;
  /** The folder that it becomes, which is not there yet. */
  readonly target: string;
  readonly madeAt: Date;
  /** What it is sealed with; null: it is not. */
  readonly passphrase: string | null;
}

/**
 * Copies the embedded database while it runs, or while it does not, into a folder that is not there yet. The copy is
 * started once and read: then it is whole, and it is put in its place. The signing record is no part of it.
 */
export async function backUp(wanted: WantedBackup, under: Under): Promise<BackupLabel> {
  const { dataDir, target, passphrase } = wanted;
  const folder = resolve(target);
  refuseThere(folder);
  refuseInside(dataDir, folder);
  if (!existsSync(join(dataDir, 'postgres'))) throw new StartupError(`There is no database in ${dataDir}.`);
  const bytes = await sizeOfCluster(join(dataDir, 'postgres'), 'running');
  const label =
    passphrase === null
      ? await withRoom(folder, roomFor(bytes), () =>
          withDraft(folder, (draft) => inPlace(draft, folder, () => makeCopy(wanted, draft, bytes, under))),
        )
      : await backUpSealed(wanted, folder, passphrase, bytes, under);
  await noteBase(dataDir, folder, label);
  under.progress.end();
  return label;
}

/** Whatever takes the data folder away takes such a backup along. */
function refuseInside(dataDir: string, folder: string): void {
  const real = (path: string): string =>
    existsSync(path) ? realpathSync(path) : join(real(dirname(path)), basename(path));
  const from = relative(real(resolve(dataDir)), real(folder));
  if (from !== '..' && !from.startsWith('../'))
    throw new StartupError(
      `${folder} is in the data folder, and would be lost with it. Name a folder outside, best on another disk.`,
    );
}

/** Where the log is archived, it can take this backup further. */
async function noteBase(dataDir: string, folder: string, label: BackupLabel): Promise<void> {
  const archive = rememberedArchive(dataDir);
  const { madeAt, endedAt, firstLog, isArchived } = label;
  // Told is not done: a server that ran already archives from its next start on.
  if (archive === null || isArchived !== true || endedAt === undefined || firstLog === undefined) return;
  await recordBase(archive, { madeAt, endedAt, folder, firstLog });
}

/** What is in the clear stands where it does already, on the disk of the desk, and never on that of the backup. */
function backUpSealed(wanted: WantedBackup, folder: string, passphrase: string, bytes: number, under: Under) {
  const { dataDir } = wanted;
  const copy = join(dataDir, 'backup');
  const both = isOnOneDisk(folder, dataDir) ? roomFor(bytes) + bytes : bytes;
  return withRoom(folder, both, () =>
    withRoom(dataDir, roomFor(bytes), () =>
      withDraft(copy, async (clear) => {
        const seal = await newSealKey(passphrase);
        const label = await makeCopy(wanted, clear, bytes, under);
        return withDraft(folder, (draft) =>
          inPlace(draft, folder, async () => {
            under.progress.begin('Sealing the copy', label.bytes);
            await sealFolder(clear, join(draft, SEALED), seal, under);
            return label;
          }),
        );
      }),
    ),
  );
}

/** Gives what was made its name. */
async function inPlace(
  draft: string,
  folder: string,
  make: () => Promise<BackupLabel>,
): Promise<BackupLabel> {
  const label = await make();
  await rename(draft, folder);
  await syncFolder(dirname(folder));
  return label;
}

/** Makes a copy in the clear that was started once, with its label. */
async function makeCopy(
  { dataDir, madeAt }: WantedBackup,
  draft: string,
  bytes: number,
  under: Under,
): Promise<BackupLabel> {
  const copied = { ...under, progress: counted(under) };
  under.progress.begin('Copying the database', bytes);
  const log = await copyStore(dataDir, draft, copied);
  under.progress.begin('Starting the copy once, to see that it is whole', null);
  // It reads its log and writes nothing of its own: the archived log can take it further.
  await markStandby(draft);
  const { orders } = await readBack(draft, 'orders');
  under.signal.throwIfAborted();
  const label = { madeAt: madeAt.toISOString(), bytes: copied.progress.bytes(), orders, ...log };
  await writeLabel(draft, label);
  return label;
}

/** The part of the log that a backup begins with, and when it ended. */
type LogPart = Required<Pick<BackupLabel, 'firstLog' | 'endedAt' | 'isArchived'>> &
  Pick<BackupLabel, 'leftOut'>;

function counted({ progress }: Under) {
  let bytes = 0;
  return {
    ...progress,
    add(more: number) {
      bytes += more;
      progress.add(more);
    },
    bytes: () => bytes,
  };
}

/** The database and the files beside it, as of some moment while it is copied. */
async function copyStore(dataDir: string, draft: string, under: Under): Promise<LogPart> {
  const running = await joinEmbedded({ dataDir });
  try {
    const [site, client] = [prepareSite(dataDir), new Client(running.connection)];
    const log = await copyRunning(site, client, join(draft, 'postgres'), under);
    const leftOut = await copyPlainFiles(dataDir, draft, under);
    return { ...log, ...(leftOut.length > 0 && { leftOut }) };
  } finally {
    await running.stop();
  }
}

/** Between start and stop the server keeps all that the copy needs to be made whole. */
async function copyRunning(site: Site, client: Client, cluster: string, under: Under): Promise<LogPart> {
  await client.connect();
  try {
    // Goes with this connection, however that ends.
    await client.query(`SELECT pg_create_physical_replication_slot('swapdesk_backup', true, true)`);
    const { rows: begun } = await client.query<{ first: string }>(
      `SELECT pg_walfile_name(pg_backup_start('swapdesk', true)) AS first`,
    );
    await copyCluster(site.cluster, cluster, site.user, 'running', under);
    const { rows: ended } = await client.query<{ last: string; label: string }>(
      'SELECT pg_walfile_name(lsn) AS last, labelfile AS label FROM pg_backup_stop(false)',
    );
    const [{ first }] = begun as [{ first: string }];
    const [{ last, label }] = ended as [{ last: string; label: string }];
    for (const name of (await readdir(join(site.cluster, 'pg_wal'))).sort()) {
      const isNeeded = /^[0-9A-F]{24}$/.test(name) ? name >= first && name <= last : HISTORY.test(name);
      if (!isNeeded) continue;
      const [source, target] = [join(site.cluster, 'pg_wal', name), join(cluster, 'pg_wal', name)];
      await copyDurably(source, target, site.user, under);
    }
    await writeOwned(join(cluster, 'backup_label'), site.user, async (file) => {
      await file.writeFile(label);
      await file.sync();
    });
    // After the last of the log was copied: the copy has nothing that is later.
    const { rows: now } = await client.query<{ now: Date; isArchived: boolean }>(
      `SELECT clock_timestamp() AS now, current_setting('archive_mode') <> 'off' AS "isArchived"`,
    );
    const [{ now: endedAt, isArchived }] = now as [{ now: Date; isArchived: boolean }];
    return { firstLog: first, endedAt: new Date(endedAt).toISOString(), isArchived };
  } finally {
    await client.end();
  }
}
