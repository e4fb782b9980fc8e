import { describe, expect, it } from 'vitest';
import type { Asset } from '../api/assets.ts';
import type { Receiver } from './form.ts';
import type { Quoted } from './live-quote.ts';
import { pausedCoins } from './paused.ts';

const receiver = (abbr: string, isPaused: boolean) =>
  ({ asset: { abbr, chain: 'Ethereum', isPaused } as Asset }) as Receiver;
const quoted = (...paused: boolean[]) =>
  ({ quote: { entries: paused.map((isPaused) => ({ isPaused })) } }) as unknown as Quoted;

describe('coins in which nothing is paid out', () => {
  it('are named once each, and only those', () => {
    const receivers = [receiver('ETH', true), receiver('USDT', false), receiver('ETH', true)];
    expect(pausedCoins({ receivers }, null)).toEqual(['ETH on Ethereum']);
  });

  it('are those of the newest quote: the list of coins is older', () => {
    const receivers = [receiver('ETH', true), receiver('USDT', false)];
    expect(pausedCoins({ receivers }, quoted(false, true))).toEqual(['USDT on Ethereum']);
    expect(pausedCoins({ receivers }, quoted(false, false))).toEqual([]);
  });
});
