import { type CommissionState, SETTLE_STATUS } from '@swapdesk/contract';
import type { Catalogue } from '../catalog/catalogue.ts';
import { csvRow } from '../csv.ts';
import { fromUnits } from '../money/units.ts';
import type { Queryable } from '../store/database.ts';
import { type CompletedOrder, placeOfOrder, readCompletedOrders } from './completed-orders.ts';
import { assetName } from './figure-files.ts';
import { type Period, periodsOf, zoneNamed } from './zone-days.ts';

const HEAD = [
  ...['order_no', 'completed', 'ref_code', 'rate', 'sent', 'sent_asset'],
  ...['turnover_usdt', 'fees_usdt', 'markup_usdt', 'commission_usdt', 'state', 'settlement'],
  ...['deposit_txids', 'payout_txids'],
] as const;

/** Whose statement, of which time, in which form. */
export interface StatementRequest {
  readonly accountId: number;
  readonly span: Pick<Period, 'from' | 'until'>;
  readonly format: 'csv' | 'jsonl';
}

/**
 * What an affiliate has earned of orders that were completed in a stretch of time, one by one, oldest first. Without query codes: they
 * are the clients'.
 */
export async function* statementFile(
  client: Queryable,
  catalogue: Catalogue,
  { accountId, span, format }: StatementRequest,
): AsyncGenerator<string> {
  const write = (cells: readonly string[]) =>
    format === 'csv'
      ? csvRow(cells)
      : `${JSON.stringify(Object.fromEntries(HEAD.map((name, n) => [name, cells[n]])))}\n`;
  yield format === 'csv' ? csvRow(HEAD) : '';
  for await (const orders of readStatement(client, span, accountId))
    yield orders.map((order) => write(cellsOf(order, catalogue))).join('');
}

const ALL = { assetIds: null, account: null, code: null };

/** The orders of a statement, page by page. */
export function readStatement(
  client: Queryable,
  span: Pick<Period, 'from' | 'until'>,
  accountId: number,
): AsyncGenerator<CompletedOrder[]> {
  return readCompletedOrders(client, span, ALL, accountId);
}

/** A page of them: the first, or those after an order; null where that is none that this affiliate earns of. */
export async function readStatementPage(
  client: Queryable,
  span: Pick<Period, 'from' | 'until'>,
  accountId: number,
  after: string | undefined,
): Promise<CompletedOrder[] | null> {
  const place = after === undefined ? undefined : await placeOfOrder(client, accountId, after);
  if (place === null) return null;
  for await (const page of readCompletedOrders(client, span, ALL, accountId, place)) return page;
  return [];
}

/** When a month such as 2026-11 begins and ends in a zone; null if it is none, or there is no such zone. */
export function monthIn(month: string, zoneName: string): Period | null {
  const zone = zoneNamed(zoneName);
  const last = lastDayOf(month);
  return zone === null || last === null
    ? null
    : (periodsOf(`${month}-01`, last, 'month', zone, 1)?.[0] ?? null);
}

function lastDayOf(month: string): string | null {
  const at = /^\d{4}-\d{2}$/.test(month) ? Date.parse(`${month}-01T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(at)) return null;
  const day = new Date(at);
  day.setUTCMonth(day.getUTCMonth() + 1, 0);
  return day.toISOString().slice(0, 10);
}

/** How many orders a statement has, and what they have earned in all. */
export async function sumStatement(
  client: Queryable,
  { from, until }: Pick<Period, 'from' | 'until'>,
  accountId: number,
): Promise<{ orders: number; commission: string }> {
  const { rows } = await client.query<{ orders: number; commission: string }>({
    name: 'sum-statement',
    text: `SELECT count(*) AS orders, trim_scale(coalesce(sum(commissions), 0))::text AS commission FROM order_figure
            WHERE affiliate_id = $1 AND finished_at >= $2 AND finished_at < $3`,
    values: [accountId, from, until],
  });
  return rows[0] as { orders: number; commission: string };
}

/** How it stands with the commission of an order. */
export function commissionState({ settle_status, settlement }: CompletedOrder): CommissionState {
  if (settle_status === SETTLE_STATUS.completed) return 'settled';
  return settlement === '' ? 'due' : 'on its way';
}

function cellsOf(order: CompletedOrder, catalogue: Catalogue): string[] {
  return [
    order.no,
    new Date(order.finished_at * 1_000).toISOString(),
    order.code,
    fromUnits(BigInt(order.rate_ppm ?? 0), 6),
    fromUnits(BigInt(order.received_units), catalogue.get(order.from_asset).decimals),
    assetName(catalogue, order.from_asset),
    order.turnover,
    order.fees,
    order.markup,
    order.commissions,
    commissionState(order),
    order.settlement,
    order.deposits.join(' '),
    order.payouts.join(' '),
  ];
}
