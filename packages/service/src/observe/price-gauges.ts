import { Gauge, type Registry } from 'prom-client';
import type { WatchedPrice } from '../pricing/judge-price.ts';
import type { Market } from '../pricing/terms.ts';
import { coinPrices } from './price-states.ts';

/** Gauges of the prices of coins that are switched on, and how they are set. */
export function priceGauges(registry: Registry): (prices: readonly WatchedPrice[], market: Market) => void {
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name: `swapdesk_price_${name}`, help, labelNames, registers: [registry] });
  const age = gauge('age_seconds', 'How old the last good price of a coin is, by its source', 'coin');
  const unchanged = gauge(
    'unchanged_seconds',
    'How long the source of a price has said the very same',
    'coin',
  );
  const stopped = gauge(
    'stopped',
    '1: nothing is quoted in the coin in this mode, nor exchanged if that is float; swapdesk_price_stop_cause says why',
    'coin',
    'mode',
  );
  const cause = gauge(
    'stop_cause',
    '1: why nothing is quoted in the coin in this mode',
    'coin',
    'mode',
    'cause',
  );
  const jumped = gauge(
    'jumped',
    '1: the price of the coin has jumped and waits to be confirmed',
    'coin',
    'mode',
  );
  return (prices, { catalogue, settings, now }) => {
    for (const each of [age, unchanged, stopped, cause, jumped]) each.reset();
    for (const coinPrice of coinPrices(prices, catalogue, settings, now)) {
      const { abbr: coin, price, noQuote, noFixed, isNeeded } = coinPrice;
      if (!isNeeded) continue;
      for (const [mode, why] of Object.entries({ float: noQuote, fixed: noFixed })) {
        stopped.set({ coin, mode }, why === null ? 0 : 1);
        jumped.set({ coin, mode }, why === 'jump' ? 1 : 0);
        if (why !== null) cause.set({ coin, mode, cause: why }, 1);
      }
      if (price === null) continue;
      age.set({ coin }, now - price.at);
      unchanged.set({ coin }, Math.max(0, price.at - price.changedAt));
    }
  };
}
