import { setTimeout as pause } from 'node:timers/promises';
import type { Kind } from '../load/arrivals.ts';
import type { Stretch } from '../load/stretch.ts';
import type { Row, Side } from '../measure/row.ts';
import { type Calibration, demandOf, type Sample } from '../model/calibrate.ts';
import { type Demand, type Machine, predict, throughputOf } from '../model/node.ts';
import { type Settling, type Year, yearOf } from '../model/year.ts';
import { openEngine } from '../run/engine.ts';
import { familyCpuUs } from '../run/family.ts';
import { startService } from '../run/service.ts';
import { cpuUs } from '../run/usage.ts';
import { addAddresses } from '../seed/addresses.ts';
import { LARGE, makeThousand, THOUSAND } from '../seed/databases.ts';
import { WAITING } from '../seed/waiting.ts';
import { measureApart } from './apart.ts';
import type { Bench, Measured } from './bench.ts';
import { inTurn, mixOf } from './mix.ts';
import { ORDERS, settleOrders } from './settle.ts';

/** What each kind takes is measured by itself: alone, and with so many at once. */
const MANY = 32;
const WARM_UPS = 3;
const WINDOW_MS = 3_000;
/** The loads that the model is held against: parts of the most that was measured. */
const LOADS = [0.4, 0.7];
const LOAD_MS = 10_000;
const ADDRESSES = 40_000;
const SETTLINGS = 4;
/** By how much it may be wrong, up or down. */
const THROUGHPUT_OFF = 1.25;
const P99_OFF = 2;

/** How trips of each kind gather (`orders/store-order.ts`, `orders/query.ts`); quotes make none. */
const GATHERED: Readonly<Record<string, Calibration['trips']>> = {
  quote: null,
  placement: { lanes: 1, largest: 128 },
  query: { lanes: 4, largest: 64 },
};
/** A guess: what is asked for each order that is placed; and as much of a processor as leaves room for a bad moment. */
const LARGE_DESK = { ordersPerSecond: 1_000, perOrder: { quote: 5, placement: 1, query: 10 }, used: 0.6 };
/** As measured: one process, on the processors that the database has too. */
const HERE: Machine = { processes: 1, storeCores: null };

/** The model of docs/scale.md, made of what requests take one kind at a time, against two loads of all kinds together. */
export async function model(bench: Bench): Promise<Measured> {
  const { demands, rows, notes } = await measureApart(bench, (where) => measureNode(bench, where));
  const settling = await settlingOf(bench);
  return { rows, notes: [...notes, settlingText(settling), yearText(yearOf(demands, settling, LARGE_DESK))] };
}

async function measureNode(
  { server, dataDir, generator }: Bench,
  where: string,
): Promise<Measured & { readonly demands: Demand[] }> {
  const pool = server.pool(LARGE);
  const database = await server.process();
  const node = await startService(server.url(LARGE), dataDir, 'api');
  try {
    await addAddresses(pool, ADDRESSES);
    const kinds = await mixOf(node.url, server);
    const sample = async (requests: readonly Buffer[], clients: number): Promise<Sample> => {
      const used = () => ({ api: cpuUs(node.pid) ?? 0, store: familyCpuUs(database) });
      const before = used();
      const load = await generator.load(node.url, requests, clients, WINDOW_MS);
      const after = used();
      const requestsMade = load.answers + load.late;
      return {
        clients,
        perSecond: load.perSecond,
        p50S: load.p50Ms / 1_000,
        apiS: (after.api - before.api) / 1e6 / requestsMade,
        storeS: (after.store - before.store) / 1e6 / requestsMade,
      };
    };
    const mix = inTurn(kinds);
    for (let n = 0; n < WARM_UPS; n++) await sample(mix, MANY);
    const demands: Demand[] = [];
    for (const { name, requests } of kinds) {
      const samples = { alone: await sample(requests, 1), many: await sample(requests, MANY) };
      demands.push(demandOf({ name, share: 1 / kinds.length, ...samples, trips: GATHERED[name] ?? null }));
    }
    const { perSecond: most } = await sample(mix, MANY);
    const rows = [throughputRow(throughputOf(demands, HERE, MANY), most)];
    const notes = [`model: ${where} ${demands.map(demandText).join('; ')}.`];
    for (const part of LOADS) {
      const before = { api: cpuUs(node.pid) ?? 0, store: familyCpuUs(database) };
      const perSecond = most * part;
      const [stretch] = await generator.arrive(node.url, { kinds, stretches: [{ perSecond, ms: LOAD_MS }] });
      const busy = (cpuUs(node.pid) ?? 0) + familyCpuUs(database) - before.api - before.store;
      const predicted = predict(demands, HERE, perSecond);
      rows.push(...latencyRows(part, predicted, stretch as Stretch, kinds));
      notes.push(
        `model, at ${part} of the most: processors used ${predicted.apiUsed.toFixed(2)} predicted, ${(busy / 1e3 / LOAD_MS).toFixed(2)} measured; ` +
          `the generator was late by ${stretch?.lateP99Ms.toFixed(1)} ms (p99).`,
      );
      await pause(1_000);
    }
    return { demands, rows, notes };
  } finally {
    await pool.end();
    await node.stop();
  }
}

