import { randomBytes } from 'node:crypto';
import { statfsSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { isRoot } from './server-user.ts';
import { port, type Site } from './site.ts';

const MB = 1024 * 1024;
/** What a few parallel queries share at most; Docker gives /dev/shm 64 MB, which they overrun. */
const enoughSharedMemory = 512 * MB;

const LEAST_BUFFERS = 256 * MB;
const MOST_BUFFERS = 2048 * MB;

export interface Measured {
  /** Without lz4 there is only pglz, which took a third of the server's time when orders come quickly. */
  readonly walCompression: 'lz4' | 'off';
  readonly bufferBytes: number;
  readonly sharedMemory: 'posix' | 'mmap';
}

/** The text of postgresql.conf. What an operator sets with ALTER SYSTEM comes after it and wins. */
export function settingsText(site: Site, measured: Measured): string {
  const settings = {
    cluster_name: clusterName(site.cluster),
    update_process_title: 'on',

    listen_addresses: '',
    port: String(port),
    unix_socket_directories: `"${site.sockets.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    // A node with many workers has a hundred; commands come beside it.
    max_connections: '120',

    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    wal_compression: measured.walCompression,
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    checkpoint_completion_target: '0.9',

    shared_buffers: `${measured.bufferBytes / MB}MB`,
    dynamic_shared_memory_type: measured.sharedMemory,
    jit: 'off',
    autovacuum: 'on',
    // A young store grows quickly: plans that were made for its first rows are kept until it is analyzed.
    autovacuum_naptime: '15s',
    timezone: 'UTC',

    logging_collector: 'on',
    log_directory: site.logs,
    log_filename: 'postgres-%Y%m%d-%H%M%S.log',
    log_file_mode: '0600',
    log_rotation_size: '10MB',
    log_rotation_age: '7d',
    log_min_messages: 'warning',
    log_line_prefix: '%m [%p] ',
    log_timezone: 'UTC',
    ...site.settings,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${quoted(value)}`);
  return [
    '# Written by Swapdesk at every start. For changes of your own use ALTER SYSTEM.',
    ...lines,
    '',
  ].join('\n');
}

/** Stands in the title of every process of this server, so that we never end those of another. */
export function clusterName(cluster: string): string {
  const { dev, ino } = statSync(cluster);
  return `swapdesk-${dev.toString(36)}-${ino.toString(36)}`;
}

/** Only Linux keeps POSIX shared memory in a file system that can be small. */
export function sharedMemoryType(freeBytes: number | undefined): 'posix' | 'mmap' {
  return freeBytes === undefined || freeBytes >= enoughSharedMemory ? 'posix' : 'mmap';
}

export function freeSharedMemory(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize;
  } catch {
    return 0;
  }
}

/** An eighth of the memory, within bounds: there the keys of ten million orders have room, which are read at random. */
export function bufferBytes(memoryBytes: number): number {
  const eighth = Math.floor(memoryBytes / 8 / MB) * MB;
  return Math.min(Math.max(eighth, LEAST_BUFFERS), MOST_BUFFERS);
}

/** What this machine has, or this container may use. */
export function memoryBytes(): number {
  const limit = process.constrainedMemory() ?? 0;
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/** Replaces postgresql.conf in one step. */
export async function writeSettings(site: Site, measured: Measured): Promise<void> {
  const draft = join(site.cluster, `postgresql.conf.${randomBytes(4).toString('hex')}`);
  const file = await open(draft, 'wx', 0o600);
  try {
    if (isRoot()) await file.chown(site.user.uid, site.user.gid);
    await file.writeFile(settingsText(site, measured));
    await file.sync();
    await rename(draft, join(site.cluster, 'postgresql.conf'));
  } finally {
    await file.close();
    await rm(draft, { force: true });
  }
}

const quoted = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
