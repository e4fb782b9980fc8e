import { CalculateRequest, CalculateResponse, QueryRequest, toJsonSchema } from '@swapdesk/contract';
import { fastify } from 'fastify';
import pg from 'pg';

/**
 * The plainest Fastify server that could stand in for ours, as a process of its own: a calculate that returns a
 * constant, and a query that reads one row by its key.
 */
interface Setup {
  /** What calculate answers, by exchange mode: a real answer of the service. */
  readonly answers: Readonly<Record<string, unknown>>;
  readonly databaseUrl: string;
  readonly connections: number;
}

/** What the service reads from the orders table for a query, without the order's entries. */
const COLUMNS = {
  id: 'string',
  no: 'string',
  query_code: 'string',
  account_id: 'string',
  mode: 'string',
  status: 'integer',
  asset_id: 'integer',
  units: 'string',
  received_units: 'string',
  address: 'string',
  price: 'string',
  created_at: 'string',
  expires_at: 'string',
  paid_at: 'string',
  accepted_at: 'string',
  finished_at: 'string',
  frozen_at: 'string',
  deleted_at: 'string',
};

const { answers, databaseUrl, connections } = JSON.parse(process.env.BARE as string) as Setup;
const server = fastify();

const calculateSchema = {
  body: toJsonSchema(CalculateRequest),
  response: { 200: toJsonSchema(CalculateResponse) },
};
server.post<{ Body: { exchange_mode: string } }>(
  '/openapi/order/calculate',
  { schema: calculateSchema },
  async ({ body }) => answers[body.exchange_mode],
);

const pool = new pg.Pool({ connectionString: databaseUrl, max: connections, idleTimeoutMillis: 0 });
pool.on('error', () => process.exit());
const text = `SELECT ${Object.keys(COLUMNS).join(', ')} FROM orders WHERE query_code = $1`;
const row = {
  type: 'object',
  properties: Object.fromEntries(Object.entries(COLUMNS).map(([k, type]) => [k, { type }])),
};
const querySchema = {
  querystring: toJsonSchema(QueryRequest),
  response: {
    200: { type: 'object', properties: { code: { type: 'integer' }, msg: { type: 'string' }, data: row } },
  },
};
server.get<{ Querystring: { query_code: string } }>(
  '/openapi/order/query',
  { schema: querySchema },
  async ({ query }) => {
    const { rows } = await pool.query({ name: 'order', text, values: [query.query_code] });
    return rows.length === 1
      ? { code: 0, msg: 'success', data: rows[0] }
      : { code: 1, msg: 'order not found' };
  },
);

console.log(`bare ${await server.listen({ host: '127.0.0.1', port: 0 })}`);
process.on('SIGTERM', () => process.exit());
