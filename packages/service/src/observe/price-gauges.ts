import { Gauge, type Registry } from 'prom-client';
import type { WatchedPrice } from '../pricing/judge-price.ts';
import type { Market } from '../pricing/terms.ts';
import { coinPrices } from './price-states.ts';

/** Gauges of the prices of coins that are switched on, and how they are set. */
export function priceGauges(registry: Registry): (prices: readonly WatchedPrice[], market: Market) => void {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `swapdesk_price_${name}`, help, labelNames: ['coin'], registers: [registry] });
  const age = gauge('age_seconds', 'How old the last good price of a coin is, by its source');
  const unchanged = gauge('unchanged_seconds', 'How long the source of a price has said the very same');
  const stopped = gauge(
    'stopped',
    '1: nothing is quoted or exchanged in the coin: its price is missing or too old, has jumped or is frozen',
  );
  const jumped = gauge('jumped', '1: the price of the coin has jumped and waits to be confirmed');
  return (prices, { catalogue, settings, now }) => {
    for (const each of [age, unchanged, stopped, jumped]) each.reset();
    for (const { abbr: coin, price, noQuote, isNeeded } of coinPrices(prices, catalogue, settings, now)) {
      if (!isNeeded) continue;
      stopped.set({ coin }, noQuote === null ? 0 : 1);
      jumped.set({ coin }, noQuote === 'jump' ? 1 : 0);
      if (price === null) continue;
      age.set({ coin }, now - price.at);
      unchanged.set({ coin }, Math.max(0, price.at - price.changedAt));
    }
  };
}
