import { readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { IS_LONG } from '../../../../../test/support/volume.ts';
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts';
import { shutDown } from './postmaster.ts';
import { keepLogsBounded } from './server-log.ts';
import { isRoot, serverUser } from './server-user.ts';
import { bufferBytes, memoryBytes } from './settings.ts';
import { prepareSite } from './site.ts';
import { cleanUp, isServer, serverPid, until } from './testing/scratch.ts';
import { Template } from './testing/template.ts';

const template = new Template();
beforeAll(() => template.make());
afterAll(() => template.remove());
afterAll(cleanUp);

it.concurrent('keeps what was committed over a restart, on one cluster', async () => {
  const dataDir = template.copy();
  const first = await startEmbedded({ dataDir });
  expect(first.adopted).toBe(false);
  await query(first, 'CREATE TABLE kept AS SELECT 42 AS n');
  const pid = serverPid(dataDir)!;
  await Promise.all([first.stop(), first.stop()]);
  await first.stop();
  expect(isServer(pid)).toBe(false);

  const second = await startEmbedded({ dataDir });
  expect(second.adopted).toBe(false);
  expect(await query(second, 'SELECT n FROM kept')).toEqual([{ n: 42 }]);
  expect(second.connection).toEqual(first.connection);
  await second.stop();
});

it.concurrent('runs durable, checked, deaf to the network, and asks for the password', async () => {
  const server = await startEmbedded({ dataDir: template.copy() });
  const rows = await query(server, 'SELECT name, setting FROM pg_settings');
  const settings = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
  expect(settings).toMatchObject({
    listen_addresses: '',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    data_checksums: 'on',
    autovacuum: 'on',
    jit: 'off',
    shared_buffers: String(bufferBytes(memoryBytes()) / 8192),
    max_connections: '120',
    max_wal_size: '2048',
    checkpoint_timeout: '900',
    checkpoint_completion_target: '0.9',
    log_min_messages: 'warning',
    logging_collector: 'on',
    password_encryption: 'scram-sha-256',
  });
  expect(['off', 'lz4']).toContain(settings.wal_compression);
  const [database] = await query(
    server,
    'SELECT datcollate, pg_encoding_to_char(encoding) AS encoding, current_user AS me FROM pg_database WHERE datname = current_database()',
  );
  expect(database).toEqual({ datcollate: 'C', encoding: 'UTF8', me: 'swapdesk' });
  const stranger = new Client({ ...server.connection, password: 'guess' });
  await expect(stranger.connect()).rejects.toMatchObject({ code: '28P01' });
  await server.stop();
});

it.concurrent('gives each folder to the one who needs it', async () => {
  const dataDir = template.copy();
  const server = await startEmbedded({ dataDir });
  const { uid } = serverUser();
  const us = process.getuid!();
  expect(ownership(dataDir)).toEqual([us, isRoot() ? 0o711 : 0o700]);
  expect(ownership(join(dataDir, 'database-password'))).toEqual([us, 0o600]);
  expect(ownership(join(dataDir, 'postgres'))).toEqual([uid, 0o700]);
  expect(ownership(join(dataDir, 'run'))).toEqual([uid, 0o700]);
  expect(readdirSync(join(dataDir, 'postgres-log')).length).toBeGreaterThan(0);
  await server.stop();
});

it.runIf(IS_LONG).concurrent('lives in a folder with a strange name', async () => {
  const dataDir = join(template.copy(), `../it's "a", \\ b`);
  renameSync(join(dataDir, '../data'), dataDir);
  const server = await startEmbedded({ dataDir });
  expect(await query(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await server.stop();
});

it.concurrent('tells when the server dies, and what is left to stop is nothing', async () => {
  const dataDir = template.copy();
  const server = await startEmbedded({ dataDir });
  const pid = serverPid(dataDir)!;
  process.kill(pid, 'SIGKILL');
  expect(await server.died).toMatch(/^PostgreSQL has stopped: /);
  await server.stop();

  const next = await startEmbedded({ dataDir });
  await server.stop();
  expect(await query(next, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await next.stop();
});

it.runIf(IS_LONG).concurrent(
  'keeps its claim when the server recovers from the crash of one of its processes',
  async () => {
    const dataDir = template.copy();
    const server = await startEmbedded({ dataDir });
    const before = await claimHolders(server);
    expect(before).toHaveLength(1);
    process.kill(before[0]!.pid, 'SIGKILL');
    let after: { pid: number }[] = [];
    const deadline = Date.now() + 30_000;
    while ((after.length === 0 || after[0]!.pid === before[0]!.pid) && Date.now() < deadline) {
      after = await claimHolders(server).catch(() => []);
    }
    expect(after).toHaveLength(1);
    await expect(startEmbedded({ dataDir })).rejects.toThrow(`(process ${process.pid})`);
    const pid = serverPid(dataDir)!;
    await server.stop();
    await until(() => !isServer(pid));
  },
);

it.runIf(IS_LONG).concurrent('goes over to immediate shutdown when one of its processes hangs', async () => {
  const dataDir = template.copy();
  const server = await startEmbedded({ dataDir });
  const pid = serverPid(dataDir)!;
  const [holder] = await claimHolders(server);
  process.kill(holder!.pid, 'SIGSTOP');
  await shutDown(prepareSite(dataDir), pid, 200);
  expect(isServer(pid)).toBe(false);
  await server.died;
});

it.concurrent('keeps only the newest of the log files', async () => {
  const logs = template.copy();
  const days = [1, 2, 3, 4, 5, 6, 7, 8];
  for (const day of days) writeFileSync(join(logs, `postgres-2026010${day}-000000.log`), '');
  keepLogsBounded(logs)();
  expect(readdirSync(logs).filter((name) => name.endsWith('.log'))).toEqual(
    days.slice(-5).map((day) => `postgres-2026010${day}-000000.log`),
  );
});

async function query(server: EmbeddedPostgres, text: string) {
  const client = new Client(server.connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const claimHolders = (server: EmbeddedPostgres): Promise<{ pid: number }[]> =>
  query(server, `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted`);

const ownership = (path: string): [number, number] => [statSync(path).uid, statSync(path).mode & 0o777];
