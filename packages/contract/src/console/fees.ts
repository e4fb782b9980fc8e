import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Integer, OneOf } from '../schema.ts';
import { NoInput } from './common.ts';

/** A service fee of a pair, an amount, an account, or of several of these together. */
export const ConsoleFee = Type.Object({
  id: Integer({ description: 'By which `fee remove` takes it away' }),
  mode: OneOf(['float', 'fixed']),
  account: Type.String({ description: 'Empty: everybody' }),
  from: Type.String({ description: 'Chain and coin; empty: any pair' }),
  to: Type.String(),
  from_usdt: Integer({ description: 'What an order is worth at least; 0: any amount' }),
  fee_ppm: Integer({ description: 'In millionths, of all of the order' }),
});
export type ConsoleFee = Static<typeof ConsoleFee>;

/** GET /fees */
export const FeesRequest = NoInput;
export const FeesResponse = Envelope({ data: Type.Array(ConsoleFee) });
