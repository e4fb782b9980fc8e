import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LiveEvents } from '../events/live-events.ts';
import { post } from '../ledger/post.ts';
import { ledgerFindings } from '../observe/ledger-findings.ts';
import { unclosedOrders } from '../observe/ledger-sums.ts';
import { foldResults } from '../profit/fold-results.ts';
import { type Progress, UNSEEN } from '../store/backup/progress.ts';
import { archiveRange } from './archive-range.ts';
import { archiveRanges } from './archive-ranges.ts';
import { archivedFiles, wrongWith } from './archived-files.ts';
import { beginRange } from './begin-range.ts';
import { dueRanges } from './due-ranges.ts';
import { exportRange } from './export-range.ts';
import { findArchived } from './find-archived.ts';
import { letGo } from './let-go.ts';
import { storedRanges } from './stored-ranges.ts';
import { type GrownWorld, openGrownWorld, swaps } from './testing/grown-world.ts';
import { watchLeaves } from './watch-leaves.ts';

const KEEP = { ledger_entry: 365, order_event: 365 };
const QUIET = { progress: UNSEEN, signal: new AbortController().signal };

let grown: GrownWorld;
let folder: string;
beforeEach(async () => {
  grown = await openGrownWorld();
  folder = mkdtempSync(join(tmpdir(), 'swapdesk-archive-'));
});
afterEach(async () => {
  await grown.world.close();
  rmSync(folder, { recursive: true });
});

const due = async () => (await dueRanges(grown.world.database, KEEP, grown.world.now)).due;
const archive = async (progress: Progress = UNSEEN) =>
  archiveRanges(
    grown.world.database,
    await due(),
    { folder, now: grown.world.now },
    { progress, signal: QUIET.signal },
  );

/** All rows of a table as they are archived: in the store, and in the files that it knows of. */
async function linesIn(table: string): Promise<{ store: string[]; files: string[] }> {
  const { database } = grown.world;
  const amount = (column: string) =>
    `CASE WHEN ${column} IS NULL THEN NULL ELSE ${column}::text END AS ${column}`;
  const columns =
    table === 'ledger_entry'
      ? `id, posting, account, order_id, asset_id, ${amount('units')}, why, at, ${amount('price')}, for_order`
      : `order_id, id, at, type, from_status, to_status, reason, asset_id, ${amount('units')}, txid`;
  const { rows } = await database.query<{ line: string }>(
    `SELECT row_to_json(l)::text AS line FROM (SELECT ${columns} FROM ${table}) AS l`,
  );
  const files = (await archivedFiles(database)).filter(({ name }) => name === table);
  return {
    store: rows.map(({ line }) => line).sort(),
    files: files
      .flatMap(({ path }) => gunzipSync(readFileSync(path)).toString().trimEnd().split('\n'))
      .sort(),
  };
}

/** What each account holds by what is written, here and in the archive. */
async function written(): Promise<string[]> {
  const { rows } = await grown.world.database.query<{ is: string }>(`
    SELECT account || ' ' || asset_id || ' ' || sum(units) AS is FROM (
      SELECT account, asset_id, units FROM ledger_entry UNION ALL SELECT account, asset_id, units FROM carried_units) AS part
     GROUP BY account, asset_id HAVING sum(units) <> 0 ORDER BY 1`);
  return rows.map(({ is }) => is);
}

async function balances(): Promise<string[]> {
  const { rows } = await grown.world.database.query<{ is: string }>(
    `SELECT account || ' ' || asset_id || ' ' || sum(units) AS is FROM (
       SELECT * FROM ledger_balance UNION ALL SELECT account, asset_id, units FROM ledger_delta) AS part
      GROUP BY account, asset_id HAVING sum(units) <> 0 ORDER BY 1`,
  );
  return rows.map(({ is }) => is);
}

/** What somebody who listens to an order hears, from the beginning. */
async function heard(orderId: number, count: number): Promise<{ number: number; type: string }[]> {
  const all: { number: number; type: string }[] = [];
  let done = () => {};
  const enough = new Promise<void>((resolve) => {
    done = resolve;
  });
  const live = new LiveEvents(grown.world.database, () => {});
  live.listen({
    orderId,
    isReady: () => true,
    hear(number, { type }) {
      all.push({ number, type });
      if (all.length === count) done();
    },
  });
  await enough;
  await live.stop();
  return all;
}

