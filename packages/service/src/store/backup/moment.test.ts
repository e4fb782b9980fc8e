import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEmbedded } from '../embedded/embedded.ts';
import { rememberArchive } from '../embedded/log-archive.ts';
import { prepareSite } from '../embedded/site.ts';
import { cleanUp, scratchFolder } from '../embedded/testing/scratch.ts';
import { Template } from '../embedded/testing/template.ts';
import { type Base, pruneArchive, readBases, recordBase } from './archive.ts';
import { backUp } from './back-up.ts';
import { putBack } from './put-back.ts';
import { openSource } from './source.ts';
import { AS_IT_IS, openSmallDesk, ordersOf, type SmallDesk, UNWATCHED } from './testing/small-desk.ts';

/** A backup and the archived log: any moment since can be had again. */

const ready = async () => {};
const template = new Template();
let desk: SmallDesk;
let archive: string;
let base: string;
/** When there were so many orders. */
const moments = new Map<number, Date>();

const segments = () => readdirSync(archive).filter((name) => /^[0-9A-F]{24}\.gz$/.test(name));

/** Goes on to another file of the log, and waits until the last one is archived. */
async function archiveAll(): Promise<void> {
  const [{ name }] = (await desk.query('SELECT pg_walfile_name(pg_switch_wal()) AS name')) as [
    { name: string },
  ];
  while (!existsSync(join(archive, `${name}.gz`))) await desk.query('SELECT pg_sleep(0.05)');
}

/** One more order, and a moment at which it is the last. */
async function oneMore(count: number): Promise<void> {
  await desk.query(`INSERT INTO orders VALUES (${count})`);
  const [{ now }] = (await desk.query('SELECT clock_timestamp() AS now')) as [{ now: Date }];
  await desk.query('SELECT pg_sleep(0.02)');
  moments.set(count, new Date(now.getTime() + 5));
}

beforeAll(async () => {
  await template.make();
  archive = join(scratchFolder(), 'archive');
  desk = await openSmallDesk(template, archive);
  base = desk.beside('base');
  moments.set(0, new Date());
  await backUp({ dataDir: desk.dataDir, target: base, madeAt: new Date(), passphrase: null }, UNWATCHED);
  // Something has to be later than a moment for the log to reach it.
  for (const count of [4, 5, 6, 7]) await oneMore(count);
  await archiveAll();
});
afterAll(async () => {
  await desk.stop();
  await cleanUp();
  template.remove();
});

async function ordersAt(at: Date | null, from = base): Promise<number> {
  const dataDir = join(scratchFolder(), 'data');
  const source = await openSource(from, async () => '');
  await putBack(source, { dataDir, aside: null }, { archive, at, logKey: null }, UNWATCHED, ready);
  return ordersOf(await startEmbedded({ dataDir }));
}

const moment = (count: number) => moments.get(count) as Date;

it('gives the store as it was at a moment, and without one as the backup has it', async () => {
  expect(await ordersAt(moment(4))).toBe(4);
  expect(await ordersAt(moment(5))).toBe(5);
  expect(await ordersAt(null)).toBe(3);
});

it('goes on in the same archive after a restore: moments before it and after it can be had', async () => {
  const dataDir = join(scratchFolder(), 'data');
  const source = await openSource(base, async () => '');
  await putBack(source, { dataDir, aside: null }, { archive, at: moment(5), logKey: null }, UNWATCHED, ready);
  const server = await startEmbedded({ dataDir, logArchive: archive });
  const client = new Client(server.connection);
  await client.connect();
  await client.query('INSERT INTO orders VALUES (16), (17)');
  const after = new Date(Date.now() + 5);
  await client.query('SELECT pg_sleep(0.02)');
  await client.query('INSERT INTO orders VALUES (18)');
  await client.end();
  await server.stop();
  expect(await ordersAt(moment(6))).toBe(6);
  expect(await ordersAt(after)).toBe(7);
});

it('refuses a moment before the backup, and one that the log does not reach', async () => {
  await expect(ordersAt(moment(0))).rejects.toThrow(/^The backup is of .* it can only be taken forward\./);
  await expect(ordersAt(new Date(Date.now() + 60_000))).rejects.toThrow(/^The log in .* reaches to /);
  // The files look newer than what is in them: the server finds out.
  const later = new Date(Date.now() + 120_000);
  for (const name of segments()) utimesSync(join(archive, name), later, later);
  await expect(ordersAt(new Date(Date.now() + 60_000))).rejects.toThrow(
    /^The log ends before .*: the last that it has is of 20\d\d-/,
  );
  for (const name of segments()) utimesSync(join(archive, name), new Date(), new Date());
});

it('keeps what is archived already: the same is well, another of that name is refused and waits', async () => {
  const [{ next }] = (await desk.query(`SELECT pg_walfile_name(pg_current_wal_lsn()) AS next`)) as [
    { next: string },
  ];
  writeFileSync(join(archive, `${next}.gz`), gzipSync('the log of another desk'), { mode: 0o644 });
  await desk.query('INSERT INTO orders VALUES (7)');
  await desk.query('SELECT pg_switch_wal()');
  const failed = async () =>
    (
      (await desk.query('SELECT last_failed_wal AS name FROM pg_stat_archiver')) as [{ name: string | null }]
    )[0].name;
  while ((await failed()) !== next) await desk.query('SELECT pg_sleep(0.1)');
  expect(gunzipSync(readFileSync(join(archive, `${next}.gz`))).toString()).toBe('the log of another desk');
});

