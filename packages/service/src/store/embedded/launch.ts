import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartupError } from '../../startup-error.ts';
import { findPackage, prepareBinaries } from './binaries.ts';
import { prepareCluster, serverEnvironment } from './cluster.ts';
import { disownStaleLocks } from './postmaster.ts';
import { lastComplaint, lastPlainLine, loggedComplaint } from './server-log.ts';
import { runAs } from './server-user.ts';
import {
  bufferBytes,
  freeSharedMemory,
  type Measured,
  memoryBytes,
  sharedMemoryType,
  writeSettings,
} from './settings.ts';
import type { Site } from './site.ts';

export interface Launch {
  readonly pid: number;
  /** Settles when the server has ended; with what it said last, if that was a complaint. Never rejects. */
  readonly ended: Promise<{ ok: boolean; lastLine: string }>;
}

/** Starts a server on this cluster, made now if need be. It may find that another one was faster, and end. */
export async function launch(site: Site, password: string): Promise<Launch> {
  const pkg = findPackage();
  const bin = join(await prepareBinaries(pkg, site.dataDir, site.user), 'bin');
  await prepareCluster(site, bin, pkg.major, password);
  await writeSettings(site, await measure(site, bin));
  disownStaleLocks(site);
  return spawnServer(site, join(bin, 'postgres'));
}

/** Writes the settings anew for a server that is running already. */
export async function refreshSettings(site: Site): Promise<void> {
  const bin = join(await prepareBinaries(findPackage(), site.dataDir, site.user), 'bin');
  await writeSettings(site, await measure(site, bin));
}

async function spawnServer(site: Site, postgres: string): Promise<Launch> {
  const since = new Date();
  const firstWords = openNamelessFile(site.logs);
  // Detached: its own session, so that Ctrl-C in our terminal is for us to handle.
  const child = spawn(postgres, ['-D', site.cluster], {
    ...runAs(site.user),
    cwd: site.cluster,
    env: serverEnvironment,
    detached: true,
    stdio: ['ignore', 'ignore', firstWords],
  });
  await once(child, 'spawn').catch((error: Error) => {
    closeSync(firstWords);
    throw new StartupError(`PostgreSQL cannot be run: ${error.message}. Is its folder mounted noexec?`);
  });
  child.unref();
  const ended = once(child, 'exit').then(async () => {
    const words = readAndClose(firstWords);
    const ok = child.exitCode === 0;
    const complaint = lastComplaint(words) ?? (ok ? undefined : await loggedComplaint(site.logs, since));
    return { ok, lastLine: complaint ?? lastPlainLine(words) ?? describeEnd(child) };
  });
  return { pid: child.pid!, ended };
}

/** For what the server says before its log collector runs. A pipe would tie its life to ours. */
function openNamelessFile(dir: string): number {
  const path = join(dir, `first-words-${randomBytes(4).toString('hex')}`);
  const fd = openSync(path, 'wx+', 0o600);
  rmSync(path);
  return fd;
}

function readAndClose(fd: number): string {
  const text = Buffer.alloc(64 * 1024);
  const length = readSync(fd, text, 0, text.length, 0);
  closeSync(fd);
  return text.toString('utf8', 0, length);
}

const describeEnd = ({ exitCode, signalCode }: ChildProcess): string =>
  signalCode === null ? `it ended with code ${exitCode}` : `it was ended by ${signalCode}`;

async function measure(site: Site, bin: string): Promise<Measured> {
  return {
    walCompression: (await supportsLz4(site, bin)) ? 'lz4' : 'off',
    bufferBytes: bufferBytes(memoryBytes()),
    sharedMemory: sharedMemoryType(freeSharedMemory()),
  };
}

async function supportsLz4(site: Site, bin: string): Promise<boolean> {
  const args = ['-D', site.cluster, '-c', 'wal_compression=lz4', '-C', 'wal_compression'];
  const options = { ...runAs(site.user), cwd: site.cluster, env: serverEnvironment };
  return promisify(execFile)(join(bin, 'postgres'), args, options).then(
    () => true,
    () => false,
  );
}
