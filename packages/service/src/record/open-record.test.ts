import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StartupError } from '../startup-error.ts';
import { canUnshare } from '../store/embedded/testing/scratch.ts';
import { openRecords } from './open-record.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swapdesk-record-'));
});
afterEach(() => rm(folder, { recursive: true }));

it.runIf(canUnshare())('a record whose disk is mounted read-only is refused in words', async () => {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
  try {
    const { record } = await openRecords(folder, 'an address');
    await record.close();
    execFileSync('mount', ['-o', 'remount,ro', folder]);
    const error: unknown = await openRecords(folder, 'an address').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StartupError);
    expect((error as Error).message).toContain('cannot be written: its disk is mounted read-only.');
  } finally {
    execFileSync('umount', ['-l', folder]);
  }
});
