import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Integer, Whole } from '../schema.ts';
import { OrderEvent } from './events.ts';

/** An addition to the interface: what happens to all orders of an account, as one log. */

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
  order_no: Type.String({ description: 'Number of the order that it is of' }),
  ...OrderEvent.properties,
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
