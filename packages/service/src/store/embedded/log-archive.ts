import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { PACKAGE_FOLDER } from '../../package-folder.ts';
import { StartupError } from '../../startup-error.ts';
import { closedFolder } from './can-enter.ts';
import { agreeOnLogKey, LOG_KEY, readLogKey, writeLogKey } from './log-key.ts';
import { isRoot } from './server-user.ts';
import { makeServerFolder, type ServerSettings, type Site } from './site.ts';

/** Where the service was told to archive, so that whoever starts the server for a while leaves no gap. */
const REMEMBERED = 'log-archive';
const SCRIPT = 'archive-log.sh';
/** A copy of the program that seals and opens, where the server's user can read it. */
export const SEALER = 'log-seal.mjs';

/** What is said in the place of a folder for the log not to be archived any more. */
export const NO_ARCHIVE = 'none';

/** How much of the log may be missing in the archive, in the worst case. */
export const ARCHIVE_EVERY_S = 60;

/**
 * Run by the server for each file of its log: copies it, makes it durable, and gives it its name, by a link, which never
 * replaces anything. The server asks again for what it does not know to be done, so the same content counts as done.
 * Compressed, as a file that is archived before it is full is mostly empty; and sealed as soon as there is a key, but for what
 * tells where timelines began, which has no secret and is read without one.
 */
const archiving = (dataDir: string) => `#!/bin/sh
# Written by Swapdesk at every start. FROM FOLDER NAME
set -eu
umask 077
key=${quoted(join(dataDir, LOG_KEY))}
sealer() { ${sealer(dataDir)} "$@"; }
target=$2/$3.gz
case $3 in *.history) sealed= ;; *) [ -e "$key" ] && sealed=$2/$3.sealed || sealed= ;; esac
if [ -e "$target" ]; then
  if gzip -dc "$target" | cmp -s - "$1"; then
    # Who put it there may have been cut off before its name was durable.
    sync "$target" "$2"
    exit 0
  fi
  echo "$target is there already, with other content" >&2
  exit 1
fi
if [ -n "$sealed" ]; then
  target=$sealed
  if [ -e "$target" ]; then
    sealer same "$1" "$target"
    sync "$target" "$2"
    exit 0
  fi
fi
draft=$2/.$3.$$
trap 'rm -f "$draft"' EXIT
if [ -n "$sealed" ]; then sealer seal "$1" "$key" > "$draft"; else gzip -1 -n -c "$1" > "$draft"; fi
sync "$draft"
ln "$draft" "$target"
sync "$2"
`;

/** The log is kept until a later start archives it. */
export const ARCHIVE_LATER: ServerSettings = { archive_mode: 'on', archive_command: '' };

/** What the service was told last; null: nothing is archived. */
export function rememberedArchive(dataDir: string): string | null {
  try {
    return readFileSync(join(dataDir, REMEMBERED), 'utf8').trim() || null;
  } catch {
    return null;
  }
}

/** Where the log goes, by what is said now, or else by what was said before; null: nowhere. */
export function archiveFor(dataDir: string, told: string | null): string | null {
  return told === NO_ARCHIVE ? null : (told ?? rememberedArchive(dataDir));
}

/** Notes what the service was told. A start that is told nothing changes nothing: it would leave a gap that nobody sees. */
export function rememberArchive(site: Site, told: string | null): void {
  const { dataDir } = site;
  const folder = archiveFor(dataDir, told);
  if (folder !== null && existsSync(folder)) agreeOnLogKey(dataDir, folder);
  if (rememberedArchive(dataDir) === folder) return;
  if (folder === null) rmSync(join(dataDir, REMEMBERED), { force: true });
  else {
    refuseWithin(dataDir, folder);
    makeArchive(site, folder);
    agreeOnLogKey(dataDir, folder);
    writeRemembered(dataDir, folder);
  }
}

/** What is put in the place of a data folder archives where that did. */
export function passOnArchive(from: string, to: string): void {
  const folder = rememberedArchive(from);
  if (folder === null) return;
  writeRemembered(to, folder);
  const key = readLogKey(from);
  if (key !== null) writeLogKey(to, key);
}

