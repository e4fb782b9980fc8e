import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { StartupError } from '../../startup-error.ts';
import type { Site } from './site.ts';

/** The advisory lock, in the maintenance database, that makes one service the owner of a server. */
const lock = [0x5357_4150, 1];
/** How long the connection of a killed service may take to vanish. */
const patienceMs = 2_000;
const pollMs = 50;

/** Takes the server for this connection, for as long as the connection lives. */
export async function tryClaim(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    'SELECT pg_try_advisory_lock($1, $2) AS taken',
    lock,
  );
  return rows[0]!.taken;
}

/** The same, or the reason why not. */
export async function claim(client: Client, site: Site): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await tryClaim(client))) {
    if (Date.now() > deadline) {
      throw new StartupError(
        `The data folder ${site.dataDir} is in use by another Swapdesk (${await holder(client)}). Stop it, or choose another folder with SWAPDESK_DATA_DIR.`,
      );
    }
    await delay(pollMs);
  }
}

async function holder(client: Client): Promise<string> {
  const { rows } = await client.query<{ application_name: string }>(
    `SELECT a.application_name
       FROM pg_locks l JOIN pg_stat_activity a USING (pid)
      WHERE l.locktype = 'advisory' AND l.classid = $1 AND l.objid = $2 AND l.granted`,
    lock,
  );
  return rows[0]?.application_name.replace('swapdesk', 'process') ?? 'process unknown';
}
