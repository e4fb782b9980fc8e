import { get } from '../load/requests.ts';
import { memoryRow, type Row } from '../measure/row.ts';
import { MOST_MB } from '../report/table.ts';
import { startService } from '../run/service.ts';
import { residentMegabytes } from '../run/usage.ts';
import { LARGE } from '../seed/databases.ts';
import type { Bench } from './bench.ts';
import { quotesOf } from './calculate-requests.ts';
import { PLACE_REQUESTS } from './place-requests.ts';
import { randomOrders } from './query.ts';

const MINUTES = 60;
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
    const minutes = options.minutes ?? MINUTES;
    const total = minutes * 60_000;
    const began = performance.now();
    const held: number[] = [];
    for (let elapsed = 0; elapsed < total; elapsed = performance.now() - began) {
      for (const { requests, ms } of kinds) await generator.load(api.url, requests, CONNECTIONS, ms);
      if (elapsed < ((held.length + 1) * total) / LOOKS) continue;
      held.push(residentMegabytes(api.pid));
      console.log(`  ${Math.round(elapsed / 60_000)} of ${minutes} minutes: ${held.at(-1)} MB`);
    }
    const late = residentMegabytes(api.pid);
    const work = `memory of an api node after ${minutes} minutes`;
    return [
      memoryRow(work, 'the most it may hold', late, MOST_MB, 1),
      memoryRow(work, 'what it held after a tenth of that time', late, held[0] ?? late, FLAT),
    ];
  } finally {
    await api.stop();
  }
}

function randomPages(orders: number): Buffer[] {
  const page = () => 1 + Math.floor(Math.random() * (orders / 10 / 2));
  return Array.from({ length: PAGES }, () => get('/openapi/order/list', { page: page(), page_size: 10 }));
}
