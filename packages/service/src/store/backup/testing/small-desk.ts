import { join } from 'node:path';
import { Client } from 'pg';
import { type EmbeddedPostgres, startEmbedded } from '../../embedded/embedded.ts';
import type { Template } from '../../embedded/testing/template.ts';
import { type Progress, UNSEEN, type Under } from '../progress.ts';
import type { Recovery } from '../recover.ts';

/** A store of three orders, of which backups are made: all that those know of a desk is that it has orders. */
export interface SmallDesk {
  readonly dataDir: string;
  /** A name beside it that is free. */
  beside(name: string): string;
  query(text: string): Promise<Record<string, unknown>[]>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function openSmallDesk(
  template: Template,
  logArchive: string | null = null,
): Promise<SmallDesk> {
  const dataDir = template.copy();
  let server: EmbeddedPostgres | undefined;
  const desk: SmallDesk = {
    dataDir,
    beside: (name) => join(dataDir, '..', name),
    async start() {
      server = await startEmbedded({ dataDir, logArchive });
    },
    async stop() {
      await server?.stop();
    },
    async query(text) {
      const client = new Client(server?.connection);
      await client.connect();
      return client
        .query(text)
        .then(({ rows }) => rows)
        .finally(() => client.end());
    },
  };
  await desk.start();
  await desk.query('CREATE TABLE orders AS SELECT generate_series(1, 3) AS id');
  return desk;
}

/** Without an archived log. */
export const AS_IT_IS: Recovery = { archive: null, at: null, logKey: null };

/** Nobody looks, and nobody calls it off. */
export const UNWATCHED: Under = { progress: UNSEEN, signal: new AbortController().signal };

/** Does something when the first bytes of a step have been written. */
export function whenUnderWay(action: () => void): Progress {
  let isDone = false;
  return {
    ...UNSEEN,
    add() {
      if (!isDone) action();
      isDone = true;
    },
  };
}

/** How many orders a server has; it is stopped then. */
export async function ordersOf(server: EmbeddedPostgres): Promise<number> {
  const client = new Client(server.connection);
  await client.connect();
  const { rows } = await client.query<{ orders: number }>('SELECT count(*)::int AS orders FROM orders');
  await client.end();
  await server.stop();
  return rows[0]?.orders ?? 0;
}