describe('archiving', () => {
  it('takes what is old out of the store, row for row, and nothing that is unfinished or young', async () => {
    const { world, old, young } = grown;
    const before = { ledger: await linesIn('ledger_entry'), events: await linesIn('order_event') };
    const shown = await Promise.all([...old, ...young].map((order) => world.shown(order)));
    const archived = await archive();
    expect(archived.map(({ table }) => table)).toContain('ledger_entry');
    expect(archived.map(({ table }) => table)).toContain('order_event');

    for (const [table, was] of [
      ['ledger_entry', before.ledger],
      ['order_event', before.events],
    ] as const) {
      const now = await linesIn(table);
      expect(now.files.length).toBeGreaterThan(20);
      expect([...now.store, ...now.files].sort()).toEqual(was.store);
    }
    const frozen = old[2]!.id;
    const events = (await linesIn('order_event')).store;
    for (const { id } of [...young, { id: frozen }])
      expect(events.some((line) => line.includes(`"order_id":${id},`))).toBe(true);
    expect(events.some((line) => line.includes(`"order_id":${old[0]!.id},`))).toBe(false);
    const ledger = (await linesIn('ledger_entry')).store;
    expect(ledger.filter((line) => line.includes(`"order_id":${frozen},`))).toEqual(
      before.ledger.store.filter((line) => line.includes(`"order_id":${frozen},`)),
    );
    // Whoever asks for an order is answered as before.
    expect(await Promise.all([...old, ...young].map((order) => world.shown(order)))).toEqual(shown);
    expect((await due()).length).toBe(0);
  });

  it('leaves every sum as it was: what is written here and there is the balance of each account', async () => {
    const { database } = grown.world;
    const before = await balances();
    expect(await written()).toEqual(before);
    await archive();
    expect(await balances()).toEqual(before);
    expect(await written()).toEqual(before);
    expect(await unclosedOrders(database)).toEqual([]);
    const { catalogue } = grown.world.market();
    const findings = await ledgerFindings({ database, catalogue } as never);
    expect(findings.filter(({ isWell }) => !isWell)).toEqual([]);

    // An order whose lines are partly here and partly there, and to which something happens again.
    await grown.world.pay(grown.old[4]!, '0.02');
    await grown.world.settle();
    expect(await unclosedOrders(database)).toEqual([]);
    await swaps(grown.world, ['0.05']);
    expect(await unclosedOrders(database)).toEqual([]);
    expect(await written()).toEqual(await balances());
  });

  it('leaves the question as it was that operators are told to ask: which orders that are done have a balance left', async () => {
    const { database, now } = grown.world;
    const handbook = readFileSync(new URL('../../../../docs/operators.md', import.meta.url), 'utf8');
    const [, section] = handbook.split('### An order that is done has a balance left');
    const asked = /```sql\n(.*?)```/s.exec(section as string)?.[1] as string;
    // It came long ago, and went now: lines of one order, of which some leave.
    await database.query(
      `INSERT INTO ledger_entry (id, posting, account, order_id, asset_id, units, why, at, price) OVERRIDING SYSTEM VALUE
       SELECT id, posting, account, CASE account WHEN 'order' THEN $1::bigint END, 1, units, 'test', at, 1
         FROM (VALUES (-2, -1, 'order', -5, 0), (-1, -1, 'incoming', 5, 0)) AS l (id, posting, account, units, at)`,
      [grown.old[0]!.id],
    );
    await post(
      database,
      [
        {
          why: 'test',
          entries: [
            { account: 'order', orderId: grown.old[0]!.id, assetId: 1, units: 5n },
            { account: 'incoming', assetId: 1, units: -5n },
          ],
        },
      ],
      now,
    );
    await foldResults(database, () => now);
    const before = await grown.world.rows(asked);
    expect((await archive()).map(({ table }) => table)).toContain('ledger_entry');
    expect(await grown.world.rows(asked)).toEqual(before);
  });

  it('goes on counting where the log of an order was archived: nobody misses an event or gets one twice', async () => {
    const { world, old } = grown;
    const [first] = old;
    const told = await heard(first!.id, 8);
    expect(told.at(-1)).toEqual({ number: 8, type: 'order.status' });
    await archive();
    await world.pay(first!, '0.02');
    await world.settle();
    expect((await heard(first!.id, 1))[0]).toEqual({ number: 9, type: 'deposit.seen' });
    // And what came late leaves with the next range, when nobody is waiting for anything any more.
    const frozen = old[2]!;
    expect((await heard(frozen.id, 1))[0]?.number).toBe(1);
  });

  it('says what cannot leave yet: what is not reckoned', async () => {
    const { database, now } = grown.world;
    await database.query('INSERT INTO result_due (posting, first_id, last_id) VALUES (1, 1, 2)');
    const found = await dueRanges(database, KEEP, now);
    expect(found.due.map(({ table }) => table.name)).not.toContain('ledger_entry');
    expect(found.obstacles[0]).toMatch(/^the ledger up to 50: postings of it are not reckoned yet/);
  });

  it('is nothing at all until somebody says how long to keep', async () => {
    const { database, now } = grown.world;
    const never = await dueRanges(database, { ledger_entry: 0, order_event: 0 }, now);
    expect(never).toEqual({ due: [], obstacles: [] });
    const long = await dueRanges(database, { ledger_entry: 500, order_event: 500 }, now);
    expect(long.due).toEqual([]);
  });

  it('finds an order in the files, and notices a file that is not what left the store', async () => {
    const { world, old, young } = grown;
    const before = (await linesIn('order_event')).store.filter((line) =>
      line.includes(`"order_id":${old[1]!.id},`),
    );
    const ledger = (await linesIn('ledger_entry')).store.filter((line) =>
      line.includes(`"order_id":${old[1]!.id},`),
    );
    await archive();
    const placed = async (id: number) =>
      (
        await world.rows<{ id: number; created_at: number }>(
          'SELECT id, created_at FROM orders WHERE id = $1',
          [id],
        )
      )[0]!;
    const found = await findArchived(world.database, await placed(old[1]!.id));
    expect(
      found
        .filter(({ table }) => table === 'order_event')
        .flatMap(({ lines }) => lines)
        .sort(),
    ).toEqual(before);
    const booked = found.filter(({ table }) => table === 'ledger_entry').flatMap(({ lines }) => lines);
    expect(booked.sort()).toEqual(ledger);
    expect(booked.length).toBeGreaterThan(3);
    expect(await findArchived(world.database, await placed(young[2]!.id))).toEqual([]);

    const [file, other] = await archivedFiles(world.database);
    expect(await wrongWith(file!)).toBeNull();
    expect(JSON.parse(readFileSync(`${file!.path}.json`, 'utf8'))).toMatchObject({
      rows: file!.rows,
      sha256: file!.sha256,
    });
    writeFileSync(file!.path, readFileSync(other!.path));
    expect(await wrongWith(file!)).toMatch(/something else/);
    rmSync(file!.path);
    expect(await wrongWith(file!)).toMatch(/not there/);
  });
});

