import type pg from 'pg';
import type { Database } from '../store/database.ts';
import type { TellTouched, TracedConnection } from './touched.ts';
import type { Tracing } from './tracing.ts';

type Run = (...asked: unknown[]) => Promise<unknown>;
type Asked = string | { readonly name?: string; readonly text?: string; readonly submit?: unknown };

/** Of what has no name, no more than what it does to which table: a value may stand in its text. */
const SUMMARY = /^\s*(\w+)(?:.*?\b(?:FROM|INTO|UPDATE)\s+(\w+))?/s;
const TABLE_FIRST = /^\s*(UPDATE)\s+(\w+)/;
const SYSTEM = { 'db.system.name': 'postgresql' };

/** Tells each statement of a pool by its name; what it was given is told nobody. */
export function tracePool(pool: Database, tracing: Tracing, tellTouched: TellTouched): void {
  const traced = (run: Run): Run => {
    return (...asked) => {
      // A driver's own, which knows nothing of who waits for it; and what goes on for longer than a call.
      const [first] = asked as [Asked];
      const isOther = typeof asked.at(-1) === 'function' || (typeof first === 'object' && 'submit' in first);
      if (isOther || tracing.active === undefined) return run(...asked);
      const name = summaryOf(first);
      return tracing.span(name, 'client', { ...SYSTEM, 'db.query.summary': name }, () => run(...asked));
    };
  };
  const trace = (connection: Pick<pg.ClientBase, 'query'> & TracedConnection) => {
    if (connection.tellTouched !== undefined) return;
    connection.query = traced(connection.query.bind(connection) as Run) as typeof connection.query;
    connection.tellTouched = tellTouched;
  };
  trace(pool as unknown as pg.ClientBase);
  const connect = pool.connect.bind(pool) as Run;
  const connecting: Run = async (...asked) => {
    const client = await connect(...asked);
    trace(client as pg.ClientBase);
    return client;
  };
  pool.connect = ((callback?: unknown) =>
    callback === undefined ? connecting() : connect(callback)) as typeof pool.connect;
}

function summaryOf(asked: Asked): string {
  if (typeof asked !== 'string' && asked.name !== undefined) return asked.name;
  const text = typeof asked === 'string' ? asked : (asked.text ?? '');
  const [, verb = 'statement', table] = TABLE_FIRST.exec(text) ?? SUMMARY.exec(text) ?? [];
  return table === undefined ? verb : `${verb} ${table}`;
}
