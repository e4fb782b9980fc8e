import { payFromFaucet } from '@swapdesk/service/dist/chains/sim/test-networks.js';
import { foldLedger } from '@swapdesk/service/dist/ledger/balances.js';
import { foldDeltas } from '@swapdesk/service/dist/rolls/fold.js';
import type pg from 'pg';
import { type Measure, sideBySide } from '../measure/rounds.ts';
import { latencyRow, type Row, throughputRow } from '../measure/row.ts';
import { type Engine, openEngine } from '../run/engine.ts';
import { COPY, makeThousand, THOUSAND, THOUSAND_ORDERS } from '../seed/databases.ts';
import { addWaiting, WAITING } from '../seed/waiting.ts';
import type { Bench } from './bench.ts';
import { pgbench } from './pgbench.ts';

const CLIENTS = 16;
const ORDERS_PER_CLIENT = 32;
export const ORDERS = CLIENTS * ORDERS_PER_CLIENT;
/** At most twice the time. */
const AIM = 0.5;
const FLAT = 1.5;
/** More than any order needs. */
const MOST_ROUNDS = 40;

/** Orders from deposit to completed, against pgbench writing the same rows, and against a store with few orders. */
export async function settle({ server }: Bench): Promise<Row[]> {
  await makeThousand(server);
  const chains = [WAITING.chainId, WAITING.toChainId];
  const many = await openEngine(server.url(COPY), chains);
  const few = await openEngine(server.url(THOUSAND), chains);
  try {
    const stored = (await storedOrders(many.database)).toLocaleString('en');
    const against = `the same at ${THOUSAND_ORDERS.toLocaleString('en')} orders`;
    const written = await sideBySide(
      () => settleOrders(many),
      pgbenchSide(server.environment(COPY), many.database),
    );
    const compared = await sideBySide(
      () => settleOrders(many),
      () => settleOrders(few),
    );
    return [
      throughputRow('deposit to completed', 'pgbench, same rows', AIM, written),
      latencyRow(`deposit to completed, ${stored} orders stored`, against, FLAT, compared),
    ];
  } finally {
    await many.stop();
    await few.stop();
  }
}

/** Some orders are paid, and followed until all are completed. What is theirs is added up; mining is not. */
export async function settleOrders(engine: Engine): Promise<Awaited<ReturnType<Measure>>> {
  const orders = await addWaiting(engine.database, ORDERS);
  const [deposits, payments] = [engine.network(WAITING.chainId), engine.network(WAITING.toChainId)];
  for (const { address } of orders) {
    await payFromFaucet(deposits, { address, assetId: WAITING.assetId, units: WAITING.units });
  }
  let ms = 0;
  for (let rounds = 0; !(await areCompleted(engine.database, orders)); rounds++) {
    if (rounds > MOST_ROUNDS) throw new Error('orders are not completed');
    ms += await engine.round();
    for (const network of [deposits, payments]) await network.mine(Math.floor(Date.now() / 1000));
  }
  await fold(engine.database);
  return { perSecond: (ORDERS * 1000) / ms, p50Ms: ms / ORDERS, p99Ms: null, cpuUs: null };
}

function pgbenchSide(environment: Record<string, string>, database: pg.Pool): Measure {
  return async () => {
    const orders = await addWaiting(database, ORDERS);
    const window = await pgbench(environment, 'settle', [
      [`--client=${CLIENTS}`, `--transactions=${ORDERS_PER_CLIENT}`],
      [`--define=first=${(orders[0]?.id ?? 0) - 1}`, `--define=per_client=${ORDERS_PER_CLIENT}`],
    ]);
    if (!(await areCompleted(database, orders))) throw new Error('pgbench has left orders behind');
    await fold(database);
    return window;
  };
}

async function areCompleted(database: pg.Pool, orders: readonly { id: number }[]): Promise<boolean> {
  const { rows } = await database.query<{ left: number }>(
    'SELECT count(*)::int AS left FROM orders WHERE id = ANY ($1::bigint[]) AND status <> 4',
    [orders.map(({ id }) => id)],
  );
  return rows[0]?.left === 0;
}

/** What a service does every second, whoever wrote the deltas. */
async function fold(database: pg.Pool): Promise<void> {
  await foldDeltas(database);
  await foldLedger(database);
}

async function storedOrders(database: pg.Pool): Promise<number> {
  const { rows } = await database.query('SELECT length::int AS orders FROM roll WHERE id = 0');
  return rows[0].orders;
}
