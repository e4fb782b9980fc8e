import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Amount, Integer } from '../schema.ts';
import { NoInput, Time } from './common.ts';

export const PriceState = Type.Object({
  abbr: Type.String(),
  price: Amount({ description: 'In USDT' }),
  at: Time('When the feed read it'),
  age_s: Integer(),
  is_fresh: Type.Boolean({ description: 'False: nothing is quoted or exchanged at it' }),
  source: Type.String({ description: 'The feed; "test" is a random walk and no market' }),
});
export type PriceState = Static<typeof PriceState>;

/** GET /prices */
export const ConsolePricesRequest = NoInput;
export const ConsolePricesResponse = Envelope({
  data: Type.Object({
    prices: Type.Array(PriceState),
    max_age_s: Integer({ description: 'Older ones are not quoted' }),
    missing: Type.Array(Type.String(), { description: 'Coins of the catalogue without any price' }),
  }),
});
export type ConsolePricesData = Static<typeof ConsolePricesResponse>['data'];
