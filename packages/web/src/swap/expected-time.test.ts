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

describe('how long an exchange will take', () => {
  it.each([
    ['is what its pair took', BTC, [ETH], { halfS: 900, mostS: 1_200 }],
    ['is as long as its slowest part', BTC, [ETH, USDT], { halfS: 900, mostS: 4_000 }],
    ['is not said where one part is unknown', BTC, [ETH, BTC], null],
    ['is not said of the other direction', ETH, [BTC], null],
  ])('%s', (_, sent, received, expected) => {
    expect(expectedTime(sent, received, TIMES)).toEqual(expected);
  });
});
