import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { keepInMind } from '../../../../test/support/still-running.ts';
import { volume } from '../../../../test/support/volume.ts';
import { archivedFiles } from './archived-files.ts';
import { smallRanges } from './testing/small-ranges.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/swapdesk.mjs', import.meta.url));
const ORDERS = 4_000;
const DAY_S = 86_400;
/** The program has begun by then, and has ended by twice that. */
const KILLED_WITHIN_MS = 2_500;

let store: TestDatabase;
let folder: string;
beforeEach(async () => {
  store = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'swapdesk-archive-'));
  await smallRanges(store.database, { ledger_entry: 4_000, order_event: 1_000 });
  await grow();
});
afterEach(async () => {
  await store.drop();
  rmSync(folder, { recursive: true });
});

/** Abandoned orders of two years, each with events and lines; of the last days too. */
async function grow(): Promise<void> {
  const { database } = store;
  await database.query(`SELECT setval('orders_id_seq', $1), setval('ledger_entry_id_seq', $2)`, [
    ORDERS,
    4 * ORDERS,
  ]);
  await database.query('SELECT make_room()');
  await database.query(`SELECT setval('orders_id_seq', 1, false), setval('ledger_entry_id_seq', 1, false)`);
  await database.query(
    `INSERT INTO orders (no, query_code, account_id, position, mode, status, asset_id, units, min_units, max_units, address_id,
                         address, price, tolerance_units, on_mismatch, created_at, expires_at, late_until)
     SELECT 'N' || n, 'Q' || n, 0, n, 'float', CASE WHEN n % 500 = 7 THEN 7 ELSE 9 END, 1, 1, 1, 1, n, 'a' || n, 1, 0, 'ask', at, at, at
       FROM generate_series(1, $1::int) AS n,
            LATERAL (SELECT extract(epoch FROM now())::bigint - ($1 - n) * $2::bigint * 730 / $1 AS at) AS placed ORDER BY n`,
    [ORDERS, DAY_S],
  );
  await database.query(
    `INSERT INTO order_event (order_id, at, type, asset_id, units, txid)
     SELECT id, created_at, 'deposit.seen', 1, id, 'tx' || id || '-' || k FROM orders, generate_series(1, 8) AS k ORDER BY id, k`,
  );
  await database.query(
    `INSERT INTO ledger_entry (posting, account, order_id, asset_id, units, why, at, price)
     SELECT id * 2 + k / 2, CASE WHEN k % 2 = 0 THEN 'order' ELSE 'incoming' END, CASE WHEN k % 2 = 0 THEN id END, 1 + id % 3,
            CASE WHEN k % 2 = 0 THEN id ELSE -id END, 'seeded', created_at, 1
       FROM orders, generate_series(0, 3) AS k ORDER BY id, k`,
  );
}

/** Every row, in the store or in a file that it knows of, by what it is. */
async function all(): Promise<{ rows: string[]; archived: number }> {
  const { rows } = await store.database.query<{ row: string }>(
    `SELECT 'event ' || id AS row FROM order_event UNION ALL SELECT 'line ' || id FROM ledger_entry`,
  );
  const files = await archivedFiles(store.database);
  const lines = files.flatMap(({ name, path }) =>
    gunzipSync(readFileSync(path))
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => `${name === 'order_event' ? 'event' : 'line'} ${JSON.parse(line).id}`),
  );
  return { rows: [...rows.map(({ row }) => row), ...lines].sort(), archived: lines.length };
}

const sums = async () =>
  (
    await store.database.query(
      `SELECT account, asset_id, sum(units)::text AS units FROM (
         SELECT account, asset_id, units FROM ledger_entry UNION ALL SELECT account, asset_id, units FROM carried_units) AS part
        GROUP BY account, asset_id HAVING sum(units) <> 0 ORDER BY 1, 2`,
    )
  ).rows;
const counted = async () =>
  (
    await store.database.query(
      `SELECT order_id, sum(events)::int AS events FROM (
         SELECT order_id, count(*) AS events FROM order_event GROUP BY order_id
         UNION ALL SELECT t.block * 1000 + nth - 1, events FROM told_before t JOIN archive_range r ON r.id = t.range_id,
                          unnest(t.counts) WITH ORDINALITY AS c (events, nth) WHERE r.closed_at > 0) AS part
        WHERE order_id > 0 GROUP BY order_id HAVING sum(events) <> 8`,
    )
  ).rows;

function start(): { child: ChildProcess; output: () => string } {
  const args = ['archive', 'run', '--to', folder, '--ledger', '365', '--events', '365'];
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { ...process.env, SWAPDESK_DATABASE_URL: store.url, SWAPDESK_DATA_DIR: folder },
  });
  keepInMind(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  return { child, output: () => text };
}

it('archiving that is killed, again and again, loses no row and doubles none', async () => {
  const before = await all();
  const balances = await sums();
  const kills = volume(3, 15);
  let killed = 0;
  for (let n = 0; n < kills; n++) {
    const { child } = start();
    const timer = setTimeout(() => child.kill('SIGKILL'), 300 + ((n * 7_919) % KILLED_WITHIN_MS));
    const [, signal] = await once(child, 'exit');
    clearTimeout(timer);
    killed += Number(signal === 'SIGKILL');
    expect((await all()).rows).toEqual(before.rows);
    expect(await sums()).toEqual(balances);
    expect(await counted()).toEqual([]);
  }
  expect(killed).toBeGreaterThan(0);
  const { child, output } = start();
  const [code] = await once(child, 'exit');
  expect(`${code} ${output()}`).toMatch(/^0 /);
  const after = await all();
  expect(after.rows).toEqual(before.rows);
  expect(after.archived).toBeGreaterThan(before.rows.length / 3);
  expect(await sums()).toEqual(balances);
  expect(await counted()).toEqual([]);
});
