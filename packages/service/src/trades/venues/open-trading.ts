import type { VenueWorld } from '../../market/venues/venue.ts';
import type { VenueTimes } from '../../market/venues/venue-times.ts';
import type { TradingVenue } from '../trading-venue.ts';
import { binanceTrading } from './binance-trading.ts';
import { CcxtAccount, type VenueKey } from './ccxt-account.ts';
import type { TradingVenueName } from './known-trading.ts';
import { krakenTrading } from './kraken-trading.ts';

/** A venue to trade at. */
export interface TradedAt extends VenueKey {
  readonly name: TradingVenueName;
  readonly rest?: string;
}

const OPENERS: Readonly<Record<TradingVenueName, (account: CcxtAccount) => TradingVenue>> = {
  binance: binanceTrading,
  kraken: krakenTrading,
};

/** Opens our account at a venue; throws if what it needs is not installed. Nothing is asked of the venue yet. */
export async function openTrading(
  venue: TradedAt,
  world: VenueWorld,
  times: Partial<VenueTimes> = {},
): Promise<TradingVenue> {
  return OPENERS[venue.name](await CcxtAccount.open({ ...venue, world, times }));
}
