import type { Database, Queryable } from '../store/database.ts';
import { transaction } from '../store/transaction.ts';
import { pairOf } from './fold-results.ts';
import { readDue, readPairs, readStocks } from './read-due.ts';
import { type Result, reckon } from './reckon.ts';
import { type By, type DaySpan, type Group, groupsOf, type Sum, sumUp } from './sums.ts';

const PAGE_ROWS = 5_000;

/** The sums by anything but orders, at one moment: what is folded, and what is not yet. In the order of their names. */
export function readSums(database: Database, by: Exclude<By, 'order'>, span: DaySpan): Promise<Sum[]> {
  return atOneMoment(database, async (client) => {
    const [folded, due] = [await readDays(client, by, span), await readDueResults(client, span)];
    const pairs = await readPairs(client, ordersIn(due));
    const nameOf = {
      day: ({ day }: Result) => dayText(day),
      pair: ({ orderId }: Result) => pairOf(orderId, pairs),
      venue: ({ venue }: Result) => venue,
    }[by];
    return sumUp([...folded, ...due.map((result) => ({ ...result, group: [nameOf(result)] }))]);
  });
}

/**
 * The sums by order and day, newest day first, then what of that span is of no order. Page by page, each as of one moment: an order's
 * lines are always on one page.
 */
export async function* readOrderSums(
  database: Database,
  span: DaySpan,
  pageRows = PAGE_ROWS,
): AsyncGenerator<Sum[]> {
  let before: Place | null = { day: span.until ?? Number.MAX_SAFE_INTEGER, orderId: 0 };
  while (before !== null) {
    const from: Place = before;
    const { sums, next } = await atOneMoment(database, (client) =>
      readOrderPage(client, span, from, pageRows),
    );
    yield sums;
    before = next;
  }
  yield await atOneMoment(database, (client) => readOfNone(client, span));
}

/** The groups of a span; of orders the latest, at most so many. */
export async function readGroups(
  database: Database,
  by: By,
  span: DaySpan,
  mostOrders: number,
): Promise<{ readonly groups: readonly Group[]; readonly isCut: boolean }> {
  if (by !== 'order') return { groups: groupsOf(await readSums(database, by, span)), isCut: false };
  const groups: Group[] = [];
  for await (const sums of readOrderSums(database, span)) {
    groups.push(...groupsOf(sums));
    if (groups.length > mostOrders) break;
  }
  return { groups: groups.slice(0, mostOrders), isCut: groups.length > mostOrders };
}

/** Where a page begins: with the first that comes before this one. */
interface Place {
  readonly day: number;
  readonly orderId: number;
}

const isBefore = (a: Place, b: Place) => a.day < b.day || (a.day === b.day && a.orderId < b.orderId);

interface Row {
  day: number;
  order_id: number;
  part: string;
  asset_id: number;
  units: string;
  value: string;
}

async function readOrderPage(
  client: Queryable,
  span: DaySpan,
  before: Place,
  pageRows: number,
): Promise<{ sums: Sum[]; next: Place | null }> {
  const { rows } = await client.query<Row>({
    name: 'read-order-results',
    text: `
      SELECT day, order_id, part, asset_id, units, value FROM result_order
       WHERE (day, order_id) < ($1::bigint, $2::bigint) AND day >= $3 ORDER BY day DESC, order_id DESC LIMIT $4`,
    values: [before.day, before.orderId, span.from ?? 0, pageRows],
  });
  const last = rows.at(-1);
  const isEnd = rows.length < pageRows;
  // The last of a full page may go on: it is left for the next one.
  const end: Place = isEnd || last === undefined ? BEFORE_ALL : { day: last.day, orderId: last.order_id };
  const folded = rows.map((row) => ({ ...resultOf(row), orderId: row.order_id, day: row.day }));
  const due = (await readDueResults(client, span)).flatMap(({ orderId, ...result }) =>
    orderId === null ? [] : [{ ...result, orderId }],
  );
  const shown = [...folded, ...due].filter((each) => isBefore(each, before) && isBefore(end, each));
  const names = await readNames(client, ordersIn(shown));
  const pairs = await readPairs(client, ordersIn(shown));
  const sums = shown
    .sort((a, b) => (isBefore(a, b) ? 1 : isBefore(b, a) ? -1 : 0))
    .map(({ day, orderId, ...result }) => ({
      ...result,
      group: [dayText(day), names.get(orderId) ?? String(orderId), pairOf(orderId, pairs)],
    }));
  return { sums: sumUp(sums), next: isEnd ? null : { day: end.day, orderId: end.orderId + 1 } };
}

const BEFORE_ALL: Place = { day: -1, orderId: 0 };

/** What is of no order has no pair either. */
async function readOfNone(client: Queryable, span: DaySpan): Promise<Sum[]> {
  const folded = await readDays(client, 'day', span, "AND pair = ''");
  const due = (await readDueResults(client, span)).filter(({ orderId }) => orderId === null);
  const all = [...folded, ...due.map((result) => ({ ...result, group: [dayText(result.day)] }))];
  return sumUp(all.map((sum) => ({ ...sum, group: [...sum.group, '', ''] })));
}

async function readDays(
  client: Queryable,
  by: Exclude<By, 'order'>,
  span: DaySpan,
  only = '',
): Promise<Sum[]> {
  const { rows } = await client.query<Omit<Row, 'day'> & { name: string | number }>({
    name: `read-results-${by}${only === '' ? '' : '-of-none'}`,
    text: `
      SELECT ${by} AS name, part, asset_id, sum(units) AS units, sum(value) AS value FROM result_day
       WHERE day >= $1 AND day < $2 ${only} GROUP BY ${by}, part, asset_id ORDER BY ${by}`,
    values: [span.from ?? 0, span.until ?? Number.MAX_SAFE_INTEGER],
  });
  return rows.map((row) => ({
    ...resultOf(row),
    group: [typeof row.name === 'number' ? dayText(row.name) : row.name],
  }));
}

/** What is due, reckoned as the job would do it now. */
async function readDueResults(client: Queryable, { from, until }: DaySpan): Promise<Result[]> {
  const due = await readDue(client, 'all');
  const { results } = reckon(due, await readStocks(client));
  return results.filter(({ day }) => (from === null || day >= from) && (until === null || day < until));
}

async function readNames(client: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await client.query<{ id: number; no: string }>({
    name: 'read-order-names',
    text: 'SELECT id, no FROM orders WHERE id = ANY ($1::bigint[])',
    values: [ids],
  });
  return new Map(rows.map(({ id, no }) => [id, no]));
}

function resultOf({ part, asset_id, units, value }: Pick<Row, 'part' | 'asset_id' | 'units' | 'value'>) {
  return { part, assetId: asset_id, units: BigInt(units), value: BigInt(value) };
}

function ordersIn(results: readonly { readonly orderId: number | null }[]): number[] {
  return [...new Set(results.flatMap(({ orderId }) => orderId ?? []))];
}

/** A day as people write it. */
function dayText(day: number): string {
  return new Date(day * 1_000).toISOString().slice(0, 10);
}

/** Whatever is read sees the store as it was when the first of it was read. */
export function atOneMoment<T>(database: Database, work: (client: Queryable) => Promise<T>): Promise<T> {
  return transaction(database, async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    return work(client);
  });
}
