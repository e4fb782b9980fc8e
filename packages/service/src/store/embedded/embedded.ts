import { findPackage } from './binaries.ts';
import { claim, tryClaim } from './claim.ts';
import { type Connection, connectionTo, isPassing } from './connect.ts';
import { ensureDatabase, serviceDatabase } from './database.ts';
import { explained } from './explain.ts';
import { refreshSettings } from './launch.ts';
import { archiveSettings, rememberArchive } from './log-archive.ts';
import { databasePassword } from './password.ts';
import { findPostmaster, shutDown } from './postmaster.ts';
import { type Reached, reach } from './reach.ts';
import { keepLogsBounded } from './server-log.ts';
import { prepareSite, type ServerSettings, type Site } from './site.ts';
import { ServerWatch } from './watch.ts';

export { canEnter } from './can-enter.ts';
export { serverUser } from './server-user.ts';

export interface EmbeddedPostgres {
  /** For pg.Pool and pg.Client: the host is a folder with a unix socket. */
  readonly connection: Connection;
  /** True if the server of an earlier, killed process was found running and taken over. */
  readonly adopted: boolean;
  /** Resolves with a reason if the server dies while we run (not when we stop it). */
  readonly died: Promise<string>;
  stop(): Promise<void>;
}

/** How a server is started. */
export interface Embedding {
  readonly dataDir: string;
  /** Where its log is archived, or NO_ARCHIVE; null: as the service was told before, by which tools go too. */
  readonly logArchive?: string | null;
  /** Settings for this time alone, instead of those by which the log is archived. */
  readonly settings?: ServerSettings;
  /** How long it may take to recover; a minute, unless told. */
  readonly patienceMs?: number;
}

/** Starts, or adopts, the server in this data folder and owns it alone until stop(). */
export function startEmbedded(how: Embedding): Promise<EmbeddedPostgres> {
  const { dataDir, logArchive = null, patienceMs } = how;
  return explained(dataDir, async () => {
    const { site, password } = await open(how, (site) => rememberArchive(site, logArchive));
    const options = { mayLaunch: true, patienceMs };
    const reached = await reach(site, password, options, (reached) => takeOver(site, reached));
    const reclaim = () => reach(site, password, { mayLaunch: false }, (reached) => own(site, reached));
    const watch = new ServerWatch(site, reached.client, reclaim);
    const stopPruning = keepLogsBounded(site.logs);
    return {
      connection: connectionTo(site, password, serviceDatabase),
      adopted: !reached.launched,
      died: watch.died,
      stop: once(async () => {
        stopPruning();
        // Our connection keeps the lock until the server cuts it: nobody adopts what is being stopped.
        if ((await watch.end()) !== undefined) await shutDown(site, reached.postmaster.pid);
      }),
    };
  });
}

/**
 * For command-line tools: joins the running server, or starts one for the time being. stop() stops only a
 * server that this call has started and that no service has adopted since.
 */
export function joinEmbedded(how: Embedding): Promise<EmbeddedPostgres> {
  const { dataDir } = how;
  return explained(dataDir, async () => {
    const { site, password } = await open(how);
    const reached = await reach(site, password, { mayLaunch: true }, (reached) =>
      orStop(site, reached, () => ensureDatabase(reached.client)),
    );
    const rejoin = () => reach(site, password, { mayLaunch: false }, async () => undefined);
    const watch = new ServerWatch(site, reached.client, rejoin);
    return {
      connection: connectionTo(site, password, serviceDatabase),
      adopted: false,
      died: watch.died,
      stop: once(async () => {
        const client = await watch.end();
        if (client === undefined) return;
        await stopIfOurs(site, { ...reached, client });
        await client.end().catch(() => undefined);
      }),
    };
  });
}

async function open(
  { dataDir, settings }: Embedding,
  begin: (site: Site) => void = () => {},
): Promise<{ site: Site; password: string }> {
  // First, so that a machine without built-in PostgreSQL is left as it was.
  findPackage();
  const place = prepareSite(dataDir);
  if (settings === undefined) begin(place);
  const site = { ...place, settings: settings ?? archiveSettings(place) };
  return { site, password: await databasePassword(site) };
}

async function takeOver(site: Site, reached: Reached): Promise<void> {
  await own(site, reached);
  await orStop(site, reached, async () => {
    await ensureDatabase(reached.client);
    if (reached.launched) return;
    await refreshSettings(site);
    await reached.client.query('SELECT pg_reload_conf()');
  });
}

async function own(site: Site, { client }: Reached): Promise<void> {
  await claim(client, site);
  // The lock may have come free because the server is on its way out.
  if (findPostmaster(site)?.stopping !== false)
    throw new Error('Connection terminated: the server is leaving');
}

/** Leaves no server behind that we started for nothing. */
async function orStop(site: Site, reached: Reached, action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!isPassing(error)) await stopIfOurs(site, reached);
    throw error;
  }
}

async function stopIfOurs(site: Site, { client, launched, postmaster }: Reached): Promise<void> {
  if (launched && (await tryClaim(client).catch(() => false))) await shutDown(site, postmaster.pid);
}

function once(action: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= action();
    return done;
  };
}