function writeRemembered(dataDir: string, folder: string): void {
  writeFileSync(join(dataDir, REMEMBERED), `${folder}\n`, { mode: 0o600, flush: true });
}

/**
 * The settings by which the log goes where the service was told. A folder that has gone is not made anew: its disk may be
 * away, and archiving must fail then, not go elsewhere.
 */
export function archiveSettings(site: Site): ServerSettings {
  const folder = rememberedArchive(site.dataDir);
  if (folder === null) return {};
  const script = join(site.dataDir, SCRIPT);
  if (readLogKey(site.dataDir) !== null) refuseClosedNode(site.user);
  writeSealer(site.dataDir);
  writeScript(script, archiving(site.dataDir));
  offerHistories(site, folder);
  return {
    archive_mode: 'on',
    archive_command: `/bin/sh ${shellWord(script)} %p ${shellWord(folder)} %f`,
    archive_timeout: String(ARCHIVE_EVERY_S),
  };
}

/**
 * Lets the server archive where its timelines began, also those that began while nothing was archived, or elsewhere: without
 * that nobody can go along them, and another restore could begin one of the same number.
 */
function offerHistories({ cluster, user }: Site, folder: string): void {
  const log = join(cluster, 'pg_wal');
  const states = join(log, 'archive_status');
  if (!existsSync(states)) return;
  for (const name of readdirSync(log).filter((name) => name.endsWith('.history'))) {
    const [ready, done] = [join(states, `${name}.ready`), join(states, `${name}.done`)];
    if (existsSync(ready) || (existsSync(done) && existsSync(join(folder, `${name}.gz`)))) continue;
    writeFileSync(ready, '', { mode: 0o600, flush: true });
    if (isRoot()) chownSync(ready, user.uid, user.gid);
    rmSync(done, { force: true });
  }
}

/** The program that seals and opens, as a command of a shell. */
export function sealer(dataDir: string): string {
  return `${quoted(process.execPath)} ${quoted(join(dataDir, SEALER))}`;
}

/** Puts it where the server can run it. */
export function writeSealer(dataDir: string): void {
  writeScript(join(dataDir, SEALER), readFileSync(join(PACKAGE_FOLDER, 'bin', SEALER), 'utf8'));
}

/** Throws where the server that seals, or opens, cannot run Node. */
export function refuseClosedNode({ uid, gid }: Site['user']): void {
  const closed = closedFolder(process.execPath, uid, gid);
  if (closed !== undefined)
    throw new StartupError(
      `The archived log is sealed by PostgreSQL, which runs as user id ${uid} and cannot enter ${closed}, where Node is: ${process.execPath}. Install Node where everybody can run it.`,
    );
}

/** In one step, and only where it is another: a shell that reads half of it would say that all is done. */
function writeScript(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  const draft = `${path}.making-${process.pid}`;
  writeFileSync(draft, text, { mode: 0o755, flush: true });
  chmodSync(draft, 0o755);
  renameSync(draft, path);
}

/** As one word of a command of PostgreSQL, in which a percent sign means something. */
export function shellWord(text: string): string {
  return quoted(text).replaceAll('%', '%%');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function makeArchive({ user }: Site, folder: string): void {
  mkdirSync(dirname(folder), { recursive: true });
  const closed = closedFolder(folder, user.uid, user.gid);
  if (closed !== undefined)
    throw new StartupError(
      `SWAPDESK_LOG_ARCHIVE is ${folder}, but PostgreSQL runs as user id ${user.uid}, which cannot enter ${closed}.`,
    );
  makeServerFolder(folder, user);
}

function refuseWithin(dataDir: string, folder: string): void {
  if (!relative(dataDir, folder).startsWith('..'))
    throw new StartupError(
      `SWAPDESK_LOG_ARCHIVE is ${folder}, within the data folder: it would be lost together with it. Name a folder elsewhere, best on another disk.`,
    );
}
