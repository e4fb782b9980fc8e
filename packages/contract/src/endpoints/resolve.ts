import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Integer, OneOf, Text } from '../schema.ts';
import { QueryRequest } from './query.ts';

/** Additions to the interface: what a client can do about an order of theirs. */

const OrderState = Type.Object({
  no: Type.String({ description: 'Order number' }),
  status: Integer({ description: 'Order status as of now; what was asked for may take a moment' }),
});

const managed = {
  ...QueryRequest.properties,
  manage_code: Type.Optional(
    Text(
      { maxLength: 128 },
      { description: 'From the answer to placing it. Not needed where the account that placed it signs' },
    ),
  ),
};

export const CancelRequest = Type.Object(managed);
export const CancelResponse = Envelope({ data: OrderState });

export const ResolveRequest = Type.Object({
  ...managed,
  action: OneOf(['exchange', 'refund'], {
    description:
      'exchange: what arrived, at the float rate of now; refund: send it back, less the network fee',
  }),
  refund_address: Type.Optional(
    Text({ maxLength: 1024 }, { description: 'Where to send a refund, if the order does not know it yet' }),
  ),
});
export type ResolveRequest = Static<typeof ResolveRequest>;
export const ResolveResponse = Envelope({ data: OrderState });
