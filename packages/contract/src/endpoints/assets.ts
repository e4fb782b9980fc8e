import Type, { type Static } from 'typebox';
import { ADDRESS_FAULTS } from '../address-faults.ts';
import { Envelope } from '../envelope.ts';
import { Amount, Integer, OneOf, Text } from '../schema.ts';

/** Additions to the interface: what can be exchanged, at which prices, to which addresses. */

export const NoParameters = Type.Object({});

export const ListedAsset = Type.Object({
  abbr: Type.String({ description: 'Coin name' }),
  name: Type.String({ description: 'What people call it' }),
  aliases: Type.Array(Type.String(), {
    description:
      'What else they call it, in small letters, for whoever searches: none is the abbr or the name of another coin',
  }),
  chain: Type.String({ description: 'Chain name' }),
  type: Type.String({ description: 'Protocol' }),
  decimal: Integer({ description: 'Decimal places on chain' }),
  send: Type.Boolean({ description: 'Can be sent to us' }),
  recv: Type.Boolean({ description: 'Can be received from us' }),
  disabled: Type.Boolean({ description: 'Can neither be sent to us nor received from us' }),
  disabled_send: Type.Boolean({ description: 'Cannot be sent to us' }),
  disabled_recv: Type.Boolean({ description: 'Cannot be received from us' }),
  payouts_paused: Type.Boolean({
    description: 'Nothing is paid out in it at the moment: orders are taken, and paid out when that goes on',
  }),
  contract: Type.String({ description: 'Token contract; empty for a native coin' }),
  caip19: Type.Optional(
    Type.String({
      description: 'Its name in CAIP-19, as on the main network; not there for an asset that has none',
    }),
  ),
  min: Amount({ description: 'Least source amount by configuration' }),
  max: Amount({ description: 'Largest source amount by configuration' }),
  confirmations: Integer({ description: 'Confirmations before a deposit counts' }),
});
export type ListedAsset = Static<typeof ListedAsset>;
export const AssetsResponse = Envelope({ data: Type.Array(ListedAsset) });
export const AssetsByChainResponse = Envelope({
  data: Type.Record(Type.String(), Type.Array(ListedAsset), { description: 'By chain name' }),
});

export const RecentPrice = Type.Object({
  abbr: Type.String(),
  price: Amount({ description: 'Price in USDT' }),
  timestamp: Integer({ description: 'When its source says that this was the price, Unix seconds' }),
  stable_coin: Type.Boolean(),
  source: Type.String({ description: 'The feed; "test" is a random walk and no market' }),
});
export type RecentPrice = Static<typeof RecentPrice>;
export const PricesResponse = Envelope({ data: Type.Array(RecentPrice) });

export const ValidateAddressRequest = Type.Object({
  chain: Text({ maxLength: 1024 }, { description: 'Chain name' }),
  abbr: Text({ maxLength: 1024 }, { description: 'Coin name' }),
  address: Text({ maxLength: 1024 }, { description: 'The address to check' }),
});
export type ValidateAddressRequest = Static<typeof ValidateAddressRequest>;
export const ValidateAddressResponse = Envelope({
  data: Type.Object({
    valid: Type.Boolean(),
    reason: Type.String({ description: 'Why not; empty if it is valid' }),
    fault: OneOf(['', ...ADDRESS_FAULTS], {
      description: 'The same in a word that stays the same for ever; empty if it is valid',
    }),
    chains: Type.Array(Type.String(), {
      description:
        'Of which other chains it is an address that can receive something here; empty if it is valid, or of none',
    }),
  }),
});
