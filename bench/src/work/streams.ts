import type pg from 'pg';
import { OpenStream } from '../load/open-stream.ts';
import { percentile } from '../load/percentile.ts';
import { get } from '../load/requests.ts';
import { memoryRow } from '../measure/row.ts';
import type { Running } from '../run/child.ts';
import { startService } from '../run/service.ts';
import { cpuUs, residentMegabytes } from '../run/usage.ts';
import { LARGE } from '../seed/databases.ts';
import type { Bench, Measured } from './bench.ts';

const STREAMS = 10_000;
/** Opened side by side. */
const AT_ONCE = 50;
const MOST_MB = 300;
/** Long enough for two signs of life on each. */
const IDLE_MS = 35_000;
const EVENTS = 400;
const EVENT_PAUSE_MS = 25;
/** Longer than an event may take; what has not come by then is lost, and the run fails. */
const LATEST_MS = 10_000;
const MARK = 'bench';

/** What ten thousand readers of events cost an api node: memory, processor time, and how soon each is told. */
export async function streams({ server, dataDir }: Bench): Promise<Measured> {
  const pool = server.pool(LARGE);
  const node = await startService(server.url(LARGE), dataDir, 'api');
  const open = new Map<number, OpenStream>();
  try {
    // The highest of a fresh node, which has no slack yet in which streams could hide.
    const before = residentMegabytes(node.pid);
    const orders = await someOrders(pool);
    await openAll(node, orders, open);
    const opened = residentMegabytes(node.pid);
    const idle = await idleCost(node);
    const delays = await tellSome(pool, open);
    const after = Math.max(opened, idle.megabytes, residentMegabytes(node.pid));
    const gone = [...open.values()].filter(({ isGone }) => isGone).length;
    if (gone > 0) throw new Error(`${gone} of ${STREAMS} streams were let go`);
    const many = STREAMS.toLocaleString('en');
    return {
      rows: [
        memoryRow(`${many} open streams of events`, 'the most they may cost', after - before, MOST_MB, 1),
      ],
      notes: [
        `streams: a fresh node held ${before} MB, and ${after} MB at most with ${many} readers of as many orders. While nothing happened they took ` +
          `${Math.round(idle.part * 100)} % of a processor in the node. An event reached its reader after ${percentile(delays, 0.5).toFixed(0)} ms (p50), ` +
          `${percentile(delays, 0.99).toFixed(0)} ms (p99), of ${delays.length}; all came.`,
      ],
    };
  } finally {
    for (const each of open.values()) each.close();
    await pool.query('DELETE FROM order_event WHERE reason = $1', [MARK]);
    await pool.end();
    await node.stop();
  }
}

interface Order {
  readonly id: number;
  readonly code: string;
}

async function someOrders(pool: pg.Pool): Promise<Order[]> {
  const { rows } = await pool.query<Order>(
    'SELECT id::int, query_code AS code FROM orders ORDER BY id DESC LIMIT $1',
    [STREAMS],
  );
  if (rows.length < STREAMS) throw new Error(`there are ${rows.length} orders, fewer than readers`);
  return rows;
}

async function openAll(
  node: Running,
  orders: readonly Order[],
  open: Map<number, OpenStream>,
): Promise<void> {
  const { hostname, port } = new URL(node.url);
  for (let from = 0; from < orders.length; from += AT_ONCE) {
    const some = orders.slice(from, from + AT_ONCE);
    await Promise.all(
      some.map(async ({ id, code }) => {
        const request = get('/openapi/order/events', { query_code: code });
        open.set(id, await OpenStream.open(hostname, Number(port), request));
      }),
    );
  }
}

async function idleCost(node: Running): Promise<{ part: number; megabytes: number }> {
  const [used, began] = [cpuUs(node.pid) ?? Number.NaN, performance.now()];
  await pause(IDLE_MS);
  const part = ((cpuUs(node.pid) ?? Number.NaN) - used) / 1_000 / (performance.now() - began);
  return { part, megabytes: residentMegabytes(node.pid) };
}

/** From before an event is written until its reader has it. */
async function tellSome(pool: pg.Pool, open: ReadonlyMap<number, OpenStream>): Promise<number[]> {
  const ids = [...open.keys()];
  const told: Promise<number>[] = [];
  for (let n = 0; n < EVENTS; n++) {
    const id = ids[(n * 7_919) % ids.length] as number;
    const stream = open.get(id) as OpenStream;
    const written = performance.now();
    const heard = new Promise<number>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`order ${id}: its event never came`)), LATEST_MS);
      stream.onEvent = (atMs) => {
        clearTimeout(timer);
        resolve(atMs - written);
      };
    });
    // Looked at with all others, below.
    heard.catch(() => {});
    told.push(heard);
    await pool.query(
      `INSERT INTO order_event (order_id, at, type, from_status, to_status, reason) VALUES ($1, $2, 'order.status', 1, 1, $3)`,
      [id, Math.floor(Date.now() / 1_000), MARK],
    );
    await pause(EVENT_PAUSE_MS);
  }
  return (await Promise.all(told)).sort((a, b) => a - b);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
