import { randomBytes } from 'node:crypto';
import type { Account } from '../../../../packages/service/src/access/directory.ts';
import { boxName } from '../../../../packages/service/src/access/keys.ts';
import type { Database } from '../../../../packages/service/src/store/database.ts';
import { boxOf, type DeskStore } from '../../../support/desk-store.ts';
import { get, type Key, within } from './target.ts';

/** Makes a key as `key create` does, without the second that starting the command line takes. */
export async function insertKey(store: DeskStore, account: string): Promise<Key> {
  const { database } = store;
  const id = await insertAccount(database, account);
  const made = { key: randomBytes(12).toString('hex'), secret: randomBytes(32).toString('hex') };
  await database.query(
    'INSERT INTO api_key (key, sealed_secret, account_id, created_at) VALUES ($1, $2, $3, $4)',
    [
      made.key,
      (await boxOf(store, 'API secrets')).seal(boxName(made.key, id), Buffer.from(made.secret)),
      id,
      Math.floor(Date.now() / 1000),
    ],
  );
  return made;
}

/** Makes a referral code as `refcode create` does. */
export async function insertRefCode(
  database: Database,
  account: string,
  code: string,
  ppm: number,
): Promise<void> {
  const id = await insertAccount(database, account);
  await database.query(
    `WITH roll AS (INSERT INTO roll DEFAULT VALUES RETURNING id)
     INSERT INTO ref_code (code, account_id, commission_ppm, roll_id, created_at)
     SELECT $1, $2, $3, roll.id, 0 FROM roll`,
    [code, id, ppm],
  );
}

/** Sets a setting as `setting set` does. */
export async function setSetting(database: Database, name: string, value: number): Promise<void> {
  await database.query(
    'INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    [name, value],
  );
}

/** The list is long. */
const LIST_PAUSE_MS = 100;

/** Resolves when the node has loaded every setting that was set before. Nothing on the wire shows settings as such. */
export async function settled(url: string, database: Database): Promise<void> {
  // Settings are loaded with, and after, the catalogue: a node that shows the second change has completed the first.
  for (let round = 0; round < 2; round++) {
    const { rows } = await database.query<{ max: string }>(
      `UPDATE asset SET max_units = max_units + 1e18 WHERE id = 12 RETURNING trunc(max_units / 1e18)::text AS max`,
    );
    await within(
      5_000,
      async () => {
        const { json } = await get(url, '/openapi/abbr/lists');
        return json.data?.some(
          ({ abbr, max }: { abbr: string; max: number }) => abbr === 'POL' && String(max) === rows[0]?.max,
        );
      },
      LIST_PAUSE_MS,
    );
  }
}

/** The account of that name, made if there is none. */
export async function insertAccount(database: Database, name: string): Promise<number> {
  const { rows } = await database.query<{ id: number }>('SELECT id FROM account WHERE name = $1', [name]);
  if (rows[0] !== undefined) return rows[0].id;
  const made = await database.query<{ id: number }>(
    `WITH orders AS (INSERT INTO roll DEFAULT VALUES RETURNING id),
          referrals AS (INSERT INTO roll DEFAULT VALUES RETURNING id)
     INSERT INTO account (name, orders_roll_id, referral_roll_id, created_at)
     SELECT $1, orders.id, referrals.id, 0 FROM orders, referrals RETURNING id`,
    [name],
  );
  return (made.rows[0] as { id: number }).id;
}

/** The account of that name, as callers have it. */
export async function accountNamed(database: Database, name: string): Promise<Account> {
  const { rows } = await database.query(
    'SELECT id, orders_roll_id, referral_roll_id FROM account WHERE name = $1',
    [name],
  );
  const { id, orders_roll_id, referral_roll_id } = rows[0];
  return {
    id,
    name,
    ordersRollId: orders_roll_id,
    referralRollId: referral_roll_id,
    fees: { float: null, fixed: null },
  };
}
