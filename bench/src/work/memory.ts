import { get } from '../load/requests.ts';
import type { Row, Side } from '../measure/row.ts';
import { MOST_MB } from '../report/table.ts';
import { startService } from '../run/service.ts';
import { residentBytes } from '../run/usage.ts';
import { LARGE } from '../seed/databases.ts';
import type { Bench } from './bench.ts';
import { quotesOf } from './calculate-requests.ts';
import { PLACE_REQUESTS } from './place-requests.ts';
import { randomOrders } from './query.ts';

const CONNECTIONS = 16;
const WINDOW_MS = 2_000;
/** Placing fills the disk: it gets a smaller share of the time. */
const PLACE_MS = 200;
/** More than this times what it was early on is not flat. */
const FLAT = 1.15;
const PAGES = 2_000;
/** How often it is looked at. */
const LOOKS = 10;

/** What an api node holds after an hour of load. */
export async function memory({ options, server, dataDir, generator }: Bench): Promise<Row[]> {
  const api = await startService(server.url(LARGE), dataDir, 'api');
  try {
    const kinds = [
      { requests: (await quotesOf(api.url, 'float')).requests, ms: WINDOW_MS },
      { requests: (await quotesOf(api.url, 'fixed')).requests, ms: WINDOW_MS },
      { requests: await randomOrders(server.pool(LARGE)), ms: WINDOW_MS },
      { requests: randomPages(options.orders), ms: WINDOW_MS },
      { requests: PLACE_REQUESTS, ms: PLACE_MS },
    ];
    const total = options.minutes * 60_000;
    const began = performance.now();
    const held: number[] = [];
    for (let elapsed = 0; elapsed < total; elapsed = performance.now() - began) {
      for (const { requests, ms } of kinds) await generator.load(api.url, requests, CONNECTIONS, ms);
      if (elapsed < ((held.length + 1) * total) / LOOKS) continue;
      held.push(megabytes(api.pid));
      console.log(`  ${Math.round(elapsed / 60_000)} of ${options.minutes} minutes: ${held.at(-1)} MB`);
    }
    const late = megabytes(api.pid);
    const work = `memory of an api node after ${options.minutes} minutes`;
    return [
      row(work, 'the most it may hold', late, MOST_MB, 1),
      row(work, 'what it held after a tenth of that time', late, held[0] ?? late, FLAT),
    ];
  } finally {
    await api.stop();
  }
}

function randomPages(orders: number): Buffer[] {
  const page = () => 1 + Math.floor(Math.random() * (orders / 10 / 2));
  return Array.from({ length: PAGES }, () => get('/openapi/order/list', { page: page(), page_size: 10 }));
}

function megabytes(pid: number): number {
  const bytes = residentBytes(pid);
  if (bytes === null) throw new Error('this system does not tell how much memory a process holds');
  return Math.round(bytes / 2 ** 20);
}

function row(work: string, against: string, ours: number, theirs: number, atMost: number): Row {
  const ratio = ours / theirs;
  const side = (residentMb: number): Side => ({
    perSecond: 0,
    p50Ms: 0,
    p99Ms: null,
    cpuUs: null,
    residentMb,
  });
  return {
    work,
    against,
    aim: { atMost },
    unit: 'memory',
    ratio: { median: ratio, min: ratio, max: ratio },
    ours: side(ours),
    theirs: side(theirs),
  };
}
