import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cleanUp } from '../embedded/testing/scratch.ts';
import { Template } from '../embedded/testing/template.ts';
import { backUp } from './back-up.ts';
import { checkBackup } from './check-backup.ts';
import { openSource } from './source.ts';
import { openSmallDesk, type SmallDesk, UNWATCHED } from './testing/small-desk.ts';

/** Whether an old backup can be used is found out beside a desk that runs on. */

const template = new Template();
let desk: SmallDesk;
let good: string;
beforeAll(async () => {
  await template.make();
  desk = await openSmallDesk(template);
  good = desk.beside('good');
  const wanted = { dataDir: desk.dataDir, target: good, madeAt: new Date(), passphrase: null };
  await backUp(wanted, UNWATCHED);
});
afterAll(async () => {
  await desk.stop();
  await cleanUp();
  template.remove();
});

const check = async () => checkBackup(await openSource(good, async () => ''), desk.dataDir, UNWATCHED);

it('reads a copy of it, and leaves backup and desk as they are', async () => {
  const files = readdirSync(good, { recursive: true });
  const control = readFileSync(join(good, 'postgres/global/pg_control'));
  const checked = await check();
  expect([checked.orders, checked.label.orders, checked.tables > 50]).toEqual([3, 3, true]);
  expect(readdirSync(good, { recursive: true })).toEqual(files);
  expect(readFileSync(join(good, 'postgres/global/pg_control'))).toEqual(control);
  await desk.query('INSERT INTO orders VALUES (4)');
  expect(readdirSync(dirname(desk.dataDir)).sort()).toEqual([basename(desk.dataDir), 'good']);
});

it('says that it is not what its label says, and that it cannot be used where a page of it is damaged', async () => {
  const label = join(good, 'swapdesk-backup.json');
  const text = readFileSync(label, 'utf8');
  writeFileSync(label, text.replace('"orders": 3', '"orders": 5'));
  await expect(check()).rejects.toThrow('it has 3 orders, and had 5 when it was made');
  writeFileSync(label, text);
  const [{ path }] = (await desk.query(`SELECT pg_relation_filepath('orders') AS path`)) as [
    { path: string },
  ];
  const file = join(good, 'postgres', path);
  expect(existsSync(file)).toBe(true);
  const page = readFileSync(file);
  page[page.length - 1] = (page.at(-1) as number) ^ 1;
  writeFileSync(file, page);
  await expect(check()).rejects.toThrow(/^THE BACKUP CANNOT BE USED: invalid page in block 0/);
});
