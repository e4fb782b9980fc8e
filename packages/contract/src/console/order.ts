import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Factor } from '../factors.ts';
import { Amount, Integer, OneOf, Text } from '../schema.ts';
import { AssetAmount, AuditEntry, Nullable, Time } from './common.ts';
import { OrderLine } from './orders.ts';

const no = Text({ minLength: 1, maxLength: 32 }, { description: 'Order number' });

/** GET /order: everything about one order. */
export const OrderFileRequest = Type.Object({ no });
export type OrderFileRequest = Static<typeof OrderFileRequest>;

export const FileEntry = Type.Object({
  chain: Type.String(),
  abbr: Type.String(),
  address: Type.String(),
  memo: Type.String(),
  share: Amount({ description: 'Of the source amount' }),
  price: Amount({ description: 'Of the receive asset, USDT' }),
  fee_ppm: Integer({ description: 'Service fee in millionths' }),
  fee: Amount({ description: 'Service fee taken, in the receive asset; 0 until it is exchanged' }),
  network_fee: Amount({ description: 'In the receive asset' }),
  amount: Amount({ description: 'To be paid out' }),
  amount_origin: Amount({ description: 'As computed when the order was placed' }),
  status: Integer({ description: '1 to be paid, 2 paid, 3 completed' }),
  finish_at: Time('Finished'),
  factors: Type.Array(Factor, { description: 'How the amount comes about' }),
});

export const FileDeposit = Type.Object({
  id: Integer(),
  ...AssetAmount.properties,
  txid: Type.String(),
  index: Integer({ description: 'Of the transfer in its transaction' }),
  sources: Type.Array(Type.String(), { description: 'Who sent it, as far as the chain tells' }),
  memo: Type.String({ description: 'What was said with it, where chains have memos that are read: Solana' }),
  references: Type.Array(Type.String(), {
    description: 'Keys that it names so that somebody finds it again (Solana Pay)',
  }),
  state: OneOf(['seen', 'mined', 'confirmed', 'gone']),
  fate: OneOf(['', 'exchange', 'refund'], { description: 'What becomes of it; empty: not decided' }),
  height: Nullable(Integer()),
  confirmations: Integer(),
  required: Integer(),
  seen_at: Time('First seen'),
  mined_at: Time('Time of its block'),
  confirmed_at: Time('Deep enough'),
});

export const FilePayout = Type.Object({
  id: Integer(),
  purpose: OneOf(['output', 'refund', 'entry_refund'], {
    description: 'entry_refund: what is given back instead of an output that could not be paid',
  }),
  part: Integer({ description: 'The entry; of a refund, the deposit that it gives back' }),
  ...AssetAmount.properties,
  address: Type.String(),
  memo: Type.String(),
  state: OneOf(['ready', 'signed', 'confirmed', 'failed', 'refunded'], {
    description: 'refunded: not paid, its part is given back instead',
  }),
  payment: Nullable(Integer({ description: 'id of the payment that carries it' })),
  created_at: Time('Decided'),
  finish_at: Time('Arrived'),
});

/** An attempt of a payment: a transaction of ours. All are here; of one payment at most one is ever mined. */
export const FilePayment = Type.Object({
  id: Integer(),
  chain: Type.String(),
  txid: Type.String(),
  raw: Type.String({ description: 'Its bytes, hex' }),
  sources: Type.Array(Type.String()),
  fee: Amount({ description: 'In the native coin; the most it can cost until it is mined' }),
  fee_abbr: Type.String(),
  state: OneOf(['signed', 'sent', 'mined', 'confirmed', 'replaced', 'expired']),
  is_failed: Type.Boolean({ description: 'In a block, but only its fee was paid' }),
  height: Nullable(Integer()),
  nonce: Nullable(Integer()),
  replaces: Nullable(Integer()),
  signed_at: Time('Signed'),
  sent_at: Time('Sent, last time'),
  refused_at: Time('Refused by the network since'),
  confirmed_at: Time('Deep enough'),
});

export const FileEvent = Type.Object({
  at: Time('When'),
  from_status: Integer(),
  to_status: Integer(),
  reason: Type.String(),
});

export const FileLedgerEntry = Type.Object({
  id: Integer(),
  posting: Integer({ description: 'Entries with the same number belong together and add up to zero' }),
  at: Time('When'),
  account: Type.String(),
  ...AssetAmount.properties,
  why: Type.String(),
});

export const FileScreening = Type.Object({
  chain: Type.String(),
  address: Type.String(),
  is_hit: Type.Boolean(),
  detail: Type.String(),
  at: Time('Asked'),
});

export const Note = Type.Object({
  at: Time('Written'),
  operator: Type.String(),
  text: Type.String(),
});

