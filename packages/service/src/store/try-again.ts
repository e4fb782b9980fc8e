import { setTimeout } from 'node:timers/promises';
import { isCutOff } from './unavailable.ts';

/** As long as a pooler takes to start anew, or a primary to hand over as planned. Clients wait no longer: they ask again. */
const PAUSES_MS = [50, 200, 500, 1_000];

/**
 * Tries again what is safe to be done twice, if the connection broke: what only reads, or what is stored under a key of its
 * own. Whatever else fails is thrown at once, and at the end that it was cut off.
 */
export async function tryAgain<T>(work: () => Promise<T>): Promise<T> {
  for (const ms of PAUSES_MS) {
    try {
      return await work();
    } catch (error) {
      if (!isCutOff(error)) throw error;
      await setTimeout(ms);
    }
  }
  return work();
}
