import { DatabaseError } from 'pg';
import { StartupError } from '../../startup-error.ts';

/** Does it, and turns the faults of a disk into a line that the operator can act on. */
export async function explained<T>(dataDir: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw explain(dataDir, error as Error & { code?: string });
  }
}

function explain(dataDir: string, error: Error & { code?: string }): Error {
  if (error instanceof StartupError && !/No space left on device/.test(error.message)) return error;
  const isFull = /No space left on device|ENOSPC|EDQUOT/.test(error.message);
  if (isFull || (error instanceof DatabaseError && error.code === '53100')) {
    return new StartupError(
      `The disk that holds ${dataDir} is full (${error.message}). Free some space and start again.`,
      { cause: error },
    );
  }
  if (error.code === 'EACCES' || error.code === 'EPERM' || error.code === 'EROFS')
    return unusable(dataDir, error);
  return error;
}

/** EPERM is about what was asked, not about who may write: whoever makes the folder writable for it looks in the wrong place. */
export function unusable(dataDir: string, error: Error & { code?: string }): StartupError {
  const wayOut =
    error.code === 'EPERM'
      ? 'Its rights are not the reason: a filter of system calls (SystemCallFilter of a unit, seccomp of a container) or the file system refuses this. Allow it there,'
      : 'Make it writable,';
  return new StartupError(
    `The data folder ${dataDir} cannot be used (${error.message}). ${wayOut} or choose another with SWAPDESK_DATA_DIR.`,
    { cause: error },
  );
}
