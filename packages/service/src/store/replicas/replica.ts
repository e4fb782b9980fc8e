import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { prepareReading } from '../connection.ts';
import { type Database, openDatabase, reasonOf } from '../database.ts';
import { type Position, type Replayed, replayedBy } from './position.ts';

/** A replica that takes longer for an answer is left out: whoever waited for it asks the primary. */
const ANSWER_MS = 600;
/** So long a reader waits for a replica to come as far as the primary was, and no longer. */
export const CATCH_UP_MS = 100;
/** What a server says that is primary, as one of several that are named always is. */
export const NO_REPLICA = 'is no replica';
const PAUSES_MS = [1, 2, 4, 8];
/** SQLSTATE of a statement that was in the way of what the replica had to replay: the next may not be. */
const IN_THE_WAY = '40001';

/** Why nothing is read of a replica that answers. */
class Unfit extends Error {
  override readonly name = 'Unfit';
  /** It may be fit in a moment, on the same connection. */
  readonly isPassing: boolean;

  constructor(why: string, isPassing: boolean) {
    super(why);
    this.isPassing = isPassing;
  }
}

/** A server that follows the primary, of which is read as long as it is close behind. */
export class Replica {
  /** Where it is, without what is secret of that. */
  readonly name: string;
  private readonly pool: Database;
  private why: string | null = 'was not asked yet';
  private lag = 0;
  /** When it was last known to have had all. */
  private wholeAt = performance.now();

  constructor(url: string, connections: number) {
    const { host, port } = new pg.Client({ connectionString: url });
    this.name = `${host}:${port}`;
    const connection = {
      connectionString: url,
      query_timeout: ANSWER_MS,
      connectionTimeoutMillis: ANSWER_MS,
    };
    this.pool = openDatabase(connection, connections, prepareReading);
  }

  /** Why nothing is read of it now; null: it is. */
  get leftOut(): string | null {
    return this.why;
  }

  /** By how much it is behind, at most, in milliseconds. */
  get lagMs(): number {
    return this.why === null ? this.lag : performance.now() - this.wholeAt;
  }

  /** What it answers, once it has come as far as that; null if somebody else is to be asked. */
  async read(statement: pg.QueryConfig, position: Position): Promise<pg.QueryResult | null> {
    const began = performance.now();
    try {
      return await this.borrow(async (client) => {
        await this.comeTo(client, position, performance.now() + CATCH_UP_MS);
        const left = Math.max(1, ANSWER_MS - (performance.now() - began));
        // The driver knows it, its types do not.
        const patient = { ...statement, query_timeout: left };
        return client.query(patient as pg.QueryConfig);
      });
    } catch (error) {
      if ((error as { code?: string }).code !== IN_THE_WAY) this.why = reasonOf(error as Error);
      return null;
    }
  }

  /** Finds out whether it is fit to be read: for that it has to come as far as the primary is now, in time. */
  async look(ask: () => Promise<Position>): Promise<void> {
    const asked = performance.now();
    try {
      const position = await ask();
      await this.borrow((client) => this.comeTo(client, position, asked + CATCH_UP_MS));
      this.lag = performance.now() - asked;
      this.wholeAt = asked;
      this.why = null;
    } catch (error) {
      this.why = reasonOf(error as Error);
    }
  }

  /** One that hangs does not hear that it is left. */
  async end(): Promise<void> {
    await Promise.race([this.pool.end(), sleep(ANSWER_MS, undefined, { ref: false })]);
  }

  /** A pooled connection may lead to another server than the last one: what it says of itself goes for it alone. */
  private async comeTo(client: pg.PoolClient, position: Position, until: number): Promise<void> {
    for (let turn = 0; ; turn++) {
      const replayed = await replayedBy(client);
      const why = whyNot(replayed, position);
      if (why === null) return;
      const isPassing = replayed.isReplica && replayed.at !== null;
      if (!isPassing || performance.now() >= until) throw new Unfit(why, isPassing);
      await sleep(PAUSES_MS[Math.min(turn, PAUSES_MS.length - 1)]);
    }
  }

  private async borrow<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    // One that breaks in between is told by the next statement; unheard, it would end the process.
    const ignore = () => {};
    client.on('error', ignore);
    let isUsable = false;
    try {
      const made = await work(client);
      isUsable = true;
      return made;
    } catch (error) {
      isUsable = error instanceof Unfit && error.isPassing;
      throw error;
    } finally {
      client.off('error', ignore);
      client.release(!isUsable);
    }
  }
}

/** Why it does not have all that the primary had at that position; null if it has. */
function whyNot({ isReplica, history, at }: Replayed, position: Position): string | null {
  if (!isReplica) return NO_REPLICA;
  if (at === null) return 'does not say how far it has come';
  if (history !== position.history) return 'has not come to the history that the primary writes';
  return at < position.at ? `is ${position.at - at} bytes behind` : null;
}
