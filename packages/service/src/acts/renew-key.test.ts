import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { audited, rehearsed } from '../operators/audit.ts';
import { nextDeskKey, openDeskKey } from '../secrets/desk-key.ts';
import { renewKey } from './renew-key.ts';

const NOW = 1_700_000_000;
const SOMEBODY = { name: 'ann', via: 'command line', address: '' } as const;

let store: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  store = await createTestDatabase(2);
  dataDir = await mkdtemp(join(tmpdir(), 'swapdesk-renew-'));
  await openDeskKey(store.database, place(), NOW);
  await store.database.query(
    `INSERT INTO operator (name, role, password, one_time_until, created_at, is_enrolled, sealed_totp) VALUES
       ('ann', 'admin', '{}', 0, 1, true, '\\x01'), ('bob', 'admin', '{}', ${NOW + 60}, 1, false, NULL)`,
  );
  await store.database.query(
    `INSERT INTO operator_recovery (operator_id, code_hash) SELECT id, '\\x02' FROM operator`,
  );
  await store.database.query(
    `INSERT INTO proposal (act, subject, arguments, preview, asked_by, asked_via, asked_at)
     VALUES ('order redirect', 'X', '{}', '[]', 'ann', 'console', 1)`,
  );
});
afterAll(async () => {
  await store.drop();
  await rm(dataDir, { recursive: true });
});

const place = () => ({ keyFile: null, dataDir });
const keyFile = () => readFile(join(dataDir, 'desk.key'), 'utf8');
const who = async () =>
  (
    await store.database.query(
      `SELECT name, is_enrolled, sealed_totp IS NULL AS none, one_time_until > $1 AS one_time,
              (SELECT count(*)::int FROM operator_recovery r WHERE r.operator_id = o.id) AS codes
         FROM operator o ORDER BY name`,
      [NOW],
    )
  ).rows;

it('tells what it would end, and ends none of it', async () => {
  const [before, people] = [await keyFile(), await who()];
  const next = await nextDeskKey(place());
  const ended = await rehearsed(store.database, (client) => renewKey(client, next.proof, SOMEBODY, NOW));
  await next.forget();
  expect(ended).toEqual({ apiKeys: 0, operators: 2, proposals: 1 });
  expect([await keyFile(), await who()]).toEqual([before, people]);
  await openDeskKey(store.database, place(), NOW);
});

it('lets nobody in with what was made before, and the old key is refused', async () => {
  const before = await openDeskKey(store.database, place(), NOW);
  const next = await nextDeskKey(place());
  await audited(store.database, SOMEBODY, NOW, (client) => renewKey(client, next.proof, SOMEBODY, NOW));
  await expect(openDeskKey(store.database, place(), NOW)).rejects.toThrow(/not the one of this store/);
  await next.take();
  const after = await openDeskKey(store.database, place(), NOW);
  expect(after.keyFor('manage codes')).not.toEqual(before.keyFor('manage codes'));
  const nothing = { is_enrolled: false, none: true, one_time: false, codes: 0 };
  expect(await who()).toEqual([
    { name: 'ann', ...nothing },
    { name: 'bob', ...nothing },
  ]);
  const { rows } = await store.database.query(
    `SELECT (SELECT state FROM proposal) AS proposal, act, actor FROM audit_entry`,
  );
  expect(rows).toEqual([{ proposal: 'withdrawn', act: 'secrets renew', actor: 'ann' }]);
});

it('gives a key to a store whose key is lost', async () => {
  await rm(join(dataDir, 'desk.key'));
  await expect(openDeskKey(store.database, place(), NOW)).rejects.toThrow(/If it is lost: .*secrets renew/);
  const next = await nextDeskKey(place());
  await audited(store.database, SOMEBODY, NOW, (client) => renewKey(client, next.proof, SOMEBODY, NOW));
  await next.take();
  await next.forget();
  await openDeskKey(store.database, place(), NOW);
});