/** An archive of one backup, beside files of these names. */
async function archiveOf(names: readonly string[], firstLogs: readonly string[]): Promise<string> {
  const folder = scratchFolder();
  for (const name of names) writeFileSync(join(folder, `${name}.gz`), '');
  for (const [hour, firstLog] of firstLogs.entries()) {
    const madeAt = `2026-11-18T0${hour}:00:00.000Z`;
    await recordBase(folder, { madeAt, endedAt: madeAt, folder: `/backup-${hour}`, firstLog });
  }
  return folder;
}

const logOf = (timeline: number, file: number) =>
  `${String(timeline).padStart(8, '0')}00000000${String(file).padStart(8, '0')}`;
const left = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.gz'));

it('is pruned to what the last backup before a moment needs', async () => {
  expect((await readBases(archive)).map(({ folder }) => folder)).toEqual([base]);
  const names = [1, 2, 3, 4, 5].map((file) => logOf(1, file));
  const folder = await archiveOf(names, [logOf(1, 2), logOf(1, 4)]);
  // There is none of before: the oldest counts, and only what was archived before that goes.
  const first = await pruneArchive(folder, new Date(0), () => true);
  expect([first.from?.folder, first.files]).toEqual(['/backup-0', 1]);
  // The later one is not there any more: nothing can be taken further from it.
  const isThere = ({ folder }: Base) => folder === '/backup-0';
  expect((await pruneArchive(folder, new Date(), isThere)).files).toBe(0);
  expect((await pruneArchive(folder, new Date(), () => true)).files).toBe(2);
  expect(left(folder)).toEqual([4, 5].map((file) => `${logOf(1, file)}.gz`));
});

it('keeps all of a log that has several timelines, also where the other has no more than a beginning', async () => {
  for (const [names, firstLog] of [
    [[logOf(1, 1), logOf(1, 4), logOf(2, 2)], logOf(1, 4)],
    [[logOf(1, 1), logOf(1, 4), '00000002.history'], logOf(1, 4)],
    [[logOf(1, 1)], logOf(2, 4)],
  ] as const) {
    const folder = await archiveOf(names, [firstLog]);
    const pruned = pruneArchive(folder, new Date(), () => true);
    await expect(pruned).rejects.toThrow(/several timelines \(00000001, 00000002\).* Make a backup now\./);
    expect(left(folder)).toHaveLength(names.length);
  }
});

it('counts no backup that was made before the server archived anything', async () => {
  const other = await openSmallDesk(template);
  try {
    const folder = join(scratchFolder(), 'archive');
    rememberArchive(prepareSite(other.dataDir), folder);
    const wanted = { dataDir: other.dataDir, madeAt: new Date(), passphrase: null };
    await backUp({ ...wanted, target: other.beside('early') }, UNWATCHED);
    expect(await readBases(folder)).toEqual([]);
  } finally {
    await other.stop();
  }
});

/** Starts what was restored, with an archive, for a while. */
async function archived(dataDir: string, logArchive: string, work: (client: Client) => Promise<void>) {
  const server = await startEmbedded({ dataDir, logArchive });
  const client = new Client(server.connection);
  await client.connect();
  await work(client).finally(() => client.end());
  await server.stop();
}

it('takes a timeline further that began where nothing was archived', async () => {
  const [folder, log] = [scratchFolder(), join(scratchFolder(), 'log')];
  const [dataDir, target] = [join(folder, 'data'), join(folder, 'second')];
  const source = await openSource(base, async () => '');
  await putBack(source, { dataDir, aside: null }, AS_IT_IS, UNWATCHED, ready);
  // As after a restore by an earlier release: nothing waits to be archived.
  await ordersOf(await startEmbedded({ dataDir }));
  rmSync(join(dataDir, 'postgres', 'pg_wal', 'archive_status', '00000002.history.ready'));
  let at = new Date();
  await archived(dataDir, log, async (client) => {
    await backUp({ dataDir, target, madeAt: new Date(), passphrase: null }, UNWATCHED);
    await client.query('INSERT INTO orders VALUES (4)');
    at = new Date(Date.now() + 5);
    await client.query('SELECT pg_sleep(0.02)');
    await client.query('INSERT INTO orders VALUES (5)');
  });
  expect(readdirSync(join(target, 'postgres', 'pg_wal'))).toContain('00000002.history');
  expect(readdirSync(log)).toContain('00000002.history.gz');
  const again = join(scratchFolder(), 'data');
  const second = await openSource(target, async () => '');
  await putBack(
    second,
    { dataDir: again, aside: null },
    { archive: log, at, logKey: null },
    UNWATCHED,
    ready,
  );
  await archived(again, log, async (client) => {
    expect((await client.query('SELECT id FROM orders')).rows).toHaveLength(4);
    const { rows } = await client.query('SELECT substr(pg_walfile_name(pg_switch_wal()), 1, 8) AS timeline');
    expect(rows).toEqual([{ timeline: '00000003' }]);
  });
  expect(readdirSync(log)).toContain('00000003.history.gz');
});
