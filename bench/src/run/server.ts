import { startEmbedded } from '@swapdesk/service/dist/store/embedded/embedded.js';
import pg from 'pg';
import { parentOf } from './family.ts';

/** pgbench opens one connection per client; the embedded server is set up for fewer. */
const CONNECTIONS = 200;

/** The one PostgreSQL server that everything in a run uses: the embedded one, as users get it. */
export interface Server {
  /** Of a database, for the service. */
  url(database: string): string;
  /** Of a database, for PostgreSQL's own programs. */
  environment(database: string): Record<string, string>;
  pool(database: string, size?: number): pg.Pool;
  /** What a database is labelled with; '' if it has no label, null if there is no such database. */
  label(database: string): Promise<string | null>;
  setLabel(database: string, label: string): Promise<void>;
  /** Creates a database, as a copy of another if one is named. Nobody may be using that one. */
  create(database: string, template?: string): Promise<void>;
  drop(database: string): Promise<void>;
  /** The number of its first process. */
  process(): Promise<number>;
  /** Settings and facts worth stating beside the figures. */
  facts(): Promise<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts the embedded server, durable as always, with room for pgbench's clients. */
export async function startServer(dataDir: string): Promise<Server> {
  const first = await startEmbedded({ dataDir });
  await once(first.connection, `ALTER SYSTEM SET max_connections = ${CONNECTIONS}`);
  await first.stop();
  const embedded = await startEmbedded({ dataDir });
  const { host, port, user, password } = embedded.connection;
  const admin = new pg.Pool({ ...embedded.connection, database: 'postgres', max: 1 });

  return {
    url: (database) => {
      const socket = encodeURIComponent(host);
      return `postgresql://${user}:${encodeURIComponent(password)}@localhost/${database}?host=${socket}&port=${port}`;
    },
    environment: (database) => ({
      PGHOST: host,
      PGPORT: String(port),
      PGUSER: user,
      PGPASSWORD: password,
      PGDATABASE: database,
    }),
    pool: (database, max = 1) => {
      const pool = new pg.Pool({ ...embedded.connection, database, max });
      // Who stops in the middle of a run stops the server while connections are idle.
      pool.on('error', () => {});
      return pool;
    },
    label: async (database) => {
      const { rows } = await admin.query<{ label: string | null }>(
        `SELECT shobj_description(oid, 'pg_database') AS label FROM pg_database WHERE datname = $1`,
        [database],
      );
      return rows[0] === undefined ? null : (rows[0].label ?? '');
    },
    setLabel: async (database, label) => {
      await admin.query(`COMMENT ON DATABASE ${database} IS '${label}'`);
    },
    create: async (database, template) => {
      const from = template === undefined ? '' : ` TEMPLATE ${template} STRATEGY FILE_COPY`;
      await admin.query(`CREATE DATABASE ${database}${from}`);
    },
    drop: async (database) => void (await admin.query(`DROP DATABASE IF EXISTS ${database}`)),
    process: async () => {
      const { rows } = await admin.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const first = parentOf(rows[0]?.pid as number);
      if (first === null) throw new Error('this system does not tell which process the database is');
      return first;
    },
    facts: () => facts(admin),
    stop: async () => {
      await admin.end();
      await embedded.stop();
    },
  };
}

async function once(connection: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function facts(admin: pg.Pool): Promise<Record<string, string>> {
  const names = ['server_version', 'fsync', 'synchronous_commit', 'full_page_writes', 'shared_buffers'];
  const { rows } = await admin.query<{ name: string; value: string }>(
    'SELECT name, current_setting(name) AS value FROM unnest($1::text[]) AS name',
    [names],
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}
