import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEmbedded } from '../embedded/embedded.ts';
import { LOG_KEY } from '../embedded/log-key.ts';
import { cleanUp, scratchFolder } from '../embedded/testing/scratch.ts';
import { Template } from '../embedded/testing/template.ts';
import { pruneArchive, recordBase } from './archive.ts';
import { backUp } from './back-up.ts';
import { putBack } from './put-back.ts';
import { openLogKey, sealLog } from './sealed-log.ts';
import { openSource } from './source.ts';
import { openSmallDesk, ordersOf, type SmallDesk, UNWATCHED } from './testing/small-desk.ts';

/** An archive that was begun in the clear and is sealed from some moment on: every moment of both can be had again. */

const PASSPHRASE = 'six words that nobody would ever guess';
const SECRET = 'a word that stands in the log';
const template = new Template();
let desk: SmallDesk;
let archive: string;
let base: string;
const moments = new Map<number, Date>();

const archived = (ending: string) => readdirSync(archive).filter((name) => name.endsWith(ending));

async function archiveAll(ending: string): Promise<void> {
  const [{ name }] = (await desk.query('SELECT pg_walfile_name(pg_switch_wal()) AS name')) as [
    { name: string },
  ];
  while (!existsSync(join(archive, `${name}.${ending}`))) await desk.query('SELECT pg_sleep(0.05)');
}

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
  await desk.query('CREATE TABLE secret (word text)');
  base = desk.beside('base');
  await backUp({ dataDir: desk.dataDir, target: base, madeAt: new Date(), passphrase: null }, UNWATCHED);
  for (const count of [4, 5]) await oneMore(count);
  await archiveAll('gz');
  // While it runs: the next file is sealed.
  await sealLog(desk.dataDir, archive, PASSPHRASE);
  await desk.query(`INSERT INTO secret VALUES ('${SECRET}')`);
  for (const count of [6, 7, 8]) await oneMore(count);
  await archiveAll('sealed');
});
afterAll(async () => {
  await desk.stop();
  await cleanUp();
  template.remove();
});

const logKeyOf = (passphrase: string) => openLogKey(archive, async () => passphrase);

async function restoredAt(count: number): Promise<string> {
  const dataDir = join(scratchFolder(), 'data');
  const source = await openSource(base, async () => '');
  const recovery = { archive, at: moments.get(count) as Date, logKey: await logKeyOf(PASSPHRASE) };
  await putBack(source, { dataDir, aside: null }, recovery, UNWATCHED, async () => {});
  // Nothing that opens the log is left there.
  expect(readdirSync(dataDir).filter((name) => name.startsWith('fetch-log'))).toEqual([]);
  return dataDir;
}

it('can be taken to moments of before and after it was sealed, by whoever has the passphrase', async () => {
  for (const count of [4, 5, 6, 7])
    expect(await ordersOf(await startEmbedded({ dataDir: await restoredAt(count) }))).toBe(count);
  await expect(logKeyOf('another')).rejects.toThrow(/The passphrase is wrong.* Nothing was touched\./);
  for (const name of archived('.sealed'))
    expect(readFileSync(join(archive, name)).includes(SECRET)).toBe(false);
});

it('goes on sealed after a restore to an empty machine, and can be taken on from there', async () => {
  const dataDir = await restoredAt(7);
  expect(existsSync(join(dataDir, LOG_KEY))).toBe(false);
  const before = archived('.sealed').length;
  const server = await startEmbedded({ dataDir, logArchive: archive });
  const client = new Client(server.connection);
  await client.connect();
  await client.query('INSERT INTO orders VALUES (20)');
  const { rows } = await client.query('SELECT pg_walfile_name(pg_switch_wal()) AS name');
  await client.query('INSERT INTO orders VALUES (21)');
  await client.end();
  await server.stop();
  expect(archived('.sealed')).toContain(`${rows[0].name}.sealed`);
  expect(archived('.sealed').length).toBeGreaterThan(before);
  expect(archived('.history.gz').length).toBeGreaterThan(0);
});

it('is damaged in one byte: the restore ends there and says so, and puts nothing in place', async () => {
  const [first] = archived('.sealed').sort() as [string];
  const path = join(archive, first);
  const whole = readFileSync(path);
  const other = Buffer.from(whole);
  other.writeUInt8(other.readUInt8(1_000) ^ 1, 1_000);
  writeFileSync(path, other);
  await expect(restoredAt(7)).rejects.toThrow(/could not restore file|exit code 200/);
  writeFileSync(path, whole);
  expect(await ordersOf(await startEmbedded({ dataDir: await restoredAt(7) }))).toBe(7);
});

it('is pruned as one in the clear', async () => {
  const folder = scratchFolder();
  const line = archived('').filter((name) => /^00000001[0-9A-F]{16}/.test(name));
  for (const name of line) copyFileSync(join(archive, name), join(folder, name));
  const last = desk.beside('last');
  const label = await backUp(
    { dataDir: desk.dataDir, target: last, madeAt: new Date(), passphrase: null },
    UNWATCHED,
  );
  const { madeAt, endedAt, firstLog } = label as Required<typeof label>;
  await recordBase(folder, { madeAt, endedAt, folder: last, firstLog });
  const older = line.filter((name) => /^[0-9A-F]{24}/.test(name) && name.slice(0, 24) < firstLog);
  expect(older.some((name) => name.endsWith('.sealed'))).toBe(true);
  const { files } = await pruneArchive(folder, new Date(), () => true);
  expect(files).toBe(older.length);
  expect(readdirSync(folder).filter((name) => older.includes(name))).toEqual([]);
});
