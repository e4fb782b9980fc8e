import { describe, expect, it } from 'vitest';
import { asset } from './an-asset.ts';
import { offersFor } from './other-chains.ts';

const ASSETS = [
  asset('Bitcoin/BTC'),
  asset('Ethereum/ETH'),
  asset('Ethereum/USDT'),
  asset('Base/ETH', { canReceive: false }),
  asset('Base/USDC'),
  asset('TRON/TRX'),
  asset('TRON/USDT'),
];

describe('for an address of another chain', () => {
  it.each([
    ['the same coin there comes first', 'USDT', ['TRON', 'Ethereum'], ['Ethereum/USDT', 'TRON/USDT']],
    ['else each chain has one of its own', 'BTC', ['TRON', 'Ethereum'], ['Ethereum/ETH', 'TRON/TRX']],
    ['nothing is offered that is not paid out', 'ETH', ['Base'], ['Base/USDC']],
    ['a chain without coins offers nothing', 'BTC', ['Nowhere'], []],
  ])('%s', (_, abbr, chains, offered) => {
    expect(offersFor(ASSETS, { abbr }, chains).map(({ key }) => key)).toEqual(offered);
  });
});
