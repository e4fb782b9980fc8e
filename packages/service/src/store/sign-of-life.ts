import { hostname } from 'node:os';
import { type Repeating, repeat } from '../repeat.ts';
import { StartupError } from '../startup-error.ts';
import type { Database, Queryable } from './database.ts';
import { SILENT_S } from './living-nodes.ts';
import { programVersion } from './program-version.ts';

/** Twice before others take it for ended, if one does not get through. */
const TELL_MS = (SILENT_S * 1_000) / 3;
/** What has ended is shown to nobody; it is kept a while for who looks for it by hand. */
const FORGET_S = 86_400;
const NOW = 'floor(extract(epoch FROM clock_timestamp()))::bigint';
const NOT_ALLOWED = '42501';

/** Tells the others that this process works on the store, and what it is, until it is stopped. */
export async function tellLife(
  database: Database,
  id: string,
  role: string,
  onError: (error: unknown) => void,
): Promise<Pick<Repeating, 'stop'>> {
  const { version, knows } = await programVersion();
  const tell = async () => {
    await database.query({
      name: 'sign-of-life',
      text: `
        INSERT INTO node (id, role, host, process, version, knows, began_at, seen_at)
        VALUES ($1, $2, $3, $4, $5, $6, ${NOW}, ${NOW}) ON CONFLICT (id) DO UPDATE SET seen_at = ${NOW}`,
      values: [id, role, hostname(), process.pid, version, knows],
    });
  };
  await tell().catch((error: { code?: string }) => {
    if (error.code !== NOT_ALLOWED) throw error;
    throw new StartupError(
      'This database user may not say that it runs: its rights are of before the store was brought up to date. As the user that ' +
        'owns the tables, run: npx swapdesk database roles',
    );
  });
  const telling = repeat(tell, TELL_MS, onError);
  return {
    async stop() {
      await telling.stop();
      // Whoever waits for it to end need not wait any longer.
      await database.query('UPDATE node SET seen_at = 0 WHERE id = $1', [id]).catch(onError);
    },
  };
}

/** Takes away those who ended long ago. */
export async function forgetNodes(client: Queryable): Promise<void> {
  await client.query(`DELETE FROM node WHERE began_at < ${NOW} - $1 AND seen_at < ${NOW} - $1`, [FORGET_S]);
}
