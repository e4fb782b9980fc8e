import { statfsSync } from 'node:fs';
import { StartupError } from '../../startup-error.ts';
import { type Launch, launch } from './launch.ts';
import { endLeftovers } from './leftovers.ts';
import { shutDown } from './postmaster.ts';
import type { Site } from './site.ts';

/** A server that finds less than this cannot start, and may not even be able to write why. */
const leastBytes = 1024 * 1024;

/** The server that this call has started, if it had to. */
export class OwnServer {
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
      /No space left on device/.test(lastLine) || isFull(this.#site.dataDir)
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

function isFull(dir: string): boolean {
  const { bavail, bsize } = statfsSync(dir);
  return bavail * bsize < leastBytes;
}
