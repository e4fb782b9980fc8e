import Type, { type Static } from 'typebox';
import { SURPLUS_REASONS } from '../endpoints/order.ts';
import { Envelope } from '../envelope.ts';
import { Integer, OneOf, Text, Whole } from '../schema.ts';
import { AssetAmount, NoInput, Time } from './common.ts';

/** What waits for somebody to decide: frozen orders, deposits that count for no order, payouts that cannot be signed, and losses that nobody has seen; and orders that wait for prices. */

export const QUEUE_KINDS = ['surplus', 'held', 'unclaimed'] as const;

export const QueueDeposit = Type.Object({
  id: Integer({ description: 'The deposit' }),
  kind: OneOf([...QUEUE_KINDS], {
    description:
      'surplus: its order cannot use it, and nobody has said where to. held: screening found something. unclaimed: it came ' +
      'to an address of ours that no order has',
  }),
  reason: OneOf(['', ...SURPLUS_REASONS], { description: 'Why it does not count; empty for unclaimed' }),
  order: Type.String({ description: 'Number of the order; empty: of none' }),
  ...AssetAmount.properties,
  txid: Type.String(),
  address: Type.String({ description: 'To which it came' }),
  detail: Type.String({ description: 'What screening said; empty if nothing' }),
  since: Time('Confirmed'),
  is_too_little: Type.Boolean({
    description: 'It is not worth its network fee as prices are now: nobody can give it back',
  }),
});
export type QueueDeposit = Static<typeof QueueDeposit>;

export const QueueLoss = Type.Object({
  order: Type.String({
    description:
      'Number of the order whose deposit was taken back; DEPOSIT-number if it came to no order and was given back',
  }),
  ...AssetAmount.properties,
  since: Time('Taken back'),
});

export const AWAITED_PRICES = ['none', 'before', 'jump', 'venues', 'stopped'] as const;

export const AwaitedPrice = Type.Object({
  abbr: Type.String({ description: 'The coin' }),
  why: OneOf([...AWAITED_PRICES], {
    description:
      'none: it has no price. before: it has none of after the decision. jump: it has jumped, and an operator has to confirm ' +
      'that. venues: it has jumped, and venues have to. stopped: its price is too old, or is not quoted',
  }),
});
export type AwaitedPrice = Static<typeof AwaitedPrice>;

export const QueueOrder = Type.Object({
  order: Type.String({ description: 'Number of the order' }),
  ...AssetAmount.properties,
  since: Time('Decided'),
  awaits: Type.Array(AwaitedPrice, { description: 'The coins at whose prices it is not exchanged yet' }),
});

export const FrozenOrder = Type.Object({
  order: Type.String({ description: 'Number of the order' }),
  reason: Type.String({ description: 'Why: LESS, MORE, LIMIT, LATE, SCREENING, OPERATOR' }),
  ...AssetAmount.properties,
  since: Time('Frozen'),
  resolution: Type.String({ description: 'exchange or refund: decided, not done yet; else empty' }),
});
export type FrozenOrder = Static<typeof FrozenOrder>;

export const UnpayablePayout = Type.Object({
  payout: Integer(),
  order: Type.String({ description: 'Number of the order; empty: it is the treasury’s own' }),
  ...AssetAmount.properties,
  why: Type.String({ description: 'What is in its way' }),
  since: Time('Waiting'),
});
export type UnpayablePayout = Static<typeof UnpayablePayout>;

/** GET /queue. The oldest first, some hundreds at most. */
export const QueueRequest = NoInput;
export const QueueResponse = Envelope({
  data: Type.Object({
    frozen: Type.Array(FrozenOrder, { description: 'First those that nobody has decided' }),
    deposits: Type.Array(QueueDeposit),
    unpayable: Type.Array(UnpayablePayout),
    losses: Type.Array(QueueLoss),
    orders: Type.Array(QueueOrder, {
      description:
        'To be exchanged since more than a minute, at prices of after that was decided, and waiting for these',
    }),
  }),
});
export type QueueData = Static<typeof QueueResponse>['data'];

/** POST /queue/preview: what would arrive if a deposit were given back now. Changes nothing. */
export const PreviewGiveBackRequest = Type.Object({
  deposit: Whole({ minimum: 1 }),
  address: Text({ minLength: 1, maxLength: 1024 }),
});
export type PreviewGiveBackRequest = Static<typeof PreviewGiveBackRequest>;
export const PreviewGiveBackResponse = Envelope({
  data: Type.Object({
    address: Type.String({ description: "In the chain's own form" }),
    came: AssetAmount,
    fee: AssetAmount,
    arrives: AssetAmount,
  }),
});
export type PreviewGiveBackData = Static<typeof PreviewGiveBackResponse>['data'];

/** POST /queue/give-back: to this address, less the network fee, whatever screening said. */
export const GiveBackRequest = Type.Object({
  ...PreviewGiveBackRequest.properties,
  reason: Text({ minLength: 1, maxLength: 500 }),
});
export type GiveBackRequest = Static<typeof GiveBackRequest>;

/** POST /losses/acknowledge: the alarm about what an order lost ends; the books keep it. */
export const AcknowledgeLossRequest = Type.Object({ no: Text({ minLength: 1, maxLength: 32 }) });
export type AcknowledgeLossRequest = Static<typeof AcknowledgeLossRequest>;
