import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Amount } from '../schema.ts';
import { Entries, QuotedEntry, source } from './exchange.ts';

/** How long a fixed quote can be ordered. */
export const CALC_ID_LIFETIME_S = 30;

export const CalculateRequest = Type.Object({ ...source, to_address: Entries });
export type CalculateRequest = Static<typeof CalculateRequest>;

export const Calculation = Type.Object({
  min_from_quantity: Amount({ description: 'Minimum source amount' }),
  max_from_quantity: Amount({ description: 'Maximum source amount' }),
  calc_id: Type.Optional(Type.String({ description: 'Fixed mode only; expires after 30 seconds' })),
  to: Type.Array(QuotedEntry),
});
export type Calculation = Static<typeof Calculation>;

export const CalculateResponse = Envelope({ data: Calculation });
