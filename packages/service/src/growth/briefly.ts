import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { StartupError } from '../startup-error.ts';
import type { Database } from '../store/database.ts';
import { transaction } from '../store/transaction.ts';
import { waitBriefly, wasBusy } from '../store/wait-briefly.ts';

const PAUSE_MS = 500;
const MOST_TRIES = 240;

/** Does in one transaction what takes a lock that stops others, for moments only: what is not to be had at once is tried again. */
export async function briefly<T>(
  database: Database,
  work: (client: pg.PoolClient) => Promise<T>,
  mostTries = MOST_TRIES,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction(database, async (client) => {
        await waitBriefly(client);
        return work(client);
      });
    } catch (error) {
      if (!wasBusy(error)) throw error;
      if (tries >= mostTries)
        throw new StartupError(
          'Some transaction holds what is to be archived for minutes: see `npx swapdesk doctor`. Nothing left the store.',
        );
      await sleep(PAUSE_MS);
    }
  }
}
