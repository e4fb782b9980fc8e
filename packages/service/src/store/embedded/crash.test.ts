import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { IS_LONG } from '../../../../../test/support/volume.ts';
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts';
import { findProcess } from './processes.ts';
import { runAs, serverUser } from './server-user.ts';
import { isServer, scratchFolder, serverPid, until } from './testing/scratch.ts';
import { ServerProcess } from './testing/server-process.ts';
import { setUp } from './testing/set-up.ts';

const tools = setUp();
const { template } = tools;

// Alone, because it has to catch initdb at work, and the others keep this process busy.
it.runIf(IS_LONG)('does not trust a cluster that was killed while it was made', async () => {
  const dataDir = join(scratchFolder(), 'data');
  const killed = new ServerProcess(tools.program, 'start', dataDir);
  killed.outcome.catch(() => undefined);
  await until(() => drafts(dataDir).some((draft) => contents(join(dataDir, draft)).includes('base')));
  await killed.kill();
  expect(contents(dataDir)).not.toContain('postgres');
  // The orphaned initdb may still write; it does so in a folder that nobody will use.
  const server = await startEmbedded({ dataDir });
  expect(await one(server)).toBe(1);
  await server.stop();
  expect(readdirSync(join(dataDir, 'postgres'))).toContain('PG_VERSION');
});

it.runIf(IS_LONG).concurrent(
  'creates the database if it was killed between making the cluster and that',
  async () => {
    const dataDir = template.copy();
    const server = await startEmbedded({ dataDir });
    const client = await connected({ ...server.connection, database: 'postgres' });
    await client.query('DROP DATABASE swapdesk');
    await client.end();
    await server.stop();
    const next = await startEmbedded({ dataDir });
    expect(await one(next)).toBe(1);
    await next.stop();
  },
);

it.concurrent('recovers what was committed when the server itself is killed', async () => {
  const dataDir = template.copy();
  const server = await startEmbedded({ dataDir });
  const client = await connected(server.connection);
  await client.query('CREATE TABLE kept AS SELECT generate_series(1, 1000) AS n');
  process.kill(serverPid(dataDir)!, 'SIGKILL');
  await server.died;
  const next = await startEmbedded({ dataDir });
  expect(next.adopted).toBe(false);
  const reader = await connected(next.connection);
  expect((await reader.query('SELECT count(*)::int AS n FROM kept')).rows).toEqual([{ n: 1000 }]);
  await next.stop();
});

it.runIf(IS_LONG).concurrent(
  'starts when the number in postmaster.pid belongs to a stranger by now',
  async () => {
    const dataDir = template.copy();
    const server = await startEmbedded({ dataDir });
    const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
    const pid = serverPid(dataDir)!;
    process.kill(pid, 'SIGKILL');
    await server.died;
    // A stranger with the server's own uid is the case that PostgreSQL itself takes for a running server.
    const stranger = spawn('sleep', ['60'], { ...runAs(serverUser()), stdio: 'ignore' });
    await once(stranger, 'spawn');
    writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(String(pid), String(stranger.pid)));
    const next = await startEmbedded({ dataDir });
    expect(await one(next)).toBe(1);
    await next.stop();
    expect(stranger.exitCode).toBeNull();
    stranger.kill();
  },
);

it.runIf(IS_LONG).concurrent('starts when postmaster.pid was left empty', async () => {
  const dataDir = template.copy();
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
  writeFileSync(pidFile, '');
  utimesSync(pidFile, 0, 0);
  const { uid, gid } = serverUser();
  chownSync(pidFile, uid, gid);
  const server = await startEmbedded({ dataDir });
  expect(await one(server)).toBe(1);
  await server.stop();
});

it.concurrent('ends processes that outlived their killed server, and only those', async () => {
  const dataDir = template.copy();
  const neighbourDir = template.copy();
  const [server, neighbour] = [
    await startEmbedded({ dataDir }),
    await startEmbedded({ dataDir: neighbourDir }),
  ];
  const client = await connected(server.connection);
  const stuck = (await client.query('SELECT pg_backend_pid() AS pid')).rows[0].pid as number;
  // Stopped, it cannot notice the death of the server, and keeps the shared memory.
  process.kill(stuck, 'SIGSTOP');
  process.kill(serverPid(dataDir)!, 'SIGKILL');
  await server.died;
  const next = await startEmbedded({ dataDir });
  expect(await one(next)).toBe(1);
  expect(findProcess(stuck)?.command || '').toBe('');
  expect(await one(neighbour)).toBe(1);
  await Promise.all([next.stop(), neighbour.stop()]);
});

it.concurrent('waits for a server that is shutting down, and starts the next', async () => {
  const dataDir = template.copy();
  const killed = new ServerProcess(tools.program, 'start', dataDir);
  await killed.outcome;
  const server = { connection: connectionOf(dataDir) };
  const lingering = await connected(server.connection);
  const pid = serverPid(dataDir)!;
  // A smart shutdown refuses newcomers, but waits for those who are there.
  process.kill(pid, 'SIGTERM');
  await until(() => readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').includes('stopping'));
  await killed.kill();
  const starting = startEmbedded({ dataDir });
  await expect(connected(server.connection)).rejects.toMatchObject({ code: '57P03' });
  expect(isServer(pid)).toBe(true);
  await lingering.end();
  const next = await starting;
  expect(next.adopted).toBe(false);
  expect(serverPid(dataDir)).not.toBe(pid);
  await next.stop();
});

const contents = (dir: string): string[] => {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
};

const drafts = (dataDir: string): string[] =>
  contents(dataDir).filter((name) => name.startsWith('postgres.making-') && !name.endsWith('password'));

const connectionOf = (dataDir: string): EmbeddedPostgres['connection'] => ({
  host: join(dataDir, 'run'),
  port: 5432,
  user: 'swapdesk',
  password: readFileSync(join(dataDir, 'database-password'), 'utf8').trim(),
  database: 'swapdesk',
});

async function connected(connection: EmbeddedPostgres['connection']): Promise<Client> {
  const client = new Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function one(server: EmbeddedPostgres): Promise<number> {
  const client = await connected(server.connection);
  const { rows } = await client.query('SELECT 1 AS one');
  await client.end();
  return rows[0].one;
}