export const ORDER_ACTIONS = ['freeze', 'release', 'refund', 'retry'] as const;
export type OrderAction = (typeof ORDER_ACTIONS)[number];

export const OrderFile = Type.Object({
  order: Type.Object({
    ...OrderLine.properties,
    price: Amount({ description: 'Of the source asset, USDT' }),
    min: Amount({ description: 'Limits that held when it was placed' }),
    max: Amount(),
    tolerance: Amount(),
    on_mismatch: OneOf(['ask', 'exchange', 'refund']),
    refund_address: Type.String(),
    refund_memo: Type.String(),
    ref_code: Type.String({ description: 'Empty: none' }),
    commission: Amount({ description: 'Of the affiliate, USDT' }),
    expire_at: Time('Expiration'),
    late_until: Time('A late deposit is taken up until'),
    payfor_at: Time('Payment seen'),
    accept_at: Time('Accepted'),
    freeze_at: Time('Frozen'),
    delete_at: Time('Abandoned'),
  }),
  entries: Type.Array(FileEntry),
  deposits: Type.Array(FileDeposit),
  payouts: Type.Array(FilePayout),
  payments: Type.Array(FilePayment),
  history: Type.Array(FileEvent),
  ledger: Type.Array(FileLedgerEntry, {
    description: "The order's own account: what we owe to it is negative",
  }),
  screening: Type.Array(FileScreening, { description: 'What is known of the addresses it has to do with' }),
  notes: Type.Array(Note),
  acts: Type.Array(AuditEntry, { description: 'What operators did to it' }),
  actions: Type.Array(OneOf([...ORDER_ACTIONS]), { description: 'What can be done with it now' }),
});
export type OrderFile = Static<typeof OrderFile>;
export const OrderFileResponse = Envelope({ data: OrderFile });

/** POST /order/preview: what an action would do if it were done now. Changes nothing. */
export const PreviewActionRequest = Type.Object({
  no,
  action: OneOf([...ORDER_ACTIONS]),
  refund_address: Type.Optional(Text({ maxLength: 1024 })),
});
export type PreviewActionRequest = Static<typeof PreviewActionRequest>;

export const Consequence = Type.Object({
  what: OneOf([
    'stays as it is', // freeze: a payout that is signed already and goes out all the same
    'is stopped', // freeze: a payout that is not signed
    'is paid out', // release: to a receiver
    'is given back', // refund: to the refund address
    'is the network fee', // refund: what is kept of the deposit for it
    'stays with the treasury', // refund: a deposit that is not worth its fee
    'is tried again', // retry: a payout that failed
    'is not paid there', // redirect: where it should have gone
    'is free now', // withdrawal: before it
    'is withdrawn', // withdrawal: out of the treasury
    'stays free', // withdrawal: after it
    'settled', // settlement: so many orders
    'is due for them', // settlement: their commissions
    'is the price', // settlement: at which these are turned into what is paid
    'was paid', // payout paid: by the transaction that is named
    'is borne by the treasury', // payout paid: more than was owed, or to somebody whom no payout explains
    'is kept by the treasury', // payout paid: less than was owed
  ]),
  ...AssetAmount.properties,
  address: Type.String({ description: 'To whom; empty: nobody' }),
});
export type Consequence = Static<typeof Consequence>;

export const PreviewActionResponse = Envelope({
  data: Type.Object({
    is_possible: Type.Boolean(),
    why_not: Type.String({ description: 'Empty if it is possible' }),
    status_after: Integer({ description: 'The status that it leads to' }),
    consequences: Type.Array(Consequence),
    /** Prices move: what is exchanged later is exchanged at the rate of then. */
    at_price: Amount({ description: 'Of the source asset in USDT; 0 where no price matters' }),
  }),
});
export type PreviewActionData = Static<typeof PreviewActionResponse>['data'];

/** POST /order/freeze, /order/release, /order/retry. A reason, for the audit log. */
export const OrderActRequest = Type.Object({
  no,
  reason: Type.Optional(Text({ maxLength: 500 })),
});
export type OrderActRequest = Static<typeof OrderActRequest>;

/** POST /order/refund */
export const RefundOrderRequest = Type.Object({
  ...OrderActRequest.properties,
  refund_address: Type.Optional(
    Text(
      { maxLength: 1024 },
      { description: 'If the order has none, or another: then somebody else confirms it' },
    ),
  ),
});
export type RefundOrderRequest = Static<typeof RefundOrderRequest>;
export const RefundOrderResponse = Envelope({
  data: Type.Object({
    proposal: Integer({ description: '0: it is done, to the address that the client gave' }),
  }),
});

/** POST /order/note */
export const NoteRequest = Type.Object({ no, text: Text({ minLength: 1, maxLength: 2_000 }) });
export type NoteRequest = Static<typeof NoteRequest>;
