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
  if (error.code === 'EACCES' || error.code === 'EPERM' || error.code === 'EROFS') {
    return new StartupError(
      `The data folder ${dataDir} cannot be used (${error.message}). Make it writable, or choose another with SWAPDESK_DATA_DIR.`,
      { cause: error },
    );
  }
  return error;
}
