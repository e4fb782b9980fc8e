import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDeskStore, type DeskStore } from '../../support/desk-store.ts';
import { type RunningService, startService } from '../../support/service.ts';
import { type ConsoleBrowser, makeOperator, signedIn } from './support/console.ts';

/** What operators say of their site: who may, what is written down, and the way back. */

let store: DeskStore;
let service: RunningService;
let admin: ConsoleBrowser;
let support: ConsoleBrowser;

beforeAll(async () => {
  store = await createDeskStore(8);
  service = await startService(store.env);
  await makeOperator(store.database, 'ada', 'admin');
  admin = await signedIn(store.database, service.url, 'ada');
  await makeOperator(store.database, 'sam', 'support');
  support = await signedIn(store.database, service.url, 'sam');
});
afterAll(async () => {
  await service?.stop();
  await store?.drop();
});

const version = async () => Number((await admin.get('/site')).data.version);
const save = async (parts: object) => admin.post('/site/save', { basis: await version(), parts });
async function titleBecomes(title: string): Promise<void> {
  // Every node hears of it within a second.
  await expect
    .poll(async () => /<title>([^<]*)/.exec(await (await fetch(service.url)).text())?.[1], {
      timeout: 30_000,
    })
    .toBe(title);
}
async function lastAct(): Promise<unknown> {
  const { rows } = await store.database.query(
    'SELECT actor, act, subject, changes FROM audit_entry ORDER BY id DESC LIMIT 1',
  );
  return rows[0];
}

it('what is said counts on the pages and stands in the audit log, and goes back to what it was', async () => {
  expect((await save({ name: 'Harbour' })).msg).toBe('success');
  await titleBecomes('Harbour');
  const first = await version();
  expect(await lastAct()).toEqual({
    actor: 'ada',
    act: 'site save',
    subject: 'site',
    changes: [{ what: 'name', before: null, after: 'Harbour' }],
  });

  await save({ name: 'Quay', links: null });
  await titleBecomes('Quay');
  const back = await admin.post('/site/restore', { basis: await version(), version: first });
  expect(back.msg).toBe('success');
  await titleBecomes('Harbour');
  expect(await lastAct()).toMatchObject({
    act: 'site restore',
    changes: [
      { what: 'name', before: 'Quay', after: 'Harbour' },
      { what: 'links', before: 'none', after: null },
    ],
  });

  await admin.post('/site/restore', { basis: await version(), version: 0 });
  await titleBecomes('Swapdesk');
  const { data } = await admin.get('/site');
  expect(data.console).toBe('{}');
  expect(data.versions).toHaveLength(4);
});

it('two who change it at once do not undo each other unseen', async () => {
  const basis = await version();
  await admin.post('/site/save', { basis, parts: { name: 'One' } });
  const second = await admin.post('/site/save', { basis, parts: { name: 'Two' } });
  expect(second).toMatchObject({
    code: 1,
    msg: expect.stringContaining('somebody else has changed the site'),
  });
  expect(JSON.parse((await admin.get('/site')).data.console)).toEqual({ name: 'One' });
});

it('only an admin may, and what is wrong is refused with why; a look says so before, and changes nothing', async () => {
  const before = await version();
  const parts = { name: 'Mine', colours: { light: '#ffd400', dark: '#ffd400' } };
  expect((await support.post('/site/save', { basis: before, parts })).status).toBe(403);
  expect((await support.post('/site/restore', { basis: before, version: 0 })).status).toBe(403);
  const looked = await support.post('/site/preview', { parts });
  expect(looked.data.problems).toEqual([]);
  expect(looked.data.adapted).toMatchObject([
    { part: 'colours', words: expect.stringContaining('hard to read') },
  ]);
  expect(JSON.parse(looked.data.shown)).toMatchObject({ name: 'Mine' });

  const data = Buffer.from('<svg><script>alert(1)</script></svg>').toString('base64');
  const unsafe = { logo: { type: 'image/svg+xml', data } };
  const told = await admin.post('/site/preview', { parts: unsafe });
  expect(told.data.problems).toMatchObject([{ part: 'logo', words: expect.stringContaining('<script>') }]);
  const refused = await admin.post('/site/save', { basis: before, parts: unsafe });
  expect(refused).toMatchObject({ status: 400, text: expect.stringContaining('logo: holds <script>') });
  expect(await version()).toBe(before);
});

it('keeps fifty versions to go back to, and no more', async () => {
  for (let n = 0; n < 52; n++) await save({ name: `Name ${n}` });
  const { data } = await admin.get('/site');
  expect(data.versions).toHaveLength(50);
  const gone = await admin.post('/site/restore', { basis: await version(), version: 1 });
  expect(gone).toMatchObject({ code: 1, msg: expect.stringContaining('not kept any more') });
});
