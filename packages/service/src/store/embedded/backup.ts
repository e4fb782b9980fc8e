import { existsSync, mkdirSync, statSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Client } from 'pg';
import { StartupError } from '../../startup-error.ts';
import { copyCluster, copyDurably } from './copy-cluster.ts';
import { joinEmbedded, startEmbedded } from './embedded.ts';
import { syncFolder } from './make-folder.ts';
import { findPostmaster } from './postmaster.ts';
import { serverUser } from './server-user.ts';
import { prepareSite, type Site } from './site.ts';

/** Of what stands beside the database in the data folder, what is not made anew by a start. */
const NOT_KEPT = /^(postgres|postgres-log|run|postgres-\d.*|.*\.making-.*)$/;
const LABEL = 'swapdesk-backup.json';

/** What a backup says of itself. */
export interface BackupLabel {
  /** When it was made, as a person reads it. */
  readonly madeAt: string;
  readonly bytes: number;
  readonly orders: number;
}

/**
 * Copies the embedded database while it runs, or while it does not, into a folder that is not there yet. The copy is
 * started once and read: then it is whole, and it is put in its place. The signing record is no part of it.
 */
export async function backUp(
  dataDir: string,
  target: string,
  madeAt: Date,
  tell: (line: string) => void,
): Promise<BackupLabel> {
  const folder = resolve(target);
  if (existsSync(folder)) throw new StartupError(`${folder} is there already. Name a folder that is not.`);
  if (!existsSync(join(dataDir, 'postgres'))) throw new StartupError(`There is no database in ${dataDir}.`);
  const draft = `${folder}.making-${process.pid}`;
  const running = await joinEmbedded({ dataDir });
  try {
    mkdirSync(dirname(folder), { recursive: true });
    await mkdir(draft, { mode: 0o711 });
    await chmod(draft, 0o711);
    const bytes = await copyRunning(prepareSite(dataDir), new Client(running.connection), draft, tell);
    await copyPlainFiles(dataDir, draft);
    tell('Starting the copy once, to see that it is whole…');
    const label = { madeAt: madeAt.toISOString(), bytes, orders: await readBack(draft) };
    await writeFile(join(draft, LABEL), `${JSON.stringify(label, null, 2)}\n`, { mode: 0o600 });
    await rename(draft, folder);
    await syncFolder(dirname(folder));
    return label;
  } finally {
    await rm(draft, { recursive: true, force: true });
    await running.stop();
  }
}

/** Between start and stop the server keeps all that the copy needs to be made whole. */
async function copyRunning(
  site: Site,
  client: Client,
  draft: string,
  tell: (line: string) => void,
): Promise<number> {
  await client.connect();
  try {
    const { rows: sizes } = await client.query<{ bytes: string }>(
      'SELECT sum(pg_database_size(oid)) AS bytes FROM pg_database',
    );
    const progress = progressOf(Number(sizes[0]?.bytes ?? 0), tell);
    // Goes with this connection, however that ends.
    await client.query(`SELECT pg_create_physical_replication_slot('swapdesk_backup', true, true)`);
    const { rows: begun } = await client.query<{ first: string }>(
      `SELECT pg_walfile_name(pg_backup_start('swapdesk', true)) AS first`,
    );
    const cluster = join(draft, 'postgres');
    await copyCluster(site.cluster, cluster, site.user, progress.add);
    const { rows: ended } = await client.query<{ last: string; label: string }>(
      'SELECT pg_walfile_name(lsn) AS last, labelfile AS label FROM pg_backup_stop(false)',
    );
    const [{ first }] = begun as [{ first: string }];
    const [{ last, label }] = ended as [{ last: string; label: string }];
    for (const name of (await readdir(join(site.cluster, 'pg_wal'))).sort()) {
      if (!/^[0-9A-F]{24}$/.test(name) || name < first || name > last) continue;
      progress.add(
        await copyDurably(join(site.cluster, 'pg_wal', name), join(cluster, 'pg_wal', name), site.user),
      );
    }
    const labelFile = join(draft, 'backup_label');
    await writeFile(labelFile, label);
    await copyDurably(labelFile, join(cluster, 'backup_label'), site.user);
    await rm(labelFile);
    return progress.total();
  } finally {
    await client.end();
  }
}

