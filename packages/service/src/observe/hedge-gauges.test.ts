import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { ONE } from '../money/fixed.ts';
import type { VenueAccount } from '../trades/venue-accounts.ts';
import { hedgeGauges } from './hedge-gauges.ts';

const AT = 1_700_000_000;
const coins = [{ abbr: 'BTC', exposure: '1', value: String(1_000n * ONE), waits: 'no venue is well' }];
const hedge = { mode: 'on', stopped: '', coins, at: AT } as const;
const accounts = [{ venue: 'okx', haltedAt: AT, awaySince: AT }] as unknown as VenueAccount[];

/** After whoever hedges has looked, and so many seconds later, on one page as Prometheus reads it. */
async function linesAfter(seconds: number): Promise<string[]> {
  const registry = new Registry();
  const show = hedgeGauges(registry);
  for (const now of [AT, AT + seconds]) show({ hedge, accounts, held: [] }, now);
  return (await registry.metrics()).split('\n').filter((line) => line.startsWith('swapdesk_'));
}

describe('the metrics of hedging', () => {
  it('stand as long as somebody looks', async () => {
    expect(await linesAfter(60)).toEqual([
      'swapdesk_hedge_exposure_usdt{coin="BTC"} 1000',
      'swapdesk_hedge_waits{coin="BTC"} 1',
      'swapdesk_hedge_halted{venue="okx"} 1',
      'swapdesk_hedge_away{venue="okx"} 1',
      'swapdesk_hedge_age_seconds{mode="on"} 60',
    ]);
  });

  it('say how long nobody has looked, and no more of what was found then; what is halted stays so', async () => {
    expect(await linesAfter(61)).toEqual([
      'swapdesk_hedge_halted{venue="okx"} 1',
      'swapdesk_hedge_age_seconds{mode="on"} 61',
    ]);
  });

  it('forget hedging a week after somebody did it last', async () => {
    expect(await linesAfter(7 * 86_400 + 1)).toEqual(['swapdesk_hedge_halted{venue="okx"} 1']);
  });
});
