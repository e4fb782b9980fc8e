import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Integer, Whole } from '../schema.ts';
import { NoInput, Time } from './common.ts';

/** A payment of ours that no block has for good. */
export const ConsolePayment = Type.Object({
  id: Integer(),
  chain: Type.String(),
  purpose: Type.String(),
  state: Type.String(),
  signed_at: Time('First signed'),
  bumps: Integer({ description: 'How often it was replaced' }),
  cancel_asked_at: Time('It is being taken back'),
  refused_at: Time('Since when the network refuses it'),
  orders: Type.Array(Type.String(), { description: 'That it pays' }),
});
export type ConsolePayment = Static<typeof ConsolePayment>;

/** GET /payments: under way, oldest first. */
export const PaymentsRequest = NoInput;
export const PaymentsResponse = Envelope({ data: Type.Array(ConsolePayment) });

/** POST /payments/cancel: what it spends comes back to the treasury; its orders freeze. */
export const CancelPaymentRequest = Type.Object({ id: Whole({ minimum: 1 }) });
