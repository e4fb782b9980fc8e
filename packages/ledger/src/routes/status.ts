import { ORDER_STATUS, type QueriedOrder, SwapdeskError } from '@swapdesk/client';
import type { Face, Route } from '../face.ts';
import { NO_FEES, orderFees } from '../fees.ts';
import { LedgerError } from '../ledger-error.ts';
import { queryCodeOf } from '../swap-id.ts';

type LedgerStatus = 'FINISHED' | 'EXPIRED' | 'ON_HOLD' | 'PENDING' | 'REFUNDED' | 'UNKNOWN';

const STATUS = new Map<number, LedgerStatus>([
  [ORDER_STATUS.waiting, 'PENDING'],
  [ORDER_STATUS.sent, 'PENDING'],
  [ORDER_STATUS.exchanging, 'PENDING'],
  [ORDER_STATUS.completed, 'FINISHED'],
  [ORDER_STATUS.refunded, 'REFUNDED'],
  [ORDER_STATUS.frozen, 'ON_HOLD'],
  [ORDER_STATUS.expired, 'EXPIRED'],
  [ORDER_STATUS.abandoned, 'EXPIRED'],
]);
const LIST_PAGE = 100;

/** GET /status */
export const status: Route = async ({ query }, face) => {
  const code = queryCodeOf(query.get('swapId') ?? '');
  if (code === null) throw notFound();
  const order = await face.client.query(code).catch((error: unknown) => {
    throw error instanceof SwapdeskError && error.is('order not found') ? notFound() : error;
  });
  return statusOf(order, face);
};

const notFound = () => new LedgerError(404, 'SWAP_TRANSACTION_NOT_FOUND_ERROR', 'there is no such swap');

async function statusOf(order: QueriedOrder, face: Face): Promise<object> {
  const [child] = order.children;
  const word = STATUS.get(order.status) ?? 'UNKNOWN';
  const isOver = word === 'REFUNDED' || word === 'EXPIRED';
  // A float order has its price from the moment it is accepted on; before, nobody knows what it gives.
  const isKnown = order.exchange_model === 'fixed' || order.accept_at > 0;
  const gives = isKnown ? (child?.volume ?? '') : '';
  return {
    status: word,
    amount: isOver ? '0' : gives,
    payinTransactionId: (order.input[0] ?? order.fulls[0])?.txid ?? '',
    payoutTransactionId: child?.output?.[0]?.txid ?? '',
    ...(isOver || !isKnown ? NO_FEES : orderFees(order, await commissionOf(order, face))),
  };
}

/** What the order has earned Ledger, in USDT: nothing until it is completed. Orders are listed by when they were created. */
async function commissionOf(order: QueriedOrder, { client, terms }: Face): Promise<string> {
  if (terms.refCode === undefined || order.status !== ORDER_STATUS.completed) return '0';
  for (let page = 1; ; page++) {
    const { data } = await client.referralList({
      page,
      page_size: LIST_PAGE,
      created_start: order.create_at,
      created_end: order.create_at + 1,
      ref_code: terms.refCode,
    });
    const row = data.find(({ query_code }) => query_code === order.query_code);
    if (row !== undefined) return row.commission;
    if (data.length < LIST_PAGE) return '0';
  }
}
