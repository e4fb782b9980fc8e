import { type Repeating, repeat } from '../repeat.ts';
import type { Database } from './database.ts';

/** What a node may hold in memory, and is told about when it changes. */
export type Topic = 'catalogue' | 'access' | 'seal' | 'hold' | 'prices' | 'schema' | 'site';

const POLL_MS = 250;
/** While a market stores prices some times a second. */
const EAGER_POLL_MS = 75;

/** Memory that is kept in step. */
export interface Following extends Repeating {
  /** How long ago it was last seen to be what the store says, in milliseconds. */
  inStepMs(): number;
}

/**
 * Keeps what this node holds in memory in step with the store: loads every topic once, then polls the versions
 * and loads again what has changed. Polling needs no connection of its own and cannot miss anything.
 */
export async function followChanges(
  database: Database,
  loaders: Record<Topic, () => Promise<void>>,
  onError: (error: unknown) => void,
  isEager: () => boolean = () => false,
): Promise<Following> {
  const seen = new Map<string, number>();
  let inStepAt = 0;

  async function poll(): Promise<void> {
    const { rows } = await database.query<{ topic: string; version: number }>({
      name: 'change-versions',
      text: 'SELECT topic, version FROM change',
    });
    for (const { topic, version } of rows) {
      if (seen.get(topic) === version) continue;
      // What only a newer version holds in memory is no concern of ours.
      await loaders[topic as Topic]?.();
      // Only now: a load that failed is tried again at the next poll.
      seen.set(topic, version);
    }
    inStepAt = performance.now();
  }

  await poll();
  const polling = repeat(poll, () => (isEager() ? EAGER_POLL_MS : POLL_MS), onError);
  return { ...polling, inStepMs: () => performance.now() - inStepAt };
}
