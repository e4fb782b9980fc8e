import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { IS_LONG } from '../../../../../test/support/volume.ts';
import { openLogKey, sealLog } from '../backup/sealed-log.ts';
import { archiveSettings, NO_ARCHIVE, rememberArchive, SEALER } from './log-archive.ts';
import { readLogKey } from './log-key.ts';
import { prepareSite } from './site.ts';
import { cleanUp, scratchFolder } from './testing/scratch.ts';

afterAll(cleanUp);

/** A data folder without a database, and a folder beside it for its log. */
function place() {
  const folder = scratchFolder();
  return { folder, site: prepareSite(join(folder, 'data')), archive: join(folder, 'archive') };
}

it('makes what is archived durable, also where it finds it there already', () => {
  const { folder, site, archive } = place();
  rememberArchive(site, archive);
  archiveSettings(site);
  // What the script makes durable is noted on the way.
  const [tools, noted] = [join(folder, 'tools'), join(folder, 'noted')];
  mkdirSync(tools);
  writeFileSync(join(tools, 'sync'), `#!/bin/sh\necho "$@" >> '${noted}'\n`, { mode: 0o755 });
  const log = join(folder, 'log');
  writeFileSync(log, 'some log');
  const synced = (): string[] => {
    writeFileSync(noted, '');
    const env = { PATH: `${tools}:${process.env.PATH}` };
    execFileSync('/bin/sh', [join(site.dataDir, 'archive-log.sh'), log, archive, 'A'], { env });
    return readFileSync(noted, 'utf8').trim().split(/\s+/);
  };
  expect(synced()).toContain(archive);
  expect(synced()).toEqual([join(archive, 'A.gz'), archive]);
});

it('goes on archiving after a start that was told nothing, until it is told to end it', () => {
  const { site, archive } = place();
  rememberArchive(site, null);
  expect(archiveSettings(site)).toEqual({});
  rememberArchive(site, archive);
  rememberArchive(site, null);
  expect(archiveSettings(site)).toMatchObject({ archive_mode: 'on' });
  rememberArchive(site, NO_ARCHIVE);
  expect(archiveSettings(site)).toEqual({});
});

/** A desk whose log is sealed, and what the server does for a file of it. */
async function sealedPlace() {
  const { folder, site, archive } = place();
  rememberArchive(site, archive);
  archiveSettings(site);
  const log = join(folder, 'log');
  const archiveAs = (name: string, content: Buffer | string) => {
    writeFileSync(log, content);
    execFileSync('/bin/sh', [join(site.dataDir, 'archive-log.sh'), log, archive, name], { stdio: 'pipe' });
  };
  archiveAs('A', 'plain');
  await sealLog(site.dataDir, archive, PASSPHRASE);
  const secret = join(folder, 'secret');
  writeFileSync(secret, (await openLogKey(archive, async () => PASSPHRASE)) as Buffer);
  const opened = (name: string) => {
    const to = join(folder, 'opened');
    rmSync(to, { force: true });
    execFileSync(process.execPath, [join(site.dataDir, SEALER), 'open', join(archive, name), secret, to], {
      stdio: 'pipe',
    });
    return readFileSync(to);
  };
  return { folder, site, archive, archiveAs, opened };
}
const PASSPHRASE = 'six words that nobody would ever guess';

it('seals what is archived once there is a key, so that only the passphrase opens it', async () => {
  const { site, archive, archiveAs, opened } = await sealedPlace();
  for (const bytes of [0, 1, 100_000, 3 * 1024 * 1024]) {
    // Nothing that could be made shorter, so that it is of several chunks.
    const content = randomBytes(bytes);
    archiveAs(`S${bytes}`, content);
    const path = join(archive, `S${bytes}.sealed`);
    // A single byte of it may well stand there by chance.
    if (bytes > 32) expect(readFileSync(path).includes(content.subarray(0, 32))).toBe(false);
    expect(opened(`S${bytes}.sealed`).equals(content)).toBe(true);
    // Asked for again it is done; other content is refused.
    archiveAs(`S${bytes}`, content);
    expect(() => archiveAs(`S${bytes}`, Buffer.concat([content, Buffer.from('x')]))).toThrow(
      'has other content',
    );
    expect(opened(`S${bytes}.sealed`).equals(content)).toBe(true);
  }
  // Where timelines began is no secret, and what was archived before stays done.
  archiveAs('00000002.history', 'where it began');
  archiveAs('A', 'plain');
  expect(gunzipSync(readFileSync(join(archive, '00000002.history.gz'))).toString()).toBe('where it began');
  expect(existsSync(join(archive, 'A.sealed'))).toBe(false);
  expect(() => archiveAs('A', 'other')).toThrow('with other content');
  expect(readdirSync(archive).filter((name) => name.startsWith('.'))).toEqual([]);
  await expect(openLogKey(archive, async () => 'another')).rejects.toThrow(
    /sealed and cannot be opened: The passphrase is wrong.* Nothing was touched\..*seal-log/,
  );
  expect(readLogKey(site.dataDir)).toEqual(readLogKey(archive));
});

it.runIf(IS_LONG)(
  'opens nothing of which a byte is another, that is not whole, or of another name put together',
  async () => {
    const { archive, archiveAs, opened } = await sealedPlace();
    const content = randomBytes(1_500_000);
    archiveAs('S', content);
    const whole = readFileSync(join(archive, 'S.sealed'));
    const broken = [
      ...[0, 20, 60, 90, 1_000_000, whole.length - 1].map((at) => {
        const other = Buffer.from(whole);
        other.writeUInt8(other.readUInt8(at) ^ 1, at);
        return other;
      }),
      whole.subarray(0, -1),
      whole.subarray(0, 80 + 1024 * 1024 + 16),
      whole.subarray(0, 80),
      Buffer.alloc(0),
      Buffer.concat([whole, Buffer.alloc(1)]),
    ];
    for (const [nth, bytes] of broken.entries()) {
      writeFileSync(join(archive, `B${nth}.sealed`), bytes);
      expect(() => opened(`B${nth}.sealed`)).toThrow(/damaged|no sealed log/);
    }
    expect(opened('S.sealed').equals(content)).toBe(true);
  },
);

it.runIf(IS_LONG)(
  'goes on sealing wherever the log goes, and in a place of a desk that is not there any more',
  async () => {
    const { folder, site, archive } = await sealedPlace();
    const other = join(folder, 'other');
    rememberArchive(site, other);
    expect(readLogKey(other)).toEqual(readLogKey(archive));
    const anew = prepareSite(join(folder, 'anew'));
    rememberArchive(anew, archive);
    expect(readLogKey(anew.dataDir)).toEqual(readLogKey(archive));
    const stranger = await sealedPlace();
    expect(() => rememberArchive(stranger.site, archive)).toThrow('is sealed with another key');
  },
);
