/** Venues that can be traded at: their private interfaces are spoken to, and were tried, one by one. */
export const TRADING_VENUES = ['binance', 'kraken'] as const;
export type TradingVenueName = (typeof TRADING_VENUES)[number];

export function isTradingVenue(name: string): name is TradingVenueName {
  return (TRADING_VENUES as readonly string[]).includes(name);
}
