import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Amount, Integer, OneOf, Quantity, Text } from '../schema.ts';
import { NoInput, Nullable, Time } from './common.ts';

/** What the desk is long or short of, what venues hold for it, and what was traded there. */

export const VenueStock = Type.Object({
  venue: Type.String(),
  abbr: Type.String(),
  ledger: Amount(),
  told: Nullable(Amount({ description: 'What the venue says; null: it was never asked' })),
  difference: Amount({ description: 'What the venue says beyond the ledger' }),
  told_at: Time('Asked'),
});
export type VenueStock = Static<typeof VenueStock>;

export const VenueStanding = Type.Object({
  venue: Type.String(),
  halted_at: Time('Halted'),
  halt_why: Type.String(),
  away_since: Time('It cannot be asked since'),
  away_why: Type.String(),
  agreed_at: Time('It agreed with the ledger'),
});
export type VenueStanding = Static<typeof VenueStanding>;

export const ConsoleTrade = Type.Object({
  id: Integer(),
  venue: Type.String(),
  side: Type.String(),
  abbr: Type.String(),
  amount: Amount(),
  limit: Amount({ description: 'In USDT' }),
  state: Type.String(),
  why: Type.String(),
  filled: Amount(),
  value: Amount({ description: 'In USDT' }),
  planned_at: Time('Planned'),
});
export type ConsoleTrade = Static<typeof ConsoleTrade>;

/** GET /hedging */
export const HedgingRequest = NoInput;
export const HedgingResponse = Envelope({
  data: Type.Object({
    mode: Type.String({ description: 'off, dry-run or on; empty: nobody hedges' }),
    stopped: Type.String({ description: 'Why nothing is traded; empty: it is' }),
    at: Time('Looked at'),
    coins: Type.Array(
      Type.Object({
        abbr: Type.String(),
        exposure: Amount({ description: 'Long, below zero short' }),
        value: Nullable(Amount({ description: 'In USDT' })),
        waits: Type.String(),
      }),
    ),
    venues: Type.Array(VenueStanding),
    stocks: Type.Array(VenueStock),
    trades: Type.Array(ConsoleTrade, { description: 'The last 50' }),
  }),
});
export type HedgingData = Static<typeof HedgingResponse>['data'];

const venue = Text({ minLength: 1, maxLength: 64 });
const reason = Text({ minLength: 1, maxLength: 500 });

/** POST /hedging/begin: what the desk is long or short of now is where it should be. */
export const BeginHedgeRequest = Type.Object({ reason });

/** POST /venues/go: trade there again. */
export const VenueGoRequest = Type.Object({ venue, reason });

/** POST /venues/book: what was moved by hand, or traded and not known here. Without a coin: all that the venue said and the ledger lacks. */
export const BookVenueRequest = Type.Object({
  venue,
  abbr: Type.Optional(Text({ minLength: 1, maxLength: 64 })),
  amount: Type.Optional(Quantity({}, { description: 'Below zero: it left the venue' })),
  how: OneOf(['moved', 'traded']),
  reason,
});
