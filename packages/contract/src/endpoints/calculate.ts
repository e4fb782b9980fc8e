import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Factor } from '../factors.ts';
import { Amount } from '../schema.ts';
import { Entries, QuotedEntry, source } from './exchange.ts';

/** How long a fixed quote can be ordered: the one place that says it to service, pages and texts. */
export const QUOTE_LIFETIME_S = 30;

export const CalculateRequest = Type.Object({
  ...source,
  to_address: Entries,
  show_costs: Type.Optional(
    Type.Boolean({
      description: 'Also answer with the prices and fees that the amounts come from',
      default: false,
    }),
  ),
});
export type CalculateRequest = Static<typeof CalculateRequest>;

/** How the amount of one receive entry comes about. */
const EntryCosts = Type.Object({
  price: Amount({ description: 'Price of the receive asset in USDT, for all that is bought of it here' }),
  fee_rate: Amount({ description: 'Service fee, as a part of 1' }),
  premium_rate: Amount({
    description:
      'What holding the price costs in fixed mode beside the service fee, as a part of 1; 0 in float mode',
  }),
  skew_rate: Amount({
    description:
      'What it costs more because the service is short of the receive asset or has plenty of the source, as a part of 1; below 0: less, for the opposite',
  }),
  network_fee: Amount({ description: 'What the payout costs, in the receive asset' }),
  payouts_paused: Type.Boolean({
    description: 'Nothing is paid out in the receive asset at the moment: an order would wait for that',
  }),
  factors: Type.Array(Factor, {
    description:
      'Every step from what is sent to to_quantity, in its order; each result follows from the one before',
  }),
});
export type EntryCosts = Static<typeof EntryCosts>;

const Costs = Type.Object(
  {
    price: Amount({ description: 'Price of the source asset in USDT, for so much of it' }),
    to: Type.Array(EntryCosts),
  },
  {
    description:
      'With show_costs: to_quantity = from_quantity × share × price ÷ price of the entry × (1 − fee_rate − ' +
      'skew_rate − premium_rate) − network_fee, rounded down to 8 decimals',
  },
);
export type Costs = Static<typeof Costs>;

export const Calculation = Type.Object({
  min_from_quantity: Amount({ description: 'Minimum source amount' }),
  max_from_quantity: Amount({ description: 'Maximum source amount' }),
  calc_id: Type.Optional(
    Type.String({ description: `Fixed mode only; expires after ${QUOTE_LIFETIME_S} seconds` }),
  ),
  to: Type.Array(QuotedEntry),
  costs: Type.Optional(Costs),
});
export type Calculation = Static<typeof Calculation>;

export const CalculateResponse = Envelope({ data: Calculation });
