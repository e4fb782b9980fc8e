import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MOST_WORKERS } from '../packages/service/src/config.ts';
import {
  NODE_CONNECTIONS,
  TOOL_CONNECTIONS,
  workerConnections,
} from '../packages/service/src/store/open-store.ts';
import { replicaConnections } from '../packages/service/src/store/replicas/reading.ts';

const ours = (name: string) => import(new URL(`../deploy/ha/${name}`, import.meta.url).href);

it('what stands beside each node of a replicated store lets nobody in as superuser', async () => {
  const [{ configure }, { layoutIn }] = await Promise.all([ours('configure.mjs'), ours('layout.mjs')]);
  const folder = await mkdtemp(join(tmpdir(), 'swapdesk-ha-'));
  try {
    const secrets = configure(layoutIn(folder), { postgresBin: '/nowhere', user: null });
    const read = (name: string) => readFile(join(folder, name), 'utf8');
    const texts = await Promise.all(['userlist.txt', 'pgbouncer.ini', 'haproxy.cfg'].map(read));
    expect(texts[0]).toBe(`"swapdesk" "${secrets.servicePassword}"\n`);
    for (const text of texts) expect(text).not.toContain(secrets.superuserPassword);
    expect(texts[1]).not.toMatch(/^postgres =|^admin_users/m);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('gives three machines with as many workers as there may be their connections', async () => {
  const template = (name: string) =>
    readFile(new URL(`../deploy/ha/templates/${name}`, import.meta.url), 'utf8');
  const [pooler, server] = await Promise.all(['pgbouncer.ini', 'patroni.yml'].map(template));
  const said = (text: string | undefined, setting: string) =>
    Number(new RegExp(`^ *${setting}(?: =|:) (\\d+)$`, 'm').exec(text ?? '')?.[1]);
  const workers = Array.from({ length: MOST_WORKERS }, (_, n) => n + 1);
  const most = (connections: (workers: number) => number) =>
    Math.max(...workers.map((many) => many * connections(many)));
  // An api with its workers, an engine, a console, a signer and four commands.
  const machine = 3 * NODE_CONNECTIONS + most(workerConnections) + 5 * TOOL_CONNECTIONS;
  expect(said(pooler, 'default_pool_size')).toBeGreaterThanOrEqual(machine);
  expect(said(pooler, 'max_client_conn')).toBeGreaterThanOrEqual(machine);
  expect(said(pooler, 'max_db_connections')).toBe(said(pooler, 'default_pool_size'));
  const ofPoolers = 3 * said(pooler, 'max_db_connections');
  expect(said(server, 'max_connections')).toBeGreaterThanOrEqual(
    ofPoolers + 3 * most(replicaConnections) + 20,
  );
  const guide = await readFile(new URL('../docs/ha.md', import.meta.url), 'utf8');
  for (const number of [machine, said(pooler, 'max_db_connections'), said(server, 'max_connections')])
    expect(guide).toMatch(new RegExp(`\\b${number}\\b`));
});
