import { setTimeout as sleep } from 'node:timers/promises';

/** A node that takes questions and answers none must not keep the rest from being known. */
export const PATIENCE_MS = 30_000;

/** What was found, if it is found in time. */
export async function inTime<Found>(look: Promise<Found>, patienceMs = PATIENCE_MS): Promise<Found> {
  const tooLate = new AbortController();
  const late = sleep(patienceMs, undefined, { signal: tooLate.signal }).then(() => {
    throw new Error(
      `could not be examined within ${patienceMs / 1_000} s: ask doctor which node does not answer`,
    );
  });
  try {
    return await Promise.race([look, late]);
  } finally {
    tooLate.abort();
    late.catch(() => {});
  }
}
