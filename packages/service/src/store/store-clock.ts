import { uptime } from 'node:os';
import type { Clock } from '../clock.ts';
import { type Repeating, repeat } from '../repeat.ts';
import type { Queryable } from './database.ts';
import { type Look, SteadyTime } from './steady-time.ts';

const MEASURE_MS = 1_000;
const MOST_LOOKS = 5;

/** What time is read from; a test puts its own in their place. */
export interface ClockSources {
  /** Milliseconds that pass whatever anybody sets. Asked for every request. */
  readonly monotonicMs: () => number;
  /** The same, but it goes on while the machine is suspended. */
  readonly uptimeMs: () => number;
  /** SQL for the database's clock, in milliseconds. */
  readonly databaseMs: string;
}

const SOURCES: ClockSources = {
  monotonicMs: () => performance.now(),
  uptimeMs: () => uptime() * 1_000,
  databaseMs: '(extract(epoch FROM clock_timestamp()) * 1000)::bigint',
};

interface Row {
  readonly now_ms: number;
  readonly seen_ms: number;
  readonly database_ms: number;
  readonly accepted: number;
}

export interface StoreClock {
  readonly clock: Clock;
  /** The same to the millisecond. */
  readonly clockMs: () => number;
  /** False while clocks disagree: nothing expires and nothing is judged late. */
  readonly isSettled: () => boolean;
  /** How long ago the database last answered, in milliseconds. */
  readonly answeredMs: () => number;
  readonly measuring: Repeating;
}

/** A clock that is as good as its last measurement. */
export interface MeasuredClock {
  readonly clock: Clock;
  readonly clockMs: () => number;
  readonly isSettled: () => boolean;
  measure(): Promise<void>;
}

/**
 * The clock that all nodes share: the database's, as long as it moves as time does (`steady-time.ts`). So quotes, expiries
 * and lists of several nodes agree, whatever their own clocks say, and a clock that is set harms nobody.
 */
export async function openStoreClock(
  database: Queryable,
  onError: (error: unknown) => void,
  sources: ClockSources = SOURCES,
): Promise<StoreClock> {
  const { measure, ...time } = await measureClock(database, sources);
  let answeredAt = performance.now();
  const look = async () => {
    await measure();
    answeredAt = performance.now();
  };
  const measuring = repeat(look, MEASURE_MS, onError);
  return { ...time, answeredMs: () => performance.now() - answeredAt, measuring };
}

/** The same, for who measures it in their own time. */
export async function measureClock(database: Queryable, sources: ClockSources): Promise<MeasuredClock> {
  const { monotonicMs, uptimeMs } = sources;
  /** How long the machine was suspended while we ran. */
  let suspendedMs = 0;
  const began = uptimeMs() - monotonicMs();
  const passed = () => monotonicMs() + suspendedMs;

  /** One that took long says little: somewhere in between it was that time. It is asked again. */
  async function look(): Promise<Look> {
    for (let tries = 1; ; tries++) {
      const suspended = uptimeMs() - monotonicMs() - began;
      if (suspended - suspendedMs > MEASURE_MS) suspendedMs = suspended;
      const asked = passed();
      const { rows } = await database.query<Row>({
        name: 'look-at-clock',
        text: `
        SELECT ${sources.databaseMs} AS now_ms, seen_ms, database_ms, accepted FROM clock_witness`,
      });
      const answered = passed();
      if (answered - asked > MEASURE_MS && tries < MOST_LOOKS) continue;
      const { now_ms, seen_ms, database_ms, accepted } = rows[0] as Row;
      return {
        passedMs: (asked + answered) / 2,
        databaseMs: now_ms,
        witness: { ms: seen_ms, databaseMs: database_ms, accepted },
      };
    }
  }

  const time = new SteadyTime(await look());

  async function measure(): Promise<void> {
    const seen = await look();
    time.look(seen);
    await database.query({
      name: 'witness-clock',
      // Whoever sees the later time is believed: a node that knows less does not take it back.
      text: `
        UPDATE clock_witness SET seen_ms = $1, database_ms = ${sources.databaseMs}, is_settled = $2
         WHERE seen_ms < $1 AND accepted = $3`,
      values: [Math.round(time.at(passed())), time.isSettled, seen.witness.accepted],
    });
  }

  const clockMs = () => Math.floor(time.at(passed()));
  return { clock: () => Math.floor(clockMs() / 1000), clockMs, isSettled: () => time.isSettled, measure };
}
