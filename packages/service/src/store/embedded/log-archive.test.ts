import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { archiveSettings, NO_ARCHIVE, rememberArchive } from './log-archive.ts';
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
