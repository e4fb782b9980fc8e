import Type, { type Static } from 'typebox';
import type { Decimal } from '../decimal.ts';
import { Envelope } from '../envelope.ts';
import { Factor } from '../factors.ts';
import { Amount, Quantity, Whole } from '../schema.ts';
import {
  entry,
  fitsItsVariant,
  LEAST_ASKED,
  MAX_ENTRIES,
  Markup,
  QuotedEntry,
  sourceAsset,
  sourceQuantity,
} from './exchange.ts';

/** How long a fixed quote can be ordered: the one place that says it to service, pages and texts. */
export const QUOTE_LIFETIME_S = 30;

const AskedEntry = Type.Object({
  ...entry,
  to_quantity: Type.Optional(
    Quantity(LEAST_ASKED, {
      description: 'Instead of from_quantity: what this entry is to receive at least, at its ratio',
    }),
  ),
});

const AskedEntries = Type.Refine(
  Type.Array(AskedEntry, { minItems: 1, maxItems: MAX_ENTRIES }),
  fitsItsVariant,
  () => 'with to_group_ratio, every entry needs to_address, to_ratio and to_group_ratio above 0',
);

const CalculateFields = Type.Object({
  ...sourceAsset,
  from_quantity: Type.Optional(sourceQuantity),
  to_quantity: Type.Optional(
    Quantity(LEAST_ASKED, {
      description:
        'Instead of from_quantity: what all entries are to receive together at least, of one coin on whatever chains. ' +
        'The answer is to the least source that gives it, and says that as from_quantity',
    }),
  ),
  to_address: AskedEntries,
  hold_s: Type.Optional(
    Whole(
      { minimum: QUOTE_LIFETIME_S, maximum: 86_400 },
      {
        description:
          'In fixed mode: how many seconds the calc_id is to hold, at the premium of that. The service says how many it gives at most',
        default: QUOTE_LIFETIME_S,
      },
    ),
  ),
  markup: Type.Optional(Markup),
  check_addresses: Type.Optional(
    Type.Boolean({
      description: 'Also refuse addresses that place would refuse, once the rest is right',
      default: false,
    }),
  ),
  show_costs: Type.Optional(
    Type.Boolean({
      description: 'Also answer with the prices and fees that the amounts come from',
      default: false,
    }),
  ),
});

export const CalculateRequest = Type.Refine(
  CalculateFields,
  asksOnce,
  () => 'from_quantity is required, or to_quantity in its place: of the request or of entries, one of these',
);
export type CalculateRequest = Static<typeof CalculateFields>;

/** One of the three ways to say how much, which no schema keyword can say. */
function asksOnce(request: CalculateRequest): boolean {
  const { from_quantity, to_quantity, to_address } = request;
  if (from_quantity !== undefined) return to_quantity === undefined && !to_address.some(isWanted);
  return (to_quantity !== undefined) !== to_address.some(isWanted);
}

function isWanted({ to_quantity }: Static<typeof AskedEntry>): boolean {
  return to_quantity !== undefined;
}

/** Whether a request says what is sent, as the interface has it, and not what is to be received. */
export function saysSource<Request extends CalculateRequest>(
  request: Request,
): request is Request & { readonly from_quantity: Decimal } {
  return request.from_quantity !== undefined;
}

/** How the amount of one receive entry comes about. */
const EntryCosts = Type.Object({
  price: Amount({ description: 'Price of the receive asset in USDT, for all that is bought of it here' }),
  fee_rate: Amount({ description: 'Service fee, as a part of 1' }),
  premium_rate: Amount({
    description:
      'What holding the price costs in fixed mode beside the service fee, as a part of 1; 0 in float mode',
  }),
  markup_rate: Amount({
    description: 'The markup that was named, as a part of 1; 0 if none was',
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
      'skew_rate − premium_rate − markup_rate) − network_fee, rounded down to 8 decimals',
  },
);
export type Costs = Static<typeof Costs>;

export const Calculation = Type.Object({
  min_from_quantity: Amount({ description: 'Minimum source amount' }),
  max_from_quantity: Amount({ description: 'Maximum source amount' }),
  from_quantity: Type.Optional(
    Amount({
      description: 'Where to_quantity was asked for: the least source that gives it, as place takes it',
    }),
  ),
  calc_id: Type.Optional(
    Type.String({ description: `Fixed mode only; expires after ${QUOTE_LIFETIME_S} seconds` }),
  ),
  to: Type.Array(QuotedEntry),
  costs: Type.Optional(Costs),
});
export type Calculation = Static<typeof Calculation>;

export const CalculateResponse = Envelope({ data: Calculation });
