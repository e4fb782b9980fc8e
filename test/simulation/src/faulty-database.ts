import type pg from 'pg';
import type { Database } from '../../../packages/service/src/store/database.ts';
import type { NodeProcess } from './node-process.ts';

type Statement = string | pg.QueryConfig;

/** What a server answers that goes on serving: a cancelled statement, a full disk. */
const REFUSALS = [
  ['57014', 'canceling statement due to user request'],
  ['53100', 'could not extend file: No space left on device'],
] as const;
const CONNECTION_LOST = ['08006', 'connection lost: nobody knows whether it was committed'] as const;
/** The codes of all these. */
export const SURVIVED: readonly string[] = [...REFUSALS, CONNECTION_LOST].map(([code]) => code);

/** What others do at the very moment after a statement inside a transaction. */
export type Interruption = (statement: string, rows: readonly unknown[]) => Promise<void>;

/** The database as a node reaches it: before and after every statement the node may die. */
export function faultyDatabase(database: Database, process: NodeProcess, interrupt: Interruption): Database {
  const faulty = {
    query: (statement: Statement, values?: unknown[]) =>
      process.effect(nameOf(statement), false, () => run(database, statement, values)),
    connect: async () => {
      await process.effect('connect', false, async () => {});
      process.openTransactions++;
      return faultyClient(await database.connect(), process, interrupt);
    },
  };
  return faulty as unknown as Database;
}

/** A client in a transaction. When its node dies the server rolls back what was not committed. */
function faultyClient(client: pg.PoolClient, process: NodeProcess, interrupt: Interruption): pg.PoolClient {
  const faulty = {
    query: (statement: Statement, values?: unknown[]) =>
      process.effect(nameOf(statement), statement !== 'BEGIN', async () => {
        const isRefused = statement !== 'BEGIN' && process.random.chance(process.weather.statement);
        const isEnd = statement === 'COMMIT' || statement === 'ROLLBACK';
        if (isRefused && !isEnd) throw failure(process.random.pick(REFUSALS));
        const result = await run(client, statement, values);
        if (isRefused && statement === 'COMMIT') throw failure(CONNECTION_LOST);
        await interrupt(nameOf(statement), result.rows);
        return result;
      }),
    on: () => faulty,
    off: () => faulty,
    // Whoever gives it up, or dies, leaves a transaction open, which the server ends.
    release: (isGivenUp = false) => {
      process.openTransactions--;
      if (!process.isDead && !isGivenUp) client.release();
      else process.hangUp(client.query('ROLLBACK').finally(() => client.release()));
    },
  };
  return faulty as unknown as pg.PoolClient;
}

function failure([code, message]: readonly [string, string]): Error {
  return Object.assign(new Error(message), { code });
}

function run(
  target: Pick<pg.Pool, 'query'>,
  statement: Statement,
  values?: unknown[],
): Promise<pg.QueryResult> {
  return typeof statement === 'string' ? target.query(statement, values) : target.query(statement);
}

function nameOf(statement: Statement): string {
  if (typeof statement !== 'string') return statement.name ?? statement.text.trim().slice(0, 40);
  return statement.trim().slice(0, 40);
}
