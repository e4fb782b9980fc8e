import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { IS_LONG } from '../../../../../test/support/volume.ts';
import { canEnter, joinEmbedded, startEmbedded } from './embedded.ts';
import { isRoot, serverUser } from './server-user.ts';
import { bufferBytes, memoryBytes, sharedMemoryType } from './settings.ts';
import { socketFolder } from './site.ts';
import { canUnshare, cleanUp, scratchFolder } from './testing/scratch.ts';
import { buildProgram, removeProgram, ServerProcess } from './testing/server-process.ts';

let program: string;
beforeAll(() => {
  program = buildProgram();
});
afterEach(cleanUp);
afterAll(() => removeProgram(program));

it.runIf(isRoot())('agrees with the system on who can enter what', () => {
  const { uid, gid } = serverUser();
  const home = scratchFolder();
  for (const mode of [0o700, 0o711, 0o755, 0o750, 0o701]) {
    const dir = join(home, mode.toString(8));
    mkdirSync(join(dir, 'inner'), { recursive: true });
    symlinkSync(join(dir, 'inner'), `${dir}-link`);
    chmodSync(dir, mode);
    for (const path of [dir, join(dir, 'inner'), `${dir}-link`]) {
      expect([path, canEnter(path, uid, gid)]).toEqual([path, enters(path, uid, gid)]);
    }
  }
  expect(canEnter(join(home, '755', 'to', 'be', 'made'), uid, gid)).toBe(true);
  expect(canEnter(join(home, '700', 'to', 'be', 'made'), uid, gid)).toBe(false);
});

it.runIf(IS_LONG)('keeps the path of the socket short', async () => {
  expect(socketFolder('/var/lib/swapdesk')).toBe('/var/lib/swapdesk/run');
  const long = join(scratchFolder(), 'x'.repeat(120));
  expect(dirname(socketFolder(long))).toBe(tmpdir());
  const server = await startEmbedded({ dataDir: long });
  expect(server.connection.host).toBe(socketFolder(long));
  await server.stop();
  rmSync(server.connection.host, { recursive: true });
});

it('shares memory by files where /dev/shm is small', async () => {
  const MB = 1024 * 1024;
  expect([64 * MB, 1024 * MB, undefined].map(sharedMemoryType)).toEqual(['mmap', 'posix', 'posix']);
});

it('keeps an eighth of the memory for buffers, within bounds', () => {
  const MB = 1024 * 1024;
  const memory = [512, 4096, 8197, 65_536].map((size) => size * MB);
  expect(memory.map(bufferBytes)).toEqual([256, 512, 1024, 2048].map((size) => size * MB));
  expect(memoryBytes()).toBeGreaterThan(64 * MB);
  expect(memoryBytes()).toBeLessThanOrEqual(totalmem());
});

it.runIf(IS_LONG && canUnshare())('starts where /dev/shm has room for nothing', async () => {
  const dataDir = join(scratchFolder(), 'data');
  const shrink = [
    'unshare',
    '-m',
    'sh',
    '-c',
    'mount -t tmpfs -o size=64k tmpfs /dev/shm && exec "$@"',
    'sh',
  ];
  const server = new ServerProcess(program, 'start', dataDir, { prefix: shrink });
  expect(await server.outcome).toEqual({ started: true, adopted: false });
  const tool = await joinEmbedded({ dataDir });
  const client = new Client(tool.connection);
  await client.connect();
  await client.query(
    `SET debug_parallel_query = on; SET min_parallel_table_scan_size = 0; SET parallel_setup_cost = 0;
     SET parallel_tuple_cost = 0; CREATE TABLE big AS SELECT generate_series(1, 300000) AS n; ANALYZE big`,
  );
  const { rows } = await client.query('SELECT count(*)::int AS n FROM big a JOIN big b USING (n)');
  expect(rows).toEqual([{ n: 300000 }]);
  const type = await client.query('SHOW dynamic_shared_memory_type');
  expect(type.rows).toEqual([{ dynamic_shared_memory_type: 'mmap' }]);
  await client.end();
  await tool.stop();
  await server.stop();
});

function enters(path: string, uid: number, gid: number): boolean {
  try {
    execFileSync('test', ['-x', path], { uid, gid, cwd: '/' });
    return true;
  } catch {
    return false;
  }
}
