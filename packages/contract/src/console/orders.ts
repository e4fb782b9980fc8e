import Type, { type Static } from 'typebox';
import { ExchangeMode } from '../endpoints/exchange.ts';
import { Envelope } from '../envelope.ts';
import { Amount, Integer, OneOf, Text, Whole } from '../schema.ts';
import { AssetAmount, assetName, cursor, Next, Time } from './common.ts';

/** What one receiver gets of an order. */
export const OrderOutput = Type.Object({
  ...AssetAmount.properties,
  agreed: Amount({ description: 'As computed when the order was placed' }),
  state: OneOf(['agreed', 'owed', 'paid', 'not paid'], {
    description:
      'agreed: nothing is exchanged yet. owed: exchanged, and on its way. not paid: nothing was exchanged, or it was given back instead',
  }),
});

/** An order in a list. */
export const OrderLine = Type.Object({
  no: Type.String(),
  query_code: Type.String({ description: 'With dashes. It is the client’s secret: show it to nobody else' }),
  account: Type.String(),
  mode: ExchangeMode,
  status: Integer(),
  freeze_reason: Type.String({ description: 'Empty if it is not frozen' }),
  resolution: Type.String({ description: 'exchange or refund: decided, not done yet; else empty' }),
  from: Type.Object(AssetAmount.properties, { description: 'As agreed' }),
  received: Amount({ description: 'In the source asset; 0: nothing that counts' }),
  to: Type.Array(OrderOutput, { description: 'What the receivers get' }),
  value: Amount({ description: 'In USDT: what was agreed, or what arrived if it did' }),
  address: Type.String({ description: 'Deposit address' }),
  client_order_id: Type.String(),
  create_at: Time('Creation'),
  finish_at: Time('Completion'),
});
export type OrderLine = Static<typeof OrderLine>;

/**
 * GET /orders/find: what is exactly this, whatever it is; if nothing is, what begins like this, from four letters on; of the form
 * begin…end what ends so as well. At once, however many orders there are.
 */
export const FindOrdersRequest = Type.Object({
  text: Text(
    { minLength: 1, maxLength: 256 },
    {
      description:
        'Order number, query code, address (deposit, receiving, refund), transaction hash, or client_order_id',
    },
  ),
});
export type FindOrdersRequest = Static<typeof FindOrdersRequest>;
export const FoundOrder = Type.Object({
  by: OneOf([
    'order number',
    'query code',
    'deposit address',
    'receiving address',
    'refund address',
    'deposit transaction',
    'payment transaction',
    'client order id',
  ]),
  is_part: Type.Boolean({ description: 'It begins like this, and is not exactly this' }),
  order: OrderLine,
});
export type FoundOrder = Static<typeof FoundOrder>;
export const FindOrdersResponse = Envelope({
  data: Type.Array(FoundOrder, { description: 'Newest first, at most 100' }),
});

/** GET /orders: newest first. */
export const orderFilters = {
  status: Type.Optional(Whole({}, { description: 'Only orders with this status' })),
  chain: Type.Optional(assetName.chain),
  abbr: Type.Optional(assetName.abbr),
  side: Type.Optional(
    OneOf(['from', 'to', 'any'], { description: 'Which side chain and abbr are about', default: 'any' }),
  ),
  account: Type.Optional(Text({ minLength: 1, maxLength: 64 })),
  created_start: Type.Optional(Whole({}, { description: 'Inclusive' })),
  created_end: Type.Optional(Whole({}, { description: 'Exclusive' })),
};
export const ConsoleOrdersRequest = Type.Object({
  ...orderFilters,
  cursor,
  page_size: Type.Optional(Whole({ minimum: 1, maximum: 500 }, { default: 50 })),
});
export type ConsoleOrdersRequest = Static<typeof ConsoleOrdersRequest>;
export const ConsoleOrdersResponse = Envelope({
  data: Type.Object({
    orders: Type.Array(OrderLine),
    /** A page looks through so many orders and no more. So it can be short, even empty, and still go on. */
    next: Next,
  }),
});
export type ConsoleOrdersData = Static<typeof ConsoleOrdersResponse>['data'];

/** GET /orders/export: the same filters; text/csv, as a download, of at most 50,000 orders. */
export const ExportOrdersRequest = Type.Object(orderFilters);
export type ExportOrdersRequest = Static<typeof ExportOrdersRequest>;
export const MOST_EXPORTED = 50_000;
