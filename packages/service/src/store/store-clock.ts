import type { Clock } from '../clock.ts';
import { type Repeating, repeat } from '../repeat.ts';
import type { Queryable } from './database.ts';

const MEASURE_MS = 10_000;

/**
 * The database's clock, the one that all nodes share: this machine's, corrected by how far it is from the database's.
 * So quotes, expiries and lists of several nodes agree, whatever their own clocks say.
 */
export async function openStoreClock(
  database: Queryable,
  onError: (error: unknown) => void,
): Promise<{ clock: Clock; work: Repeating }> {
  let aheadMs = 0;

  async function measure(): Promise<void> {
    const asked = Date.now();
    const { rows } = await database.query<{ ms: number }>({
      name: 'store-clock',
      text: 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms',
    });
    const answered = Date.now();
    aheadMs = (rows[0]?.ms ?? answered) - (asked + answered) / 2;
  }

  await measure();
  const clock = () => Math.floor((Date.now() + aheadMs) / 1000);
  return { clock, work: repeat(measure, MEASURE_MS, onError) };
}
