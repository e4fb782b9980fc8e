import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canEnter, serverUser } from '../../../packages/service/src/store/embedded/embedded.ts';
import { keepInMind } from '../../support/still-running.ts';
import { buildCage, whyNoCage } from './support/cage.ts';
import { readUnit } from './support/read-unit.ts';

/** The unit for all in one, started for real: as a plain user, with the system calls and sockets that it allows and no others. */

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PROGRAM = join(ROOT, 'packages/service/bin/swapdesk.mjs');
const END_WITH_PARENT = join(ROOT, 'test/support/end-with-parent.cjs');
const filter = readUnit(readFileSync(join(ROOT, 'deploy/systemd/swapdesk.service'), 'utf8')).get(
  'Service.SystemCallFilter',
);
/** Ourselves, or `nobody` if we are root. */
const { uid, gid } = serverUser();
const why = (await whyNoCage()) ?? (canEnter(ROOT, uid, gid) ? null : `user id ${uid} cannot enter ${ROOT}`);
if (why !== null) console.warn(`No unit is started under its filter: ${why}`);

describe.runIf(why === null)('in the cage of its unit', () => {
  let folder: string;
  let data: string;
  let cage: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cage-'));
    await chmod(folder, 0o755);
    data = await mkdtemp(join(tmpdir(), 'caged-'));
    await chown(data, uid, gid);
    cage = await buildCage(folder, filter ?? []);
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
    await rm(data, { recursive: true });
  });

  /** Runs node in it, and says what it printed once it has ended, or printed that. */
  async function inside(args: readonly string[], until: RegExp): Promise<{ text: string; code: unknown }> {
    const child = spawn(cage, [String(uid), String(gid), process.execPath, ...args], {
      // Where no configuration is.
      cwd: data,
      env: {
        PATH: process.env.PATH,
        SWAPDESK_DATA_DIR: join(data, 'data'),
        SWAPDESK_RECORD: join(data, 'record'),
        SWAPDESK_PASSPHRASE: 'only for this test, and long enough',
        SWAPDESK_PORT: '0',
        SWAPDESK_WORKERS: '1',
      },
    });
    keepInMind(child);
    let text = '';
    let isTold = false;
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        text += chunk;
        // Once: who is told twice is in a hurry, and does not stop in order.
        if (isTold || !until.test(text)) return;
        isTold = child.kill('SIGTERM');
      });
    const [code] = await once(child, 'close');
    return { text, code };
  }

  it('refuses what the unit refuses, whoever asks', async () => {
    const asks = `
      const { chownSync } = require('node:fs');
      try { chownSync(${JSON.stringify(data)}, ${uid}, ${gid}); } catch (error) { console.log(error.code); }`;
    expect((await inside(['--eval', asks], /never/)).text.trim()).toBe('EPERM');
  });

  it('starts and stops with the built-in database, made anew and then found', async () => {
    for (const time of ['made', 'found']) {
      const { text, code } = await inside(['--require', END_WITH_PARENT, PROGRAM, 'start'], /API +http\S+/);
      expect([time, text]).toEqual([time, expect.stringMatching(/API +http\S+/)]);
      expect([time, code]).toEqual([time, 0]);
    }
    expect((await stat(join(data, 'data/postgres'))).uid).toBe(uid);
  });
});
