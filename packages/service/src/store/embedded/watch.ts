import type { Client } from 'pg';
import { lastLogLine } from './server-log.ts';
import type { Site } from './site.ts';

/** pg has these two; its types do not. */
type RefClient = Client & { ref(): void; unref(): void };

/** Keeps one connection to the server for as long as we run, and tells when it cannot be kept. */
export class ServerWatch {
  readonly died: Promise<string>;
  readonly #site: Site;
  readonly #reconnect: () => Promise<{ client: Client }>;
  #client: RefClient | undefined;
  #ending = false;
  #repair: Promise<void> = Promise.resolve();
  #tellDeath: (reason: string) => void = () => undefined;

  constructor(site: Site, client: Client, reconnect: () => Promise<{ client: Client }>) {
    this.#site = site;
    this.#reconnect = reconnect;
    this.died = new Promise((resolve) => {
      this.#tellDeath = resolve;
    });
    this.#keep(client);
  }

  /** Ends the watch; gives the connection, unless the server has died. */
  async end(): Promise<Client | undefined> {
    this.#ending = true;
    await this.#repair;
    this.#client?.ref();
    return this.#client;
  }

  #keep(client: Client): void {
    this.#client = client as RefClient;
    // This connection alone is no reason for the process to live on.
    this.#client.unref();
    client.once('end', () => {
      if (!this.#ending) this.#repair = this.#restore();
    });
  }

  /** When one of its processes crashes, the server cuts all connections, recovers, and is there again. */
  async #restore(): Promise<void> {
    this.#client = undefined;
    const lost = new Date(Date.now() - 5_000);
    try {
      this.#keep((await this.#reconnect()).client);
    } catch (error) {
      const reason = lastLogLine(this.#site.logs, lost) ?? (error as Error).message;
      this.#tellDeath(`PostgreSQL has stopped: ${reason}`);
    }
  }
}
