import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Amount, Integer, OneOf, Quantity } from '../schema.ts';
import { assetName, NoInput, Nullable, Time } from './common.ts';

/** Why nothing is quoted or exchanged in a coin; empty: it is. */
export const NO_QUOTE = [
  '',
  'missing',
  'old',
  'ahead',
  'jump',
  'frozen',
  'few',
  'peg',
  'thin',
  'spread',
] as const;

/** A price that jumped and waits to be confirmed. */
export const PendingPrice = Type.Object({
  price: Amount({ description: 'In USDT, as the source says it now' }),
  at: Time('When the source last said so'),
  since: Time('When it was first heard'),
  counts_after_s: Integer({
    description: 'The source must go on saying it for so long; 0: only an operator confirms it',
  }),
});
export type PendingPrice = Static<typeof PendingPrice>;

export const PriceState = Type.Object({
  abbr: Type.String(),
  price: Amount({ description: 'The last good one, in USDT' }),
  at: Time('When its source says that this was the price'),
  age_s: Integer(),
  unchanged_s: Integer({ description: 'For how long the source has said the very same' }),
  is_fresh: Type.Boolean({ description: 'False: nothing is quoted or exchanged at it' }),
  is_frozen: Type.Boolean({ description: 'It has stood still for too long, whether or not that stops it' }),
  no_quote: OneOf([...NO_QUOTE], { description: 'Why it is not quoted; empty: it is' }),
  no_fixed: OneOf([...NO_QUOTE], { description: 'Why it is not quoted at fixed prices; empty: it is' }),
  pending: Nullable(PendingPrice),
  source: Type.String({ description: 'The feed; "test" is a random walk and no market' }),
});
export type PriceState = Static<typeof PriceState>;

/** What a venue says of a coin. */
export const VenueState = Type.Object({
  venue: Type.String(),
  abbr: Type.String(),
  price: Nullable(Amount({ description: 'Halfway between its best bid and ask, in USDT' })),
  age_s: Nullable(Integer({ description: "By the venue's own time" })),
  counts: Type.Boolean(),
  why: Type.String({ description: 'Why it does not count, in words; empty: it does' }),
});
export type VenueState = Static<typeof VenueState>;

/** GET /prices */
export const ConsolePricesRequest = NoInput;
export const ConsolePricesResponse = Envelope({
  data: Type.Object({
    prices: Type.Array(PriceState, { description: 'Of coins that are switched on' }),
    max_age_s: Integer({ description: 'Older ones are not quoted' }),
    missing: Type.Array(Type.String(), { description: 'Coins that are switched on without any price' }),
    faults: Type.Array(Type.String(), { description: 'What is wrong in what the source says' }),
    venues: Type.Array(VenueState, {
      description: 'What venues say of these coins; none where nobody watches venues',
    }),
  }),
});
export type ConsolePricesData = Static<typeof ConsolePricesResponse>['data'];

/** POST /prices/confirm: quote a coin at its price that has jumped, or that stands still. */
export const ConfirmPriceRequest = Type.Object({
  abbr: assetName.abbr,
  price: Quantity({ exclusiveMinimum: '0' }),
});
export type ConfirmPriceRequest = Static<typeof ConfirmPriceRequest>;
