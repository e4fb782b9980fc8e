import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Integer } from '../schema.ts';

/** An addition to the interface: how long exchanges have taken here. */

export const PairDuration = Type.Object({
  from_chain: Type.String({ description: 'Source chain name' }),
  from_abbr: Type.String({ description: 'Source coin name' }),
  to_chain: Type.String({ description: 'Receive chain name' }),
  to_abbr: Type.String({ description: 'Receive coin name' }),
  orders: Integer({ description: 'How many orders this was measured on' }),
  half_s: Integer({
    description:
      'Half of them took no longer: seconds from the deposit being seen to the payout being confirmed',
  }),
  most_s: Integer({ description: 'Nine of ten took no longer' }),
});
export type PairDuration = Static<typeof PairDuration>;

export const DurationsResponse = Envelope({
  data: Type.Array(PairDuration, {
    description: 'Of pairs that had enough orders lately; nobody can tell of others',
  }),
});
