import { hostname } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { versionFinding } from '../observe/version-finding.ts';
import { livingNodes, nodeText } from './living-nodes.ts';
import { programVersion } from './program-version.ts';
import { forgetNodes, tellLife } from './sign-of-life.ts';

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

const fail = (error: unknown) => {
  throw error;
};
const now = async () =>
  (
    await store.database.query<{ at: number }>(
      'SELECT floor(extract(epoch FROM clock_timestamp()))::bigint AS at',
    )
  ).rows[0]?.at as number;
const older = (id: string, beganAt: number) =>
  store.database.query(
    `INSERT INTO node SELECT $1, 'api', 'elsewhere', 1, '0.0.9', knows - 1, $2, seen_at FROM node WHERE id = 'this'`,
    [id, beganAt],
  );

it('a process that works on the store is seen while it does, with what it is', async () => {
  const { version, knows } = await programVersion();
  const life = await tellLife(store.database, 'this', 'engine', fail);
  const [node, ...others] = await livingNodes(store.database);
  expect(others).toEqual([]);
  expect(node).toMatchObject({
    id: 'this',
    role: 'engine',
    host: hostname(),
    process: process.pid,
    version,
    knows,
  });
  expect(nodeText(node!)).toContain(`engine ${version} (00${knows})`);
  await life.stop();
  expect(await livingNodes(store.database)).toEqual([]);
});

it('one that is behind the others is well as long as an upgrade takes, and then was forgotten', async () => {
  const life = await tellLife(store.database, 'this', 'engine', fail);
  await store.database.query("UPDATE node SET seen_at = $1, began_at = $1 WHERE id = 'this'", [await now()]);
  expect(await versionFinding(store.database, await now())).toMatchObject({ isWell: true });
  await older('that', (await now()) - 90_000);
  const during = await versionFinding(store.database, await now());
  const { knows } = await programVersion();
  expect(during).toMatchObject({
    isWell: true,
    facts: expect.stringContaining(`1 of 0.0.9 (00${knows - 1})`),
  });
  expect(during.facts).toContain('an upgrade is under way');
  expect(await versionFinding(store.database, (await now()) + 3_601)).toMatchObject({ isWell: false });
  await life.stop();
});

it('who ended long ago is forgotten, and nobody else', async () => {
  await store.database.query('DELETE FROM node');
  const life = await tellLife(store.database, 'this', 'engine', fail);
  await older('running', (await now()) - 90_000);
  await older('ended', (await now()) - 90_000);
  await store.database.query("UPDATE node SET seen_at = 0 WHERE id = 'ended'");
  await forgetNodes(store.database);
  expect((await livingNodes(store.database)).map(({ id }) => id).sort()).toEqual(['running', 'this']);
  expect((await store.database.query('SELECT 1 FROM node')).rowCount).toBe(2);
  await life.stop();
});

it('however many say that they run, and whatever they say, looking at them takes no longer and leaves terminals alone', async () => {
  await store.database.query('DELETE FROM node');
  await store.database.query(
    `INSERT INTO node (id, role, host, process, version, knows, began_at, seen_at)
     SELECT 'n' || n, E'api\\x1b[2J', E'h\\n', 1, 'v' || n, n, 0, $1 FROM generate_series(1, 20000) AS n`,
    [await now()],
  );
  const began = performance.now();
  const { facts } = await versionFinding(store.database, await now());
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(facts).toContain('an upgrade is under way');
  const nodes = await livingNodes(store.database);
  expect(nodes[0]).toMatchObject({ role: 'api?[2J', host: 'h?', knows: 1 });
  await store.database.query('DELETE FROM node');
});
