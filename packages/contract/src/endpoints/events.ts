import Type, { type Static } from 'typebox';
import { Amount, Integer, OneOf, Whole } from '../schema.ts';
import { QueryRequest } from './query.ts';

/** An addition to the interface: what happens to an order, as it happens. */

/**
 * What an event can tell. Of transfers: undone means that its block is gone, vanished that no node knows it any more, surplus
 * that it does not count for the order: the order's `surplus` says why; redirected that operators send it to another address
 * than was agreed, refunded that its part is given back instead.
 */
export const EVENT_TYPES = [
  'order.status',
  'deposit.seen',
  'deposit.mined',
  'deposit.confirmed',
  'deposit.undone',
  'deposit.vanished',
  'deposit.surplus',
  'payout.sent',
  'payout.confirmed',
  'payout.undone',
  'payout.redirected',
  'payout.refunded',
  'refund.sent',
  'refund.confirmed',
  'refund.undone',
  'refund.redirected',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export const EventsRequest = Type.Object({
  ...QueryRequest.properties,
  after: Type.Optional(
    Whole(
      { minimum: 0 },
      {
        description: 'The number of the last event that is known; the header Last-Event-ID wins',
        default: 0,
      },
    ),
  ),
});
export type EventsRequest = Static<typeof EventsRequest>;

export const OrderEvent = Type.Object({
  number: Integer({ description: "The event's place in the order's log: 1, 2, 3, … without a gap" }),
  type: OneOf([...EVENT_TYPES], { description: 'What has happened' }),
  at: Integer({ description: 'When, Unix seconds' }),
  status: Type.Optional(Integer({ description: 'order.status: the status that the order has now' })),
  previous_status: Type.Optional(Integer({ description: 'order.status: the one that it had' })),
  chain: Type.Optional(Type.String({ description: 'Of a transfer: its chain' })),
  abbr: Type.Optional(Type.String({ description: 'Of a transfer: its coin' })),
  txid: Type.Optional(Type.String({ description: 'Of a transfer: its transaction' })),
  volume: Type.Optional(Amount({ description: 'Of a transfer: its amount' })),
});
export type OrderEvent = Static<typeof OrderEvent>;
