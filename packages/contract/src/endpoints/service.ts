import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Amount, Integer, OneOf } from '../schema.ts';

/** An addition to the interface: what the service that answers is. */

const seconds = (description: string) => Integer({ description: `${description}, in seconds` });

const ChainInfo = Type.Object({
  name: Type.String({ description: 'Chain name' }),
  explorer: Type.String({
    description:
      'A transaction can be looked at where its id is put behind this; empty where nobody shows it',
  }),
  address_explorer: Type.String({ description: 'The same of an address' }),
  sample_address: Type.String({
    description: 'An address to try things with; empty where the coins are real',
  }),
});

const CoinInfo = Type.Object({
  abbr: Type.String({ description: 'Coin name' }),
  colour: Type.String({ description: 'Of its picture' }),
  sign: Type.String({ description: 'What is drawn on it: an SVG path in a circle of 32 units' }),
});

export const ServiceInfo = Type.Object({
  network: OneOf(['test', 'regtest', 'main'], { description: 'Whose addresses it takes and gives' }),
  is_simulated: Type.Boolean({ description: 'All chains are simulated: the coins are worth nothing' }),
  price_source: Type.String({ description: 'The feed; "test" is a random walk and no market' }),
  float_fee: Amount({ description: 'General service fee of float orders; single assets may differ' }),
  fixed_fee: Amount({ description: 'General service fee of fixed orders; single assets may differ' }),
  quote_lifetime: seconds('How long a fixed quote can be ordered'),
  longest_hold: seconds('How long at most, with hold_s'),
  float_lifetime: seconds('How long a float order waits for its deposit'),
  fixed_lifetime: seconds('How long a fixed order waits for its deposit'),
  chains: Type.Array(ChainInfo, { description: 'What pages show of chains' }),
  coins: Type.Array(CoinInfo, { description: 'What pages show of coins' }),
});
export type ServiceInfo = Static<typeof ServiceInfo>;

export const ServiceResponse = Envelope({ data: ServiceInfo });
