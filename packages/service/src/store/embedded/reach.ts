import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { StartupError } from '../../startup-error.ts';
import { connect, isPassing, isWrongPassword } from './connect.ts';
import { type Launch, launch } from './launch.ts';
import { endLeftovers } from './leftovers.ts';
import { findPostmaster, type Postmaster, shutDown } from './postmaster.ts';
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

const patienceMs = 60_000;
const pollMs = 25;

/**
 * Connects to the server of this site and does `begin` there; starts one if none runs, waits for one that is
 * starting, recovering or leaving, and tries again when it goes away in between.
 */
export async function reach(
  site: Site,
  password: string,
  options: { mayLaunch: boolean },
  begin: (reached: Reached) => Promise<void>,
): Promise<Reached> {
  const deadline = Date.now() + patienceMs;
  const own = new OwnServer(site, password);
  for (;;) {
    if (findPostmaster(site) === undefined && !own.isRunning) {
      if (!options.mayLaunch) throw new ServerGone('no server is running');
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

const notReady = (site: Site, error: Error): StartupError =>
  new StartupError(
    `PostgreSQL in ${site.cluster} is not ready after ${patienceMs / 1000} s (${error.message}). If it is recovering, it goes on by itself: start Swapdesk again in a while.`,
    { cause: error },
  );

/** The server that this call has started, if it had to. */
class OwnServer {
  readonly #site: Site;
  readonly #password: string;
  #launch: Launch | undefined;
  #end: { ok: boolean; lastLine: string } | undefined;

  constructor(site: Site, password: string) {
    this.#site = site;
    this.#password = password;
  }

  get pid(): number | undefined {
    return this.#launch?.pid;
  }

  get isRunning(): boolean {
    return this.#launch !== undefined && this.#end === undefined;
  }

  /** Never settles while there is nothing to wait for. */
  get ended(): Promise<unknown> {
    return this.isRunning ? this.#launch!.ended : new Promise(() => undefined);
  }

  /** Starts it; or once more, if what ended the last one has passed or can be mended. */
  async start(): Promise<void> {
    if (this.#end !== undefined && !this.#end.ok) await this.#mend(this.#end.lastLine);
    this.#end = undefined;
    this.#launch = await launch(this.#site, this.#password);
    const started = this.#launch;
    void started.ended.then((end) => {
      this.#end = end;
    });
  }

  async #mend(lastLine: string): Promise<void> {
    // Another starter was faster, and has already gone again.
    if (/lock file .* (?:already exists|is empty)/.test(lastLine)) return;
    if (/pre-existing shared memory block/.test(lastLine) && (await endLeftovers(this.#site))) return;
    throw new StartupError(
      /No space left on device/.test(lastLine)
        ? `The disk that holds ${this.#site.dataDir} is full (${lastLine}). Free some space and start again.`
        : `PostgreSQL does not start in ${this.#site.cluster}: ${lastLine}. Its log is in ${this.#site.logs}.`,
    );
  }

  async refusePassword(): Promise<never> {
    if (this.isRunning) await shutDown(this.#site, this.#launch!.pid);
    throw new StartupError(
      `The database in ${this.#site.cluster} refuses the password in ${this.#site.passwordFile}. Restore that file from a backup.`,
    );
  }
}
