import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Integer, Text } from '../schema.ts';

/** An addition to the interface: where the account's commissions are to be paid, and in what. */

export const NamedPayoutAddress = Type.Object({
  chain: Type.String({ description: 'Chain name' }),
  abbr: Type.String({ description: 'Coin name' }),
  address: Type.String({ description: 'Where to, as its chain writes it' }),
  named_at: Integer({ description: 'When it was named' }),
  effective_at: Integer({ description: 'From when it counts' }),
});
export type NamedPayoutAddress = Static<typeof NamedPayoutAddress>;

export const PayoutAddressState = Type.Object({
  current: Type.Optional(NamedPayoutAddress),
  waiting: Type.Optional(NamedPayoutAddress),
});
export type PayoutAddressState = Static<typeof PayoutAddressState>;

export const PayoutAddressResponse = Envelope({ data: PayoutAddressState });

const Name = (description: string) => Text({ minLength: 1, maxLength: 1024 }, { description });

export const NamePayoutAddressRequest = Type.Object({
  chain: Name('Chain name, or its CAIP-2 id'),
  abbr: Name('Coin name, or the CAIP-19 id of the asset'),
  address: Name('Where to: an address of yours'),
});
export type NamePayoutAddressRequest = Static<typeof NamePayoutAddressRequest>;
