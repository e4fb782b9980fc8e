import type pg from 'pg';
import type { Database } from '../../../store/database.ts';

/** The process has died. */
export class Crash extends Error {
  override readonly name = 'Crash';
}

/** A database whose commits may be the last thing that a process does, or what it does not come to any more. */
export function crashing(database: Database, next: () => 'before' | 'after' | null): Database {
  return new Proxy(database, {
    get(target, key) {
      if (key !== 'connect') return bound(target, key);
      return async () => withCrashes(await target.connect(), next);
    },
  });
}

function withCrashes(client: pg.PoolClient, next: () => 'before' | 'after' | null): pg.PoolClient {
  return new Proxy(client, {
    get(target, key) {
      if (key !== 'query') return bound(target, key);
      return async (query: string, values?: unknown[]) => {
        if (query !== 'COMMIT') return target.query(query, values);
        const crash = next();
        if (crash === 'before') throw new Crash();
        const result = await target.query(query);
        if (crash === 'after') throw new Crash();
        return result;
      };
    },
  });
}

function bound<T extends object>(target: T, key: string | symbol): unknown {
  const value = Reflect.get(target, key);
  return typeof value === 'function' ? value.bind(target) : value;
}
