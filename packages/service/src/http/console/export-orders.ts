import { ExportOrdersRequest, MOST_EXPORTED, type OrderLine } from '@swapdesk/contract';
import { csvRow } from '../../csv.ts';
import { browseOrders, type OrderPlace } from '../../orders/browse-orders.ts';
import { orderLines } from '../../orders/order-line.ts';
import { download } from './download.ts';
import { filterOf } from './order-filter.ts';

const PAGE = 1_000;

const HEAD = [
  'no',
  'account',
  'client_order_id',
  'created',
  'finished',
  'status',
  'freeze_reason',
  'mode',
  'from_chain',
  'from_abbr',
  'agreed',
  'received',
  'value_usdt',
  'to_agreed',
  'paid_out',
  'address',
];

/** The orders as a table for other programs. Without query codes: they are the clients' secrets. */
export const exportOrders = download({
  path: '/orders/export',
  request: ExportOrdersRequest,
  type: 'text/csv; charset=utf-8',
  fileName: 'orders.csv',

  async *write({ database, market }, { params }) {
    const { catalogue } = market();
    const filter = filterOf(params, catalogue);
    let written = 0;
    let after: OrderPlace | null = null;
    let text = csvRow(HEAD);
    do {
      const { ids, next } = await browseOrders(
        database,
        filter,
        after,
        Math.min(PAGE, MOST_EXPORTED - written),
      );
      const lines = await orderLines(database, ids, catalogue);
      for (const id of ids) text += csvRow(cells(lines.get(id) as OrderLine));
      yield text;
      text = '';
      written += ids.length;
      after = next;
    } while (after !== null && written < MOST_EXPORTED);
  },
});

function cells(order: OrderLine): string[] {
  return [
    order.no,
    order.account,
    order.client_order_id,
    time(order.create_at),
    time(order.finish_at),
    String(order.status),
    order.freeze_reason,
    order.mode,
    order.from.chain,
    order.from.abbr,
    order.from.amount,
    order.received,
    order.value,
    order.to.map((output) => outputText(output, output.agreed)).join('; '),
    order.to
      .filter(({ state }) => state === 'paid')
      .map((output) => outputText(output, output.amount))
      .join('; '),
    order.address,
  ];
}

function outputText({ abbr, chain }: OrderLine['to'][number], amount: string): string {
  return `${amount} ${abbr} on ${chain}`;
}

function time(at: number): string {
  return at === 0 ? '' : new Date(at * 1000).toISOString();
}
