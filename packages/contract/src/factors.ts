import Type, { type Static } from 'typebox';
import { Amount, OneOf } from './schema.ts';

/** What an amount comes about by, in this order. */
export const FACTORS = [
  'part', // of what is sent, by the entry's share
  'source_price', // × the price of the source, for all that is sent: USDT from here on
  'fee', // − the service fee: so much of what the part is worth
  'skew', // − what is dearer because the treasury lacks it, of the same; below 0: cheaper
  'premium', // − what a fixed price costs, of the same
  'markup', // − what the partner who asked puts on top, of the same
  'receive_price', // ÷ the price of the receive asset, rounded down to its unit: in that from here on
  'network_fee', // − what the payout costs
  'rounding', // − what is left below the eighth decimal
] as const;

export const Factor = Type.Object({
  factor: OneOf([...FACTORS]),
  by: Amount({ description: 'What it is multiplied with, divided by, or what is taken off' }),
  result: Amount({ description: 'What is left after it, exactly' }),
});
export type Factor = Static<typeof Factor>;
