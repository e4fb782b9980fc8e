import { setTimeout as pause } from 'node:timers/promises';
import type { Kind } from '../load/arrivals.ts';
import type { Stretch } from '../load/stretch.ts';
import { median, type Row, type Side } from '../measure/row.ts';
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
const ROUNDS = 3;
const WINDOW_MS = 3_000;
/** The loads that the model is held against: parts of the most that was measured. */
const LOADS = [0.4, 0.7];
const LOAD_MS = 10_000;
const ADDRESSES = 40_000;
const SETTLINGS = 4;
/** By how much it may be wrong, up or down. */
const THROUGHPUT_OFF = 1.25;
const MEDIAN_OFF = 2;
const USED_OFF = 1.25;

/** How trips of each kind gather (`orders/store-order.ts`, `orders/query.ts`); quotes make none. */
const GATHERED: Readonly<Record<string, Calibration['trips']>> = {
  quote: null,
  placement: { lanes: 1, largest: 128 },
  query: { lanes: 4, largest: 64 },
};
/** A guess: what is asked for each order that is placed; and as much of a processor as leaves room for a bad moment. */
const LARGE_DESK = { ordersPerSecond: 1_000, perOrder: { quote: 5, placement: 1, query: 10 }, used: 0.6 };
const IDLE_MS = 5_000;
const NO_TIME = sideOf(0, 0, null);

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
      const look = () => ({ api: cpuUs(node.pid) ?? 0, store: familyCpuUs(database) });
      const before = look();
      const load = await generator.load(node.url, requests, clients, WINDOW_MS);
      const after = look();
      const requestsMade = load.answers + load.late;
      return {
        clients,
        perSecond: load.perSecond,
        p50S: load.p50Ms / 1_000,
        apiS: (after.api - before.api) / 1e6 / requestsMade,
        storeS: (after.store - before.store) / 1e6 / requestsMade,
      };
    };
    const used = () => (cpuUs(node.pid) ?? 0) + familyCpuUs(database);
    const mix = inTurn(kinds);
    for (let n = 0; n < WARM_UPS; n++) await sample(mix, MANY);
    // In turn, so that what else the machine does hits all of them.
    const alone = kinds.map((): Sample[] => []);
    const many = kinds.map((): Sample[] => []);
    const mixed: Sample[] = [];
    const idle: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      for (const [n, { requests }] of kinds.entries()) {
        alone[n]?.push(await sample(requests, 1));
        many[n]?.push(await sample(requests, MANY));
      }
      mixed.push(await sample(mix, MANY));
      const before = used();
      await pause(IDLE_MS);
      idle.push((used() - before) / 1e3 / IDLE_MS);
    }
    const demands = kinds.map(({ name }, n) =>
      demandOf({
        name,
        share: 1 / kinds.length,
        alone: middle(alone[n] as Sample[]),
        many: middle(many[n] as Sample[]),
        trips: GATHERED[name] ?? null,
      }),
    );
    const { perSecond: most } = middle(mixed);
    // As measured: one process, on the processors that the database has too.
    const here: Machine = { processes: 1, storeCores: null, background: median(idle) };
    const rows = [throughputRow(throughputOf(demands, here, MANY), mixed)];
    const notes = [
      `model: ${where} ${demands.map(demandText).join('; ')}. With nothing to answer ${median(idle).toFixed(2)} of a processor is used.`,
    ];
    const looks = LOADS.map((part) => ({ part, stretches: [] as Stretch[], uses: [] as number[] }));
    for (let round = 0; round < ROUNDS; round++) {
      for (const { part, stretches, uses } of looks) {
        const before = used();
        const wanted = [{ perSecond: most * part, ms: LOAD_MS }];
        const [stretch] = await generator.arrive(node.url, { kinds, stretches: wanted });
        stretches.push(stretch as Stretch);
        uses.push((used() - before) / 1e3 / LOAD_MS);
        await pause(1_000);
      }
    }
    for (const { part, stretches, uses } of looks) {
      const predicted = predict(demands, here, most * part);
      rows.push(usedRow(part, predicted.apiUsed, uses), ...latencyRows(part, predicted, stretches, kinds));
      const late = Math.max(...stretches.map(({ lateP99Ms }) => lateP99Ms));
      notes.push(
        `model, at ${part} of the most: the generator was late by ${late.toFixed(1)} ms (p99) at most.`,
      );
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

function throughputRow(predicted: number, measured: readonly Sample[]): Row {
  return offRow(
    `model: what ${MANY} clients get out of a node`,
    THROUGHPUT_OFF,
    'requests per second',
    measured.map(({ perSecond }) => predicted / perSecond),
    [sideOf(predicted, 0, null), sideOf(middle(measured).perSecond, 0, null)],
  );
}

/**
 * Of what half of the requests take. The slowest hundredth is told beside it and held against nothing: it is made of what the model does not
 * know, pauses of the collector, checkpoints and neighbours on the machine.
 */
function latencyRows(
  part: number,
  { kinds: predicted }: ReturnType<typeof predict>,
  stretches: readonly Stretch[],
  kinds: readonly Kind[],
): Row[] {
  return kinds.map(({ name }, n) => {
    const { p50S, p99S } = predicted[n] as (typeof predicted)[number];
    const measured = stretches.map(({ kinds: each, ms }) => ({
      ...(each[n] as Stretch['kinds'][number]).answered,
      ms,
    }));
    const of = (figure: (one: (typeof measured)[number]) => number) => median(measured.map(figure));
    const perSecond = of(({ many, ms }) => (many * 1_000) / ms);
    const [p50Ms, p99Ms] = [of((one) => one.p50Ms), of((one) => one.p99Ms)];
    return offRow(
      `model: half of all ${name} requests at ${part} of the most`,
      MEDIAN_OFF,
      'latency',
      measured.map((one) => (p50S * 1_000) / one.p50Ms),
      [sideOf(perSecond, p50S * 1_000, p99S * 1_000), sideOf(perSecond, p50Ms, p99Ms)],
    );
  });
}

function usedRow(part: number, predicted: number, measured: readonly number[]): Row {
  return offRow(
    `model: processors used at ${part} of the most`,
    USED_OFF,
    'processors',
    measured.map((used) => predicted / used),
    [
      { ...NO_TIME, used: predicted },
      { ...NO_TIME, used: median(measured) },
    ],
  );
}

/** How far the model is off: the ratio, or its inverse if that is more; the median over the rounds. */
function offRow(
  work: string,
  atMost: number,
  unit: Row['unit'],
  ratios: readonly number[],
  [ours, theirs]: readonly [Side, Side],
): Row {
  const off = ratios.map((ratio) => Math.max(ratio, 1 / ratio));
  const spread = { median: median(off), min: Math.min(...off), max: Math.max(...off) };
  return { work, against: 'measured', aim: { atMost }, unit, ratio: spread, ours, theirs };
}

/** Each figure by itself: the median over the rounds. */
function middle(samples: readonly Sample[]): Sample {
  const of = (figure: (sample: Sample) => number) => median(samples.map(figure));
  return {
    clients: (samples[0] as Sample).clients,
    perSecond: of(({ perSecond }) => perSecond),
    p50S: of(({ p50S }) => p50S),
    apiS: of(({ apiS }) => apiS),
    storeS: of(({ storeS }) => storeS),
  };
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
