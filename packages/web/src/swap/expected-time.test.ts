import { describe, expect, it } from 'vitest';
import { asset } from './an-asset.ts';
import { expectedTime } from './expected-time.ts';

const BTC = asset('Bitcoin/BTC');
const ETH = asset('Ethereum/ETH');
const USDT = asset('TRON/USDT');
const TIMES = [
  { pair: 'Bitcoin/BTC Ethereum/ETH', halfS: 900, mostS: 1_200 },
  { pair: 'Bitcoin/BTC TRON/USDT', halfS: 600, mostS: 4_000 },
];

const to = (...assets: (typeof BTC)[]) => ({
  from: BTC,
  receivers: assets.map((each, n) => ({ id: n + 1, asset: each, address: '' })),
});

describe('how long an exchange will take', () => {
  it.each([
    ['is what its pair took', to(ETH), { halfS: 900, mostS: 1_200 }],
    ['is as long as its slowest part', to(ETH, USDT), { halfS: 900, mostS: 4_000 }],
    ['is not said where one part is unknown', to(ETH, BTC), null],
    ['is not said of the other direction', { ...to(BTC), from: ETH }, null],
  ])('%s', (_, form, expected) => {
    expect(expectedTime(form, TIMES)).toEqual(expected);
  });
});
