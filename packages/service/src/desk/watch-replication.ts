import type { Logger } from 'pino';
import { failed } from '../failed.ts';
import { type Repeating, repeat } from '../repeat.ts';
import type { Queryable } from '../store/database.ts';
import { readReplication, whyLossy } from '../store/replication.ts';

const LOOK_MS = 60_000;

/** Says at the start, and whenever it changes, that a promoted standby may lack what was acknowledged. */
export async function watchReplication(database: Queryable, log: Logger): Promise<Repeating> {
  let told: string | null = null;
  const look = async () => {
    const why = whyLossy(await readReplication(database));
    if (why === told) return;
    told = why;
    if (why === null) log.warn('every commit is on a standby again before it is acknowledged');
    else log.warn({ why }, 'WHAT IS ACKNOWLEDGED MAY BE LOST when a standby is promoted. See docs/ha.md');
  };
  await look();
  return repeat(look, LOOK_MS, failed(log, 'look at the replication'));
}
