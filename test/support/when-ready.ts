import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_SETTINGS } from '../../packages/service/src/catalog/settings.ts';
import { type Database, openDatabase } from '../../packages/service/src/store/database.ts';

const LOOK_MS = 50;

/**
 * Waits until a service that has just started can do whatever a test asks of it: a first start serves while most of its
 * addresses are still to be derived, and on a slow machine while the treasuries of its test networks are not all booked.
 * `isOver` says that the service has ended meanwhile.
 */
export async function whenReady(databaseUrl: string, isOver: () => boolean): Promise<void> {
  const database = openDatabase({ connectionString: databaseUrl }, 1);
  try {
    while (!isOver() && !((await hasAddresses(database)) && (await hasFunds(database)))) await sleep(LOOK_MS);
  } finally {
    await database.end();
  }
}

/** True if every kind of chain has had as many addresses to give as the service wants to have. */
async function hasAddresses(database: Database): Promise<boolean> {
  const { rowCount } = await database.query(
    `SELECT 1 FROM address_space
      WHERE derived < coalesce((SELECT value FROM setting WHERE name = 'address_pool_target'), $1)`,
    [DEFAULT_SETTINGS.address_pool_target],
  );
  return rowCount === 0;
}

/** True if the treasury of every test network is in the books. */
async function hasFunds(database: Database): Promise<boolean> {
  const { rowCount } = await database.query(
    `SELECT 1 FROM asset a
      WHERE a.treasury_units > 0 AND EXISTS (SELECT 1 FROM sim_block b WHERE b.chain_id = a.chain_id)
        AND NOT EXISTS (SELECT 1 FROM ledger_entry l WHERE l.asset_id = a.id AND l.account = 'treasury')`,
  );
  return rowCount === 0;
}
