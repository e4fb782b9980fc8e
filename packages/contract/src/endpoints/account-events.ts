import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Amount, Integer, OneOf, Whole } from '../schema.ts';
import { EVENT_TYPES, OrderEvent } from './events.ts';

/** An addition to the interface: what happens to an account and all its orders, as one log. */

/** What its log can tell beside what happens to its orders. */
export const OWN_EVENT_TYPES = [
  'webhook.paused',
  'affiliate.address_changed',
  'affiliate.address_undone',
  'commission.settled',
  'commission.undone',
] as const;
export type OwnEventType = (typeof OWN_EVENT_TYPES)[number];

export const ACCOUNT_EVENT_TYPES = [...EVENT_TYPES, ...OWN_EVENT_TYPES] as const;
export type AccountEventType = (typeof ACCOUNT_EVENT_TYPES)[number];

export const DEFAULT_EVENTS = 100;
export const MAX_EVENTS = 1_000;

const after = Type.Optional(
  Whole({ minimum: 0 }, { description: 'The `account_number` of the last event that is known', default: 0 }),
);

export const AccountEventsRequest = Type.Object({
  after,
  limit: Type.Optional(
    Whole({ minimum: 1, maximum: MAX_EVENTS }, { description: 'How many at most', default: DEFAULT_EVENTS }),
  ),
});
export type AccountEventsRequest = Static<typeof AccountEventsRequest>;

export const AccountStreamRequest = Type.Object({ after });
export type AccountStreamRequest = Static<typeof AccountStreamRequest>;

export const AccountEvent = Type.Object({
  account_number: Integer({
    description: "The event's place in the account's log: 1, 2, 3, … without a gap",
  }),
  order_no: Type.String({ description: 'Number of the order that it is of; empty: of the account itself' }),
  ...OrderEvent.properties,
  number: Integer({
    description: "The event's place in the order's log: 1, 2, 3, … without a gap; 0: it is of no order",
  }),
  type: OneOf([...ACCOUNT_EVENT_TYPES], { description: 'What has happened' }),
  webhook_id: Type.Optional(Integer({ description: 'webhook.paused: which one' })),
  reason: Type.Optional(Type.String({ description: 'webhook.paused: its paused_why' })),
  usdt: Type.Optional(
    Amount({ description: 'commission.settled, .undone: what the commissions come to that were paid' }),
  ),
  address: Type.Optional(Type.String({ description: 'Where commissions are to be paid, or were' })),
  effective_at: Type.Optional(
    Integer({ description: 'affiliate.address_changed, .address_undone: from when that address counts' }),
  ),
});
export type AccountEvent = Static<typeof AccountEvent>;

export const AccountEventsResponse = Envelope({
  data: Type.Array(AccountEvent),
  next: Integer({ description: 'Go on after this number. Those up to it that are missing were archived' }),
  last: Integer({ description: 'The number of the newest event' }),
  paused_webhooks: Integer({
    description: 'How many webhooks of the account paused by themselves: /webhook/list says which, and why',
  }),
});
