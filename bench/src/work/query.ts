import { get } from '../load/requests.ts';
import { httpSide } from '../measure/http.ts';
import { sideBySide } from '../measure/rounds.ts';
import { type Row, throughputRow } from '../measure/row.ts';
import { startBare } from '../run/bare.ts';
import { LARGE } from '../seed/databases.ts';
import type { Bench } from './bench.ts';

const PATH = '/openapi/order/query';
const CONNECTIONS = 64;
const AIM = 0.9;
/** Different orders that are asked for, spread over all of them. */
const CODES = 20_000;

/** Orders with their entries against a route that reads the one row of the order by its key. */
export async function query({ options, server, generator, service }: Bench): Promise<Row[]> {
  const requests = await randomOrders(server.pool(LARGE));
  const bare = await startBare({}, server.url(LARGE));
  try {
    const load = { connections: CONNECTIONS, seconds: options.seconds };
    const windows = await sideBySide(
      httpSide(generator, service, requests, load),
      httpSide(generator, bare, requests, load),
    );
    return [throughputRow('query', 'bare Fastify + pg, one row by key', AIM, windows)];
  } finally {
    await bare.stop();
  }
}

/** Requests for orders at random. Ends the pool. */
export async function randomOrders(pool: ReturnType<Bench['server']['pool']>): Promise<Buffer[]> {
  const { rows } = await pool.query<{ code: string }>(
    `SELECT query_code AS code FROM orders WHERE account_id = 0 AND position = ANY (ARRAY(
       SELECT floor(random() * (SELECT length FROM roll WHERE id = 0))::bigint FROM generate_series(1, $1)))
      ORDER BY random()`,
    [CODES],
  );
  await pool.end();
  return rows.map(({ code }) => get(PATH, { query_code: code }));
}
