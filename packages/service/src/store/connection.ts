import type pg from 'pg';

/** Nothing that a request asks takes nearly as long; what does is stuck. */
const STATEMENT_TIMEOUT_MS = 15_000;
/** A server that is cut off never says that it has given up: nobody waits for it much longer than it would have. */
export const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5_000;
/** The longest that a timer can wait. */
const VERY_LONG_MS = 2 ** 31 - 1;

/**
 * A node that is stopped in the midst of a transaction, or whose machine is gone, would hold what it has locked for as long
 * as it likes. The server ends its session after about a lease: what it had begun is undone, and others go on.
 */
const IDLE_TRANSACTION_MS = 6_000;

/** Said once connected, not while connecting: poolers refuse or forget what they do not know. */
const SETTINGS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  // Our statements are few and prepared; planning the large ones anew each time would cost more than running them.
  plan_cache_mode: 'force_generic_plan',
  idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
  // For a database elsewhere; on a socket of this machine they mean nothing.
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 2,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 10_000,
};
const prepare = (settings: object) => `
  SELECT current_setting('transaction_read_only') AS read_only,
         ${Object.entries(settings)
           .map(([name, value]) => `set_config('${name}', '${value}', false)`)
           .join(', ')}`;
const PREPARE = prepare(SETTINGS);
/** Nothing is ever written there, also when it is a primary by now. */
const PREPARE_READING = prepare({ ...SETTINGS, default_transaction_read_only: 'on' });

/** Says what is wrong with a new connection, or that it may be had. */
export type Prepare = (client: pg.PoolClient, done: (error?: Error) => void) => void;

/** Connected to a replica, or to a primary that has been told to write no more: another connection may find the primary. */
export class CannotWrite extends Error {
  override readonly name = 'CannotWrite';
  /** SQLSTATE of a server that is asked to write and may not. */
  readonly code = '25006';

  constructor() {
    super('the database is a replica or read-only: waiting for the primary');
  }
}

/** Makes a new connection ready before anybody has it; one to a server that cannot be written to is given up. */
export const prepareConnection: Prepare = (client, done) =>
  ready(client, PREPARE, (readOnly) => (readOnly === 'off' ? undefined : new CannotWrite()), done);

/** The same to a server of which is only read. */
export const prepareReading: Prepare = (client, done) =>
  ready(client, PREPARE_READING, () => undefined, done);

function ready(
  client: pg.PoolClient,
  text: string,
  judge: (readOnly: string | undefined) => Error | undefined,
  done: (error?: Error) => void,
): void {
  // One that breaks just now is told by the statement; unheard, it would end the process.
  const ignore = () => {};
  client.on('error', ignore);
  client
    .query<{ read_only: string }>(text)
    .then(({ rows }) => judge(rows[0]?.read_only))
    .catch((error: Error) => error)
    .then((problem) => {
      client.off('error', ignore);
      done(problem);
    });
}

/** A statement that may take as long as it likes, such as one that builds an index. The server has to be told as well. */
export function patiently(text: string, values: readonly unknown[] = []): pg.QueryConfig {
  // The driver knows it, its types do not.
  const statement = { text, values: [...values], query_timeout: VERY_LONG_MS };
  return statement;
}
