import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Amount, Integer, OneOf, Text } from '../schema.ts';
import {
  entry,
  fitsItsVariant,
  MAX_ENTRIES,
  Markup,
  QuotedEntry,
  sourceAsset,
  sourceQuantity,
} from './exchange.ts';

const PlaceEntry = Type.Object({
  ...entry,
  to_address: Text({ maxLength: 1024 }, { description: 'Receiving address' }),
  to_memo: Type.Optional(Text({ maxLength: 256 }, { description: 'Memo or tag of the receiving address' })),
});

const PlaceEntries = Type.Refine(
  Type.Array(PlaceEntry, { minItems: 1, maxItems: MAX_ENTRIES }),
  fitsItsVariant,
  () => 'with to_group_ratio, every entry needs to_ratio and to_group_ratio above 0',
);

export const PlaceRequest = Type.Object({
  ...sourceAsset,
  from_quantity: sourceQuantity,
  calc_id: Type.Optional(Text({ maxLength: 4096 }, { description: 'The fixed quote that this order takes' })),
  to_address: PlaceEntries,
  refund_address: Type.Optional(Text({ maxLength: 1024 }, { description: 'Where a refund would go' })),
  refund_memo: Type.Optional(Text({ maxLength: 256 })),
  ref_code: Type.Optional(
    Text({ maxLength: 128 }, { description: 'Referral code; the Ref-Code header wins' }),
  ),
  markup: Type.Optional(Markup),
  client_order_id: Type.Optional(
    Text({ minLength: 1, maxLength: 128 }, { description: 'Your own id of the order, unique per account' }),
  ),
  on_mismatch: Type.Optional(
    OneOf(['ask', 'exchange', 'refund'], {
      description: 'What to do with a deposit that is not as agreed',
      default: 'ask',
    }),
  ),
});
export type PlaceRequest = Static<typeof PlaceRequest>;

export const PlacedOrder = Type.Object({
  order_no: Type.String({ description: 'Order number' }),
  no: Type.String({ description: 'The same order number' }),
  query_code: Type.String({ description: 'Query code: lets one read the order, nothing more' }),
  manage_code: Type.Optional(
    Type.String({
      description:
        'Lets one cancel and resolve the order: keep it, it is told to whoever placed the order alone',
    }),
  ),
  address: Type.String({ description: 'Deposit address for the source asset' }),
  memo: Type.String({ description: 'Memo to send along; empty where the chain needs none' }),
  from_quantity: Amount({ description: 'What to send' }),
  expire_at: Integer({ description: 'Until when to send it, Unix seconds' }),
  to: Type.Array(QuotedEntry),
  payment_uri: Type.String({ description: 'The payment as a URI for wallets and QR codes' }),
  status_url: Type.String({
    description:
      'The page of the order, for a person; the manage code is behind its #, which no server is told',
  }),
});
export type PlacedOrder = Static<typeof PlacedOrder>;

export const PlaceResponse = Envelope({ data: PlacedOrder });