function progressOf(expected: number, tell: (line: string) => void) {
  let bytes = 0;
  let told = 0;
  const megabytes = (count: number) => `${Math.ceil(count / 1_048_576).toLocaleString('en')} MB`;
  return {
    add(more: number) {
      bytes += more;
      if (bytes - told < 268_435_456) return;
      told = bytes;
      tell(`Copied ${megabytes(bytes)} of about ${megabytes(Math.max(expected, bytes))}…`);
    },
    total: () => bytes,
  };
}

/** Passphrase file, password, configuration: small files that stand beside the database. */
async function copyPlainFiles(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (!entry.isFile() || NOT_KEPT.test(entry.name) || entry.name === LABEL) continue;
    await copyFile(join(from, entry.name), join(to, entry.name));
    await chmod(join(to, entry.name), (await stat(join(from, entry.name))).mode & 0o777);
  }
}

/** Starts the copy and stops it again: it recovers, so it is whole from then on. Returns how many orders it has. */
async function readBack(dataDir: string): Promise<number> {
  const server = await startEmbedded({ dataDir });
  try {
    const client = new Client(server.connection);
    await client.connect();
    const { rows } = await client.query<{ orders: string }>('SELECT count(*) AS orders FROM orders');
    await client.end();
    return Number(rows[0]?.orders);
  } finally {
    await server.stop();
    await removeTraces(dataDir);
  }
}

/** What a server leaves behind that ran there once. */
async function removeTraces(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (NOT_KEPT.test(name) && name !== 'postgres')
      await rm(join(dataDir, name), { recursive: true, force: true });
  }
}

/**
 * Puts a backup where the data folder is. It is copied and made ready beside it first: whatever fails until then, the data
 * folder stands as it was. What is there already is moved aside, if a place for it is named.
 */
export async function putBack(
  source: string,
  dataDir: string,
  aside: string | null,
  makeReady: (draft: string) => Promise<void>,
): Promise<void> {
  const from = resolve(source);
  if (!existsSync(join(from, 'postgres', 'PG_VERSION'))) {
    throw new StartupError(
      `There is no backup in ${from}: it has no database. Name a folder that npx swapdesk backup has made.`,
    );
  }
  refuseInTheWay(source, dataDir, aside);
  const draft = `${dataDir}.making-${process.pid}`;
  try {
    mkdirSync(dirname(dataDir), { recursive: true });
    await mkdir(draft, { mode: 0o711 });
    await copyCluster(join(from, 'postgres'), join(draft, 'postgres'), serverUser(), () => {}, true);
    await copyPlainFiles(from, draft);
    await makeReady(draft);
    await removeTraces(draft);
    // Somebody may have started it meanwhile.
    refuseInTheWay(source, dataDir, aside);
    if (aside !== null && existsSync(join(dataDir, 'postgres'))) await rename(dataDir, resolve(aside));
    if (existsSync(dataDir)) await moveInto(draft, dataDir);
    else await rename(draft, dataDir);
    await syncFolder(dirname(dataDir));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Throws if a database is where the backup should go, and cannot be moved aside. */
function refuseInTheWay(source: string, dataDir: string, aside: string | null): void {
  if (!existsSync(join(dataDir, 'postgres'))) return;
  if (findPostmaster(prepareSite(dataDir)) !== undefined) {
    throw new StartupError(`Swapdesk runs in ${dataDir}. Stop it first.`);
  }
  if (aside === null) {
    throw new StartupError(
      `There is a database in ${dataDir}. To move it out of the way first: npx swapdesk restore ${source} --aside FOLDER`,
    );
  }
  const folder = resolve(aside);
  if (existsSync(folder)) throw new StartupError(`${folder} is there already. Name a folder that is not.`);
  if (folder.startsWith(`${resolve(dataDir)}/`))
    throw new StartupError(`${folder} is within what is to be moved. Name a folder beside ${dataDir}.`);
  mkdirSync(dirname(folder), { recursive: true });
  if (statSync(dirname(folder)).dev !== statSync(dataDir).dev)
    throw new StartupError(`${folder} is on another disk than ${dataDir}. Name a folder on the same one.`);
}

/** The data folder may be there, with a configuration in it: that stays. The database comes last. */
async function moveInto(draft: string, dataDir: string): Promise<void> {
  const names = (await readdir(draft)).sort((a, b) => (a === 'postgres' ? 1 : b === 'postgres' ? -1 : 0));
  for (const name of names) {
    if (name.endsWith('.json') && existsSync(join(dataDir, name))) continue;
    await rename(join(draft, name), join(dataDir, name));
  }
}
