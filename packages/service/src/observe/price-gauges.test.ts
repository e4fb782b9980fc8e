import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import type { Asset, CatalogueChain } from '../catalog/catalogue.ts';
import { DEFAULT_SETTINGS } from '../catalog/settings.ts';
import { ONE } from '../money/fixed.ts';
import type { WatchedPrice } from '../pricing/judge-price.ts';
import type { Market } from '../pricing/terms.ts';
import { priceGauges } from './price-gauges.ts';

const NOW = 1_700_000_000;
const on = { canSend: true, canReceive: true, stable: false };
const chain = { name: 'Bitcoin', nativeAbbr: 'BTC' } as CatalogueChain;
const market = {
  catalogue: { assets: [{ chain, abbr: 'BTC', ...on } as Asset] },
  settings: DEFAULT_SETTINGS,
  now: NOW,
} as unknown as Market;

async function metricsOf(more: Partial<WatchedPrice>): Promise<string[]> {
  const registry = new Registry();
  const anchor = { value: ONE, at: NOW };
  const known = {
    abbr: 'BTC',
    value: ONE,
    at: NOW,
    source: 'market',
    changedAt: NOW,
    stop: null,
    pending: null,
    anchor,
  };
  priceGauges(registry)([{ ...known, ...more }], market);
  const lines = (await registry.metrics()).split('\n');
  return lines.filter((line) => /^swapdesk_price_(stop|jump)/.test(line)).toSorted();
}

describe('the metrics of a price', () => {
  it('say what stops fixed prices alone, and why', async () => {
    for (const fixedStop of ['jump', 'spread'] as const)
      expect(await metricsOf({ fixedStop })).toEqual([
        `swapdesk_price_jumped{coin="BTC",mode="fixed"} ${fixedStop === 'jump' ? 1 : 0}`,
        'swapdesk_price_jumped{coin="BTC",mode="float"} 0',
        `swapdesk_price_stop_cause{coin="BTC",mode="fixed",cause="${fixedStop}"} 1`,
        'swapdesk_price_stopped{coin="BTC",mode="fixed"} 1',
        'swapdesk_price_stopped{coin="BTC",mode="float"} 0',
      ]);
  });

  it('say what stops both', async () => {
    expect(await metricsOf({ stop: 'jump' })).toEqual([
      'swapdesk_price_jumped{coin="BTC",mode="fixed"} 1',
      'swapdesk_price_jumped{coin="BTC",mode="float"} 1',
      'swapdesk_price_stop_cause{coin="BTC",mode="fixed",cause="jump"} 1',
      'swapdesk_price_stop_cause{coin="BTC",mode="float",cause="jump"} 1',
      'swapdesk_price_stopped{coin="BTC",mode="fixed"} 1',
      'swapdesk_price_stopped{coin="BTC",mode="float"} 1',
    ]);
  });
});
