import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { get, within } from '../../attack/src/support/target.ts';
import { createDeskStore, type DeskStore } from '../../support/desk-store.ts';
import { linkModules } from '../../support/fresh-clone.ts';
import { type RunningService, startService } from '../../support/service.ts';

/** The files of a node of two workers are replaced by those of another version while it runs, and one of its workers dies. */

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SERVICE = 'packages/service';
const SOON_MS = 30_000;

let store: DeskStore;
let folder: string;
let service: RunningService;

beforeAll(async () => {
  store = await createDeskStore(4);
  folder = await mkdtemp(join(tmpdir(), 'swapdesk-replaced-'));
  for (const each of ['bin', 'dist', 'package.json'])
    await cp(join(ROOT, SERVICE, each), join(folder, SERVICE, each), {
      recursive: true,
      preserveTimestamps: true,
    });
  for (const each of [`${SERVICE}/migrations`, 'packages/contract', 'packages/web'])
    await symlink(join(ROOT, each), join(folder, each));
  await linkModules(folder);
  const program = join(folder, SERVICE, 'bin/swapdesk.mjs');
  service = await startService({ ...store.env, SWAPDESK_WORKERS: '2' }, 'start', program);
});
afterAll(async () => {
  await service?.kill();
  await store?.drop();
  await rm(folder, { recursive: true, force: true });
});

function workers(): number[] {
  const found = execFileSync('ps', ['-o', 'pid=', '--ppid', String(service.process.pid)], {
    encoding: 'utf8',
  });
  return found.trim().split(/\s+/).map(Number);
}

test('no worker of the other version serves, the one that is left goes on, and it is said what to do', async () => {
  const file = join(folder, SERVICE, 'package.json');
  const ours = await readFile(file, 'utf8');
  await writeFile(file, ours.replace(/"version": "[^"]+"/, '"version": "99.0.0"'));
  const [one] = workers();
  process.kill(one as number, 'SIGKILL');
  const said =
    /the files of this program were replaced while it runs \(\S+ \(\d{4}\) by 99\.0\.0 \(\d{4}\)\): stop this node and start it again/;
  await within(SOON_MS, async () => said.test(service.output()));
  for (let n = 0; n < 5; n++) expect((await get(service.url, '/openapi/service')).status).toBe(200);
  await writeFile(file, ours);
  // Tried again after a pause, it is one of the same files.
  await within(
    SOON_MS,
    async () => (await get(service.url, '/health/ready')).status === 200 && workers().length === 2,
  );
});
