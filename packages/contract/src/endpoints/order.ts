import Type, { type Static } from 'typebox';
import { Amount, Integer, OneOf } from '../schema.ts';
import { ExchangeMode } from './exchange.ts';

/** The order as list and query show it (interface, 2.1 to 2.5). */

const time = (description: string) =>
  Integer({ description: `${description}, Unix seconds; 0: has not happened` });

export const InputTransaction = Type.Object({
  chain: Type.String(),
  abbr: Type.String(),
  txid: Type.String({ description: 'Transaction hash' }),
  to_addr: Type.String({ description: 'Receiving address' }),
  volume: Amount({ description: 'Transfer amount' }),
  update_at: time('Confirmation time'),
});

export const OutputTransaction = Type.Object({
  ...InputTransaction.properties,
  order_no: Type.String({ description: 'Main order number' }),
  status: Integer({ description: '1 confirming, 2 confirmed' }),
});

export const Refund = Type.Object({
  abbr: Type.String(),
  chain: Type.String(),
  child_order_id: Type.String(),
  from_addr: Type.Array(Type.String(), { description: 'Sending addresses' }),
  order_no: Type.String(),
  status: Integer({ description: '1 confirming, 2 confirmed, 9 rolled back' }),
  to_addr: Type.String(),
  txid: Type.String(),
  type: Type.String({ description: 'Protocol' }),
  update_at: time('Confirmation time'),
  volume: Amount(),
});

/** A transfer that awaits confirmation. */
export const PendingTransaction = Type.Object({
  ...InputTransaction.properties,
  confirmations: Integer(),
  required: Integer(),
});

/** Why a transfer does not count for its order. */
export const SURPLUS_REASONS = ['WRONG_COIN', 'TOO_SMALL', 'LATE', 'SECOND'] as const;
/** open: it needs an address. held: the operator decides. kept: it was not worth its network fee. */
export const SURPLUS_STATES = ['arriving', 'open', 'held', 'returning', 'returned', 'kept'] as const;

/** A transfer to the order's address that the order does not use. */
export const SurplusTransaction = Type.Object({
  ...InputTransaction.properties,
  reason: OneOf([...SURPLUS_REASONS], {
    description:
      'WRONG_COIN: another than agreed. TOO_SMALL: too little to decide anything. LATE: after the end of a fixed price. ' +
      'SECOND: the order was served without it',
  }),
  state: OneOf([...SURPLUS_STATES], {
    description:
      'arriving: not confirmed yet. open: it can be given back as soon as somebody says where to (resolve). held: the ' +
      'operator has to decide. returning, returned: `refund` has the transaction once it is sent. kept: not worth its network fee',
  }),
  network_fee: Amount({ description: 'What giving it back costs now; 0 without a fresh price' }),
  refund_volume: Amount({ description: 'What would arrive if it were given back now; 0: too little' }),
});

export const ListedChild = Type.Object({
  chain: Type.String({ description: 'Receive asset chain name' }),
  abbr: Type.String({ description: 'Receive asset coin name' }),
  ratio: Amount({ description: 'Asset receipt ratio' }),
  amount: Amount({ description: 'Received asset value in USDT' }),
  price: Amount({ description: 'Real-time exchange rate (USDT)' }),
  volume: Amount({ description: 'Receive quantity' }),
  address: Type.String({ description: 'Wallet address' }),
});

export const QueriedChild = Type.Object({
  no: Type.String({ description: 'Main order number' }),
  ...ListedChild.properties,
  type: Type.String({ description: 'Receive asset protocol' }),
  group_ratio: Amount({ description: 'Share of its group' }),
  volume_origin: Amount({ description: 'Receive quantity as computed when the order was placed' }),
  status: Integer({ description: '1 to be paid, 2 paid, 3 completed' }),
  create_at: time('Creation time'),
  finish_at: time('Finish time'),
  output: Type.Union([Type.Array(OutputTransaction), Type.Null()], {
    description: 'Transfer records; null until the output is sent',
  }),
  network_fee: Amount({
    description: 'What paying it out costs, in the receive asset, taken off volume already. An addition',
  }),
});

const order = {
  no: Type.String({ description: 'Order number' }),
  query_code: Type.String(),
  chain: Type.String({ description: 'Source asset chain name' }),
  abbr: Type.String({ description: 'Source asset coin name' }),
  address: Type.String({ description: 'Deposit address' }),
  exchange_model: ExchangeMode,
  odr_volume: Amount({ description: 'Order quantity' }),
  rel_volume: Amount({ description: 'Actual quantity' }),
  addr_num: Integer({ description: 'Number of receiving addresses' }),
  price: Amount({ description: 'Price of the source asset in USDT' }),
  status: Integer({
    description:
      '1 waiting to send, 2 sent, 3 waiting to receive, 4 completed, 5 refunded, 7 frozen, 8 expired, 9 abandoned',
  }),
  create_at: time('Creation time'),
  expire_at: time('Expiration time'),
  payfor_at: time('Payment time'),
  accept_at: time('Acceptance time'),
  finish_at: time('Completion time'),
  freeze_at: time('Freeze time'),
  delete_at: time('Delete time'),
};

export const ListedOrder = Type.Object({
  ...order,
  children: Type.Array(ListedChild),
  input: Type.Array(InputTransaction),
  output: Type.Array(OutputTransaction),
});
export type ListedOrder = Static<typeof ListedOrder>;

export const QueriedOrder = Type.Object({
  ...order,
  type: Type.String({ description: 'Source asset protocol' }),
  children: Type.Array(QueriedChild),
  input: Type.Array(InputTransaction),
  output: Type.Array(OutputTransaction),
  refund: Type.Array(Refund),
  fulls: Type.Array(PendingTransaction),
  surplus: Type.Array(SurplusTransaction, {
    description:
      'Transfers to the address that do not count for the order; they are in input or fulls too. An addition',
  }),
  delayed: Type.Array(Type.Object({ chain: Type.String(), abbr: Type.String() }), {
    description:
      'Assets in which something of the order is still to be paid out or given back, while payouts in them are paused. ' +
      'Nothing is lost: it is sent when they go on. An addition',
  }),
  freeze_reason: Type.String({
    description:
      'Why it was frozen: LESS, MORE, LIMIT, LATE, SCREENING, OPERATOR; empty if it was not. An addition',
  }),
  resolution: Type.String({
    description:
      'What was decided about a frozen order: exchange, which waits for prices of after the decision, or refund; empty if nothing is. An addition',
  }),
  beyond_limits: Type.Boolean({
    description:
      'More came than a client may have exchanged: resolve takes refund alone, and only the operator exchanges it. An addition',
  }),
  refund_address: Type.String({ description: 'Where a refund would go; empty if nobody said. An addition' }),
  late_until: Integer({
    description: 'Until when a late deposit is still taken up, Unix seconds. An addition',
  }),
  payment_uri: Type.String({ description: 'The payment as a URI for wallets and QR codes. An addition' }),
});
export type QueriedOrder = Static<typeof QueriedOrder>;
