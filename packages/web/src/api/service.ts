import type { ServiceInfo } from '@swapdesk/contract';
import type { Known } from '../design/known.ts';
import { type Exact, get } from './call.ts';

type WireInfo = Exact<
  ServiceInfo,
  'float_fee' | 'fixed_fee' | 'quote_lifetime' | 'float_lifetime' | 'fixed_lifetime'
>;

export type Mode = 'float' | 'fixed';

/** What this service is. */
export interface Service {
  /** True where all chains are simulated: the coins are worth nothing, and orders can be paid by a button. */
  readonly isSimulated: boolean;
  readonly priceSource: string;
  /** How long a fixed quote can be ordered. */
  readonly quoteLifetimeS: number;
  /** How long an order waits for its payment. */
  readonly lifetimeS: Readonly<Record<Mode, number>>;
  /** The general service fees, in percent; single coins may differ. */
  readonly feePercent: Readonly<Record<Mode, string>>;
  readonly known: Known;
}

export async function loadService(): Promise<Service> {
  const info = (await get('/openapi/service')) as WireInfo;
  return {
    isSimulated: info.is_simulated,
    priceSource: info.price_source,
    quoteLifetimeS: info.quote_lifetime.toInteger() as number,
    lifetimeS: {
      float: info.float_lifetime.toInteger() as number,
      fixed: info.fixed_lifetime.toInteger() as number,
    },
    feePercent: {
      float: info.float_fee.shift(2).toString(),
      fixed: info.fixed_fee.shift(2).toString(),
    },
    known: {
      explorers: new Map(
        info.chains.map(({ name, explorer, address_explorer }) => [
          name,
          { transaction: explorer, address: address_explorer },
        ]),
      ),
      sampleAddresses: new Map(info.chains.map(({ name, sample_address }) => [name, sample_address])),
      marks: new Map(info.coins.map(({ abbr, colour, sign }) => [abbr, { colour, sign }])),
    },
  };
}