function demandText({ name, apiS, apiTripS, storeS, storeTripS, trips }: Demand): string {
  const us = (seconds: number) => `${Math.round(seconds * 1e6)}`;
  const waits = trips === null ? '' : `, ${us(trips.waitS)} µs of waiting in each trip`;
  return `${name}: ${us(apiS)} + ${us(apiTripS)} a trip µs of the service, ${us(storeS)} + ${us(storeTripS)} a trip of the database${waits}`;
}

function throughputRow(predicted: number, measured: number): Row {
  return offRow(
    `model: what ${MANY} clients get out of a node`,
    THROUGHPUT_OFF,
    'requests per second',
    predicted / measured,
    [sideOf(predicted, 0, null), sideOf(measured, 0, null)],
  );
}

function latencyRows(
  part: number,
  { kinds: predicted }: ReturnType<typeof predict>,
  { kinds: measured, ms }: Stretch,
  kinds: readonly Kind[],
): Row[] {
  return kinds.map(({ name }, n) => {
    const { meanS, p99S } = predicted[n] as (typeof predicted)[number];
    const { answered } = measured[n] as (typeof measured)[number];
    const perSecond = (answered.many * 1_000) / ms;
    return offRow(
      `model: p99 of a ${name} at ${part} of the most`,
      P99_OFF,
      'latency',
      (p99S * 1_000) / answered.p99Ms,
      [sideOf(perSecond, meanS * 1_000, p99S * 1_000), sideOf(perSecond, answered.meanMs, answered.p99Ms)],
    );
  });
}

/** How far the model is off: the ratio, or its inverse if that is more. */
function offRow(
  work: string,
  atMost: number,
  unit: Row['unit'],
  ratio: number,
  [ours, theirs]: readonly [Side, Side],
): Row {
  const off = Math.max(ratio, 1 / ratio);
  const spread = { median: off, min: off, max: off };
  return { work, against: 'measured', aim: { atMost }, unit, ratio: spread, ours, theirs };
}

function sideOf(perSecond: number, p50Ms: number, p99Ms: number | null): Side {
  return { perSecond, p50Ms, p99Ms, cpuUs: null };
}

/** What an order leaves on the disk, and what writing it takes, from its placement to the end. */
async function settlingOf({ server }: Bench): Promise<Settling> {
  await makeThousand(server);
  const engine = await openEngine(server.url(THOUSAND), [WAITING.chainId, WAITING.toChainId]);
  try {
    const database = await server.process();
    const look = async () => {
      const { rows } = await engine.database.query<{ size: number; log: number }>(
        `SELECT pg_database_size(current_database()) AS size, (pg_current_wal_insert_lsn() - '0/0')::bigint AS log`,
      );
      return { ...(rows[0] as { size: number; log: number }), store: familyCpuUs(database) };
    };
    await settleOrders(engine);
    const before = await look();
    let ms = 0;
    for (let n = 0; n < SETTLINGS; n++) ms += (await settleOrders(engine)).p50Ms * ORDERS;
    const after = await look();
    const orders = SETTLINGS * ORDERS;
    return {
      engineS: ms / 1_000 / orders,
      storeS: (after.store - before.store) / 1e6 / orders,
      diskBytes: Math.round((after.size - before.size) / orders),
      logBytes: Math.round((after.log - before.log) / orders),
    };
  } finally {
    await engine.stop();
  }
}

function settlingText({ engineS, storeS, diskBytes, logBytes }: Settling): string {
  return (
    `model, an order from deposit to completed: ${diskBytes.toLocaleString('en')} bytes on the disk, ${logBytes.toLocaleString('en')} of the database's log, ` +
    `${(engineS * 1_000).toFixed(2)} ms of an engine and ${(storeS * 1_000).toFixed(2)} ms of the database's processors, the test networks' statements included ` +
    `(${(SETTLINGS * ORDERS).toLocaleString('en')} orders).`
  );
}

function yearText(year: Year): string {
  const { ordersPerSecond, perOrder, used } = LARGE_DESK;
  const asked = Object.entries(perOrder)
    .map(([name, many]) => `${many} × ${name}`)
    .join(', ');
  return (
    `model, ${ordersPerSecond.toLocaleString('en')} orders a second for a year (${asked} each; ${used} of every processor used): ${year.apiCores} processors that answer, ` +
    `${year.storeCores} of databases, ${year.engines} engines, ${(year.diskBytes / 1e12).toFixed(0)} TB on disks, ` +
    `${(year.logBytesPerSecond / 1e6).toFixed(0)} MB of log a second; p99 ${(year.p99S * 1_000).toFixed(1)} ms.`
  );
}
