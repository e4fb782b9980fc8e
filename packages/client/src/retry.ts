import { NetworkError } from './network-error.ts';
import { SwapdeskError } from './swapdesk-error.ts';
import { TimeoutError } from './timeout-error.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
/** Who is told to wait for longer had better be told of the error. */
const LONGEST_RETRY_AFTER_S = 60;

/**
 * How long to wait before a request is sent again, in milliseconds; null if it must not be. `isRepeatable` says that being worked on
 * twice does no harm. `chance`, from 0 to 1, keeps clients from coming back all at once.
 */
export function pauseBefore(
  error: unknown,
  { attempt, isRepeatable, chance }: { attempt: number; isRepeatable: boolean; chance: number },
): number | null {
  if (!isWorthAnother(error, isRepeatable)) return null;
  const backoff = Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS) * (0.5 + chance / 2);
  const told = error instanceof SwapdeskError ? (error.retryAfterS ?? 0) : 0;
  return told > LONGEST_RETRY_AFTER_S ? null : Math.max(backoff, told * 1_000);
}

function isWorthAnother(error: unknown, isRepeatable: boolean): boolean {
  // It was turned away at the door: nothing was done.
  if (error instanceof SwapdeskError && error.is('too many requests')) return true;
  if (!isRepeatable) return false;
  if (error instanceof SwapdeskError) return error.is('server is busy, please try again later');
  if (error instanceof NetworkError)
    return error.status === null || error.status >= 500 || error.status === 429;
  return error instanceof TimeoutError;
}
