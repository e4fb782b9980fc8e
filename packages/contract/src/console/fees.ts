import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Integer, OneOf, Text, Whole } from '../schema.ts';
import { HIGHEST_FEE_PPM } from './assets.ts';
import { assetName, NoInput } from './common.ts';

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

const asset = Type.Optional(Type.Object(assetName));

/** POST /fees/set: of a pair, of an amount, of an account with one of these. Orders placed before keep theirs. */
export const SetFeeRequest = Type.Object({
  mode: OneOf(['float', 'fixed']),
  fee_ppm: Whole({ minimum: 0, maximum: HIGHEST_FEE_PPM }),
  account: Type.Optional(Text({ maxLength: 64 }, { description: 'None: everybody' })),
  from: asset,
  to: asset,
  from_usdt: Whole({ minimum: 0, maximum: 1_000_000_000_000 }),
});
export type SetFeeRequest = Static<typeof SetFeeRequest>;

/** POST /fees/remove: what would count without it counts again. */
export const RemoveFeeRequest = Type.Object({ id: Whole({ minimum: 1 }) });
