import type pg from 'pg';
import { repeat } from '../repeat.ts';
import type { Database } from './database.ts';

/** PostgreSQL takes less than 8,000. */
export const MOST_BYTES = 7_900;
const LOOK_MS = 5_000;
/** Who does not answer for so long is gone, though nobody has said so. */
const ANSWER_MS = 4_000;
/** For this transaction alone: behind a pooler the session may be somebody else's next. */
const NOTIFY = `SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)`;

/** Something that all nodes on a store hear, and nobody keeps. */
export interface Announcements {
  /** Tells the others, if they can be reached now. */
  tell(text: string): void;
  stop(): Promise<void>;
}

/**
 * Words between nodes by NOTIFY, over a connection of its own: what is told while there is none is lost. No table is written,
 * and nobody waits for the disk.
 */
export async function openAnnouncements(
  database: Database,
  channel: string,
  hear: (text: string) => void,
  onError: (error: unknown) => void,
): Promise<Announcements> {
  let seat: { readonly client: pg.PoolClient; leave(): void } | null = null;
  let isTold = false;

  const join = async () => {
    const client = await database.connect();
    let isLeft = false;
    const joined = {
      client,
      leave() {
        if (seat === joined) seat = null;
        if (!isLeft) client.release(true);
        isLeft = true;
      },
    };
    client.once('error', joined.leave).once('end', joined.leave);
    client.on('notification', ({ payload = '' }) => hear(payload));
    try {
      await client.query(`LISTEN ${channel}`);
      seat = joined;
    } catch (error) {
      joined.leave();
      throw error;
    }
  };

  const look = async () => {
    try {
      if (seat === null) await join();
      else await seat.client.query({ text: 'SELECT 1', query_timeout: ANSWER_MS } as pg.QueryConfig);
      isTold = false;
    } catch (error) {
      seat?.leave();
      // Once, until it can be done again.
      if (!isTold) onError(error);
      isTold = true;
    }
  };

  await look();
  const looking = repeat(look, LOOK_MS, onError);
  return {
    tell(text) {
      seat?.client.query(NOTIFY, [channel, text]).catch(() => looking.hurry());
    },
    async stop() {
      await looking.stop();
      seat?.leave();
    },
  };
}
