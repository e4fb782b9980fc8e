import { USDC, USDT } from './coins.ts';
import type { SimulatedEntry } from './known-chain.ts';

/** Chains without a real network yet. Each has addresses like nobody else's. */
const ENTRIES = [
  {
    id: 8,
    name: 'TRON',
    space: 'tron',
    excluding: 'expiry',
    native: {
      id: 14,
      coin: {
        abbr: 'TRX',
        name: 'TRON',
        testPrice: '0.24',
        mark: { colour: '#b8202e', path: 'm8.5 9.5 12 2.5 3 3-9 9.5zm0 0 7 6.5-1 8.5m6-12.5-5 4 8-1' },
      },
      protocol: 'TRC20',
      decimals: 6,
      min: '10',
      max: '2000000',
      transferCost: '1.1',
      treasury: '20000000',
    },
    tokens: [
      {
        id: 15,
        coin: USDT,
        protocol: 'TRC20',
        decimals: 6,
        min: '5',
        max: '500000',
        contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
        transferCost: '13.5',
        treasury: '5000000',
      },
    ],
    simulatedConfirmations: 3,
    explorer: 'https://tronscan.org/#/transaction/',
    sampleAddress: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
  },
  {
    id: 9,
    name: 'Solana',
    space: 'solana',
    excluding: 'durable nonce',
    native: {
      id: 16,
      coin: {
        abbr: 'SOL',
        name: 'Solana',
        testPrice: '190',
        mark: { colour: '#6d3fb0', path: 'M11.5 10.5H23L20.5 13H9zm9 4H9l2.5 2.5H23zm-9 4.5H23l-2.5 2.5H9z' },
      },
      protocol: 'SOL',
      decimals: 9,
      min: '0.01',
      max: '5000',
      transferCost: '0.000005',
      treasury: '50000',
    },
    tokens: [
      {
        id: 17,
        coin: USDC,
        protocol: 'SPL',
        decimals: 6,
        min: '2',
        max: '500000',
        contract: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
        transferCost: '0.0021',
        treasury: '5000000',
      },
    ],
    simulatedConfirmations: 3,
    explorer: 'https://solscan.io/tx/',
    sampleAddress: 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
  },
] as const satisfies readonly SimulatedEntry[];

export type SimulatedSpace = (typeof ENTRIES)[number]['space'];

export type SimulatedChain = SimulatedEntry & { readonly family: null; readonly space: SimulatedSpace };

export const SIMULATED_CHAINS: readonly SimulatedChain[] = ENTRIES.map((entry) => ({
  family: null,
  ...entry,
}));
