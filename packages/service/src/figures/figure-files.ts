import type { Catalogue } from '../catalog/catalogue.ts';
import { csvRow } from '../csv.ts';
import { fromUnits } from '../money/units.ts';
import type { Queryable } from '../store/database.ts';
import { type CompletedOrder, readCompletedOrders } from './completed-orders.ts';
import { type FigureRequest, type FigureRow, MEASURES } from './figure-request.ts';
import { readFigureRows } from './read-figures.ts';

/** More groups than this has no period. */
const ALL_GROUPS = 1_000_000;

const SUM_HEAD = ['period', 'begins', 'ends', 'sent', 'paid_out', 'name', ...MEASURES.map(inUsdt)];

function inUsdt(measure: string): string {
  return measure === 'orders' ? measure : `${measure}_usdt`;
}

/** The sums as a table for other programs, with every digit: period by period. */
export async function* sumsFile(
  client: Queryable,
  catalogue: Catalogue,
  request: FigureRequest,
): AsyncGenerator<string> {
  yield csvRow(SUM_HEAD);
  for (const period of request.periods) {
    const rows = await readFigureRows(
      client,
      { ...request, periods: [period] },
      { by: 'turnover', isDescending: true },
      ALL_GROUPS,
    );
    yield rows.map((row) => csvRow(sumCells(row, catalogue))).join('');
  }
}

function sumCells(row: FigureRow, catalogue: Catalogue): string[] {
  return [
    row.period.name,
    moment(row.period.from),
    moment(row.period.until),
    row.from === null ? '' : assetName(catalogue, row.from),
    row.to.map((id) => assetName(catalogue, id)).join(' + '),
    row.name,
    ...MEASURES.map((measure) => row[measure]),
  ];
}

const ORDER_HEAD = [
  ...[
    'no',
    'created',
    'completed',
    'account',
    'ref_code',
    'mode',
    'sent_chain',
    'sent_coin',
    'sent',
    'paid_out',
  ],
  ...['turnover_usdt', 'fees_usdt', 'commission_usdt', 'network_usdt', 'result_usdt'],
  ...['deposit_txids', 'payout_txids'],
];

/** Each completed order of those periods with what it came to and its transactions, oldest first. Without query codes: they are the clients'. */
export async function* ordersFile(
  client: Queryable,
  catalogue: Catalogue,
  request: FigureRequest,
): AsyncGenerator<string> {
  yield csvRow(ORDER_HEAD);
  const [first, last] = [request.periods[0], request.periods.at(-1)];
  if (first === undefined || last === undefined) return;
  const span = { from: first.from, until: last.until };
  for await (const orders of readCompletedOrders(client, span, request))
    yield orders.map((order) => csvRow(orderCells(order, catalogue))).join('');
}

function orderCells(order: CompletedOrder, catalogue: Catalogue): string[] {
  const { chain, abbr, decimals } = catalogue.get(order.from_asset);
  return [
    order.no,
    moment(order.created_at),
    moment(order.finished_at),
    order.account,
    order.code,
    order.mode,
    chain.name,
    abbr,
    fromUnits(BigInt(order.received_units), decimals),
    order.outputs.map(([id, units]) => outputText(catalogue, id, units)).join('; '),
    ...[order.turnover, order.fees, order.commissions, order.network, order.result],
    order.deposits.join(' '),
    order.payouts.join(' '),
  ];
}

function outputText(catalogue: Catalogue, id: number, units: string): string {
  return `${fromUnits(BigInt(units), catalogue.get(id).decimals)} ${assetName(catalogue, id)}`;
}

/** An asset as people call it. */
export function assetName(catalogue: Catalogue, id: number): string {
  const { abbr, chain } = catalogue.get(id);
  return `${abbr} on ${chain.name}`;
}

function moment(at: number): string {
  return new Date(at * 1_000).toISOString();
}
