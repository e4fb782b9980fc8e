import { existsSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartupError } from '../../startup-error.ts';
import { megabytes } from './progress.ts';

/** For the log that is written meanwhile, and for what a server needs to start once: its programs, its own log. */
const BESIDE = 192 * 1024 * 1024;

/** What a disk must have free for a copy of so many bytes that is started there. */
export function roomFor(bytes: number): number {
  return Math.ceil(bytes * 1.02) + BESIDE;
}

/** The folder, or the nearest above it that is there. */
function nearest(path: string): string {
  return existsSync(path) ? path : nearest(dirname(path));
}

function freeAt(path: string): number {
  const { bavail, bsize } = statfsSync(nearest(path));
  return bavail * bsize;
}

export function isOnOneDisk(one: string, other: string): boolean {
  return statSync(nearest(one)).dev === statSync(nearest(other)).dev;
}

/**
 * Does what needs so much room on the disk of a folder: says how much if there is less, before anything is done, and if
 * the disk is full all the same, because somebody else has filled it meanwhile.
 */
export async function withRoom<T>(folder: string, needed: number, work: () => Promise<T>): Promise<T> {
  if (freeAt(folder) < needed) throw noRoom(folder, needed);
  try {
    return await work();
  } catch (error) {
    if (!isFull(error)) throw error;
    throw noRoom(folder, needed, error);
  }
}

function noRoom(folder: string, needed: number, cause?: unknown): StartupError {
  return new StartupError(
    `The disk of ${folder} ${cause === undefined ? 'has too little room' : 'is full'}: about ${megabytes(needed)} is needed there, ` +
      `${megabytes(freeAt(folder))} is free. Nothing was left there. Free some space, or name a folder on another disk.`,
    { cause },
  );
}

function isFull(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100') return true;
  return /No space left on device|ENOSPC|EDQUOT/.test(message ?? '');
}
