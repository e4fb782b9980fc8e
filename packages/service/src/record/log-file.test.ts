import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LogFile } from './log-file.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swapdesk-log-'));
  path = join(folder, 'signed.log');
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

async function openLog(): Promise<{ log: LogFile; texts: string[] }> {
  const texts: string[] = [];
  return { log: await LogFile.open(path, (text) => void texts.push(text)), texts };
}

async function textsIn(): Promise<string[]> {
  const { log, texts } = await openLog();
  await log.close();
  return texts;
}

/** The disk, as Node knows it: its next answer to `call` is an error. */
async function failsOnce(call: 'write' | 'datasync', code: string): Promise<void> {
  const handle = await open(join(folder, 'any'), 'w');
  const prototype = Object.getPrototypeOf(handle) as { [name in typeof call]: () => Promise<never> };
  await handle.close();
  vi.spyOn(prototype, call).mockRejectedValueOnce(Object.assign(new Error(`${code}: the disk`), { code }));
}

describe('a log', () => {
  it('that two processes opened is not written over: the second to write is refused', async () => {
    // As two containers do that share a folder: no lock of one is seen by the other.
    const [{ log: one }, { log: other }] = [await openLog(), await openLog()];
    await one.append(['first']);
    await expect(other.append(['second'])).rejects.toThrow('another process');
    await expect(other.append(['third'])).rejects.toThrow('another process');
    await one.append(['fourth']);
    await one.close();
    await other.close();
    expect(await textsIn()).toEqual(['first', 'fourth']);
  });

  it('goes on when a full disk has room again', async () => {
    const { log } = await openLog();
    await log.append(['first']);
    await failsOnce('write', 'ENOSPC');
    await expect(log.append(['second'])).rejects.toThrow('cannot be written');
    await log.append(['third']);
    await log.close();
    expect(await textsIn()).toEqual(['first', 'third']);
  });

  it('is not written any more after a sync that failed: nobody knows what is on the disk', async () => {
    const { log } = await openLog();
    await log.append(['first']);
    await failsOnce('datasync', 'EIO');
    await expect(log.append(['second'])).rejects.toThrow('cannot be written');
    await expect(log.append(['third'])).rejects.toThrow('cannot be written');
    await log.close();
    expect(await textsIn()).toEqual(['first']);
  });

  it('of which a part in the middle is gone is refused, and nothing of it is taken away', async () => {
    const { log } = await openLog();
    await log.append(['first', 'second', 'third']);
    await log.close();
    const whole = await readFile(path);
    const at = whole.indexOf('second');
    const handle = await open(path, 'r+');
    await handle.write(Buffer.alloc(6), 0, 6, at);
    await handle.close();
    const damaged = await readFile(path);
    await expect(openLog()).rejects.toThrow('line 2 does not follow');
    expect(await readFile(path)).toEqual(damaged);
  });
});
