import type { KnownCoin } from './known-chain.ts';

/** Coins that several chains have. Others stand in the entry of their chain. */

export const ETH: KnownCoin = {
  abbr: 'ETH',
  name: 'Ether',
  aliases: ['ethereum'],
  testPrice: '3600',
  mark: { colour: '#4b5fb8', path: 'm16 6.5 6.5 10L16 20.5l-6.5-4zm-6 13 6 6 6-6' },
};

export const USDT: KnownCoin = {
  abbr: 'USDT',
  name: 'Tether USD',
  aliases: ['tether'],
  isStable: true,
  testPrice: '1',
  mark: { colour: '#1d7f62', path: 'M9.5 9h13M16 9v15m-7-9.5c3 2 11 2 14 0' },
};

export const USDC: KnownCoin = {
  abbr: 'USDC',
  name: 'USD Coin',
  aliases: ['circle'],
  isStable: true,
  testPrice: '0.9998',
  mark: {
    colour: '#2566b8',
    path: 'M20 12c-1-2-7.5-2.5-7.5.8 0 4 7.5 2 7.5 6.2 0 3.5-7 3-8 .5M16 7.5v2.4m0 12.2v2.4',
  },
};
