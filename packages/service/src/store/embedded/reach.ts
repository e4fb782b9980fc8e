import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { StartupError } from '../../startup-error.ts';
import { connect, isPassing, isWrongPassword, socketAnswers } from './connect.ts';
import { OwnServer } from './own-server.ts';
import { findPostmaster, type Postmaster } from './postmaster.ts';
import type { Site } from './site.ts';

export interface Reached {
  readonly client: Client;
  readonly postmaster: Postmaster;
  /** True if the server that answered is the one that this call started. */
  readonly launched: boolean;
}

/** There is no server, and we were not to start one. */
export class ServerGone extends Error {
  override readonly name = 'ServerGone';
}

const usualPatienceMs = 60_000;
const pollMs = 25;

/**
 * Connects to the server of this site and does `begin` there; starts one if none runs, waits for one that is
 * starting, recovering or leaving, and tries again when it goes away in between.
 */
export async function reach(
  site: Site,
  password: string,
  options: { mayLaunch: boolean; patienceMs?: number | undefined },
  begin: (reached: Reached) => Promise<void>,
): Promise<Reached> {
  const deadline = Date.now() + (options.patienceMs ?? usualPatienceMs);
  const own = new OwnServer(site, password);
  for (;;) {
    if (findPostmaster(site) === undefined && !own.isRunning) {
      if (!options.mayLaunch) throw new ServerGone('no server is running');
      await refuseUnseenServer(site);
      await own.start();
    }
    try {
      return await attempt(site, password, own, begin);
    } catch (error) {
      if (isWrongPassword(error)) await own.refusePassword();
      if (!isPassing(error)) throw error;
      if (Date.now() > deadline) throw notReady(site, error as Error);
    }
    await Promise.race([delay(pollMs), own.ended]);
  }
}

async function attempt(
  site: Site,
  password: string,
  own: OwnServer,
  begin: (reached: Reached) => Promise<void>,
): Promise<Reached> {
  const client = await connect(site, password);
  try {
    const postmaster = findPostmaster(site);
    if (postmaster === undefined) throw new Error('Connection terminated: the server has gone');
    const reached = { client, postmaster, launched: postmaster.pid === own.pid };
    await begin(reached);
    return reached;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

/**
 * A server that answers although its process cannot be seen runs in another container on the same folder.
 * PostgreSQL's own guard looks at processes, so a second server would start there, and destroy the data.
 */
async function refuseUnseenServer(site: Site): Promise<void> {
  for (let tries = 0; tries < 4; tries++) {
    if (!(await socketAnswers(site)) || findPostmaster(site) !== undefined) return;
    await delay(pollMs);
  }
  throw new StartupError(
    `The data folder ${site.dataDir} is in use by a Swapdesk that cannot be seen from here, perhaps in another container. Stop it, or choose another folder with SWAPDESK_DATA_DIR.`,
  );
}

const notReady = (site: Site, error: Error): StartupError =>
  new StartupError(
    `PostgreSQL in ${site.cluster} is not ready after ${usualPatienceMs / 1000} s (${error.message}). If it is recovering, it goes on by itself: start Swapdesk again in a while.`,
    { cause: error },
  );
