import { get, queryText } from '../load/requests.ts';
import { httpSide } from '../measure/http.ts';
import { sideBySide } from '../measure/rounds.ts';
import { latencyRow, type Row } from '../measure/row.ts';
import type { Running } from '../run/child.ts';
import { startService } from '../run/service.ts';
import { LARGE, SMALL, SMALL_ORDERS } from '../seed/databases.ts';
import type { Bench } from './bench.ts';
import { type Filter, type Filters, filtersOf } from './list-filters.ts';

const PATH = '/openapi/order/list';
const PAGE_SIZE = 10;
const AIM = 2;
const AGAINST = `the same at ${SMALL_ORDERS.toLocaleString('en')} orders`;
/** Different pages that "any page" asks for. */
const PAGES = 2_000;
/** Latency needs shorter windows than throughput does. */
const PART_OF_WINDOW = 1 / 4;

/** Pages of the list, one request at a time, against the same pages of a store with few orders. */
export async function list(bench: Bench): Promise<Row[]> {
  const { options, server, dataDir, generator, service } = bench;
  const small = await startService(server.url(SMALL), dataDir);
  try {
    const large = await filtersOf(server.pool(LARGE));
    const few = await filtersOf(server.pool(SMALL));
    const load = { connections: 1, seconds: options.seconds * PART_OF_WINDOW };
    await warmUp(bench, small);
    const rows: Row[] = [];
    for (const name of Object.keys(large) as (keyof Filters)[]) {
      for (const [page, requestsOf] of Object.entries(PAGES_OF)) {
        const windows = await sideBySide(
          httpSide(generator, service, requestsOf(large[name], await totalOf(service, large[name])), load),
          httpSide(generator, small, requestsOf(few[name], await totalOf(small, few[name])), load),
        );
        rows.push(latencyRow(`list, ${name}, ${page}`, AGAINST, AIM, windows));
      }
    }
    return rows;
  } finally {
    await small.stop();
  }
}

/** Lets both services compile what lists have in common, before the first row is measured. */
async function warmUp({ generator, service, options }: Bench, small: Running): Promise<void> {
  for (const { url } of [service, small]) {
    await generator.load(url, [get(PATH, {}), get(PATH, { status: 4 })], 4, options.seconds * 4000);
  }
}

const PAGES_OF: Record<string, (filter: Filter, total: number) => Buffer[]> = {
  'page 1': ({ query }) => [get(PATH, query)],
  'deepest page': ({ query }, total) => [get(PATH, { ...query, page: Math.ceil(total / PAGE_SIZE) })],
  'any page': ({ query }, total) =>
    Array.from({ length: PAGES }, () =>
      get(PATH, { ...query, page: 1 + Math.floor((Math.random() * total) / PAGE_SIZE) }),
    ),
};

/** What the service says is the number of matching orders; it must be the real one. */
async function totalOf(service: Running, { query, count }: Filter): Promise<number> {
  const text = queryText(query);
  const { total } = (await (await fetch(`${service.url}${PATH}?${text}`)).json()) as { total: number };
  if (total !== count) throw new Error(`the list says total ${total} for "${text}"; counted are ${count}`);
  return total;
}
