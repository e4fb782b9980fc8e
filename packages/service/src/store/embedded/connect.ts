import { once } from 'node:events';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { Client, DatabaseError } from 'pg';
import { superuser } from './cluster.ts';
import { findPostmaster } from './postmaster.ts';
import { port, type Site } from './site.ts';

/** Where service and server settle their own affairs; the orders are in another database. */
export const maintenanceDatabase = 'postgres';

/** What pg needs to reach the server. */
export interface Connection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** A running server knows best where its socket is: ours may have been chosen under another TMPDIR. */
export function connectionTo(site: Site, password: string, database: string): Connection {
  return { host: findPostmaster(site)?.sockets ?? site.sockets, port, user: superuser, password, database };
}

export async function connect(site: Site, password: string): Promise<Client> {
  const client = new Client({
    ...connectionTo(site, password, maintenanceDatabase),
    ssl: false,
    application_name: `swapdesk ${process.pid}`,
    connectionTimeoutMillis: 10_000,
  });
  // A broken connection ends the query that waits on it, and emits 'end'; nobody needs to hear it twice.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** True if some server listens on the socket of this site. */
export async function socketAnswers(site: Site): Promise<boolean> {
  const socket = createConnection(join(site.sockets, `.s.PGSQL.${port}`));
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
}

const passingStates = new Set([
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now: starting, stopping, recovering
  '53300', // too_many_connections
  'ENOENT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'EAGAIN',
]);

/** True of what a server says, or does, that is about to come or go: worth another try. */
export function isPassing(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  if (code !== undefined) return passingStates.has(code);
  return /^Connection terminated|^timeout expired|not queryable|Client was closed/.test(message ?? '');
}

export function isWrongPassword(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '28P01';
}