describe('archiving that is in the way of others, or cut off', () => {
  it('begins again where something was written meanwhile, by whoever', async () => {
    const { database, now } = grown.world;
    const range = (await due()).find(({ table }) => table.name === 'order_event')!;
    const leaves = (await storedRanges(database, 'order_event')).filter(
      ({ beyond }) => beyond <= range.beyond,
    );
    const id = await beginRange(database, range, folder, now);
    await watchLeaves(database, leaves);
    const exported = await exportRange(database, { id, range, leaves, draft: join(folder, 'draft') }, QUIET);
    await database.query(
      `INSERT INTO order_event (order_id, at, type, asset_id, units, txid) VALUES (1, $1, 'deposit.seen', 1, 1, 'late')`,
      [now],
    );
    const leaving = { id, table: range.table, beyond: range.beyond, leaves, file: 'none', exported, now };
    expect(await letGo(database, leaving)).toBe(false);
    expect((await linesIn('order_event')).store.some((line) => line.includes('"late"'))).toBe(true);

    await archiveRange(database, range, { folder, now }, QUIET);
    const { files, store } = await linesIn('order_event');
    expect(files.filter((line) => line.includes('"late"'))).toHaveLength(1);
    expect(store.some((line) => line.includes('"late"'))).toBe(false);
  });

  it('loses and doubles nothing, wherever it is cut off', async () => {
    const before = {
      ledger: (await linesIn('ledger_entry')).store,
      events: (await linesIn('order_event')).store,
    };
    const all = async (table: string) => {
      const { store, files } = await linesIn(table);
      return [...store, ...files].sort();
    };
    for (let steps = 1; ; steps++) {
      let left = steps;
      const cutOff: Progress = {
        begin() {
          if (--left === 0) throw new Error('cut off');
        },
        add() {},
        end() {},
      };
      const ended = await archive(cutOff).then(
        () => true,
        (error: Error) => {
          expect(error.message).toBe('cut off');
          return false;
        },
      );
      expect(await all('ledger_entry')).toEqual(before.ledger);
      expect(await all('order_event')).toEqual(before.events);
      expect(await written()).toEqual(await balances());
      if (ended) break;
    }
    expect((await due()).length).toBe(0);
    const known = (await archivedFiles(grown.world.database)).map(({ path }) => path);
    const there = readdirSync(folder).filter((name) => name.endsWith('.gz'));
    expect(there.map((name) => join(folder, name)).sort()).toEqual(known.sort());
  });

  it('waits for whoever reads what is to leave, and holds up nobody meanwhile', async () => {
    const { database } = grown.world;
    const reader = await database.connect();
    await reader.query('BEGIN');
    await reader.query('SELECT count(*) FROM ledger_entry');
    const archiving = archive();
    const isWaitedFor = `SELECT FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock'
                            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    while ((await database.query(isWaitedFor)).rowCount === 0);
    // They would come behind whoever waits for the reader, who waits for them.
    for (let n = 0; n < 20; n++) await database.query('SELECT id FROM ledger_entry ORDER BY id DESC LIMIT 1');
    await reader.query('COMMIT');
    reader.release();
    expect((await archiving).length).toBeGreaterThan(0);
  });
});
