import { USDT } from './coins.ts';
import type { TronEntry } from './known-chain.ts';

/** TRON. Each of its networks is known by its first block. */
const ENTRIES = [
  {
    id: 8,
    name: 'TRON',
    space: 'tron',
    native: {
      id: 14,
      coin: {
        abbr: 'TRX',
        name: 'TRON',
        aliases: ['tronix'],
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
    // About as many blocks are not solidified yet.
    confirmations: 19,
    simulatedConfirmations: 3,
    fees: { cap: '420' },
    feeCap: '150',
    explorer: 'https://tronscan.org/#/transaction/',
    addressExplorer: 'https://tronscan.org/#/address/',
    sampleAddress: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
  },
] as const satisfies readonly TronEntry[];

export type TronSpace = (typeof ENTRIES)[number]['space'];

export type KnownTronChain = TronEntry & { readonly family: 'tron'; readonly space: TronSpace };

export const TRON_CHAINS: readonly KnownTronChain[] = ENTRIES.map((entry) => ({ family: 'tron', ...entry }));

/** The hashes of first blocks, by what people call the network. */
export const TRON_NETWORKS = {
  main: { main: '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc' },
  test: {
    Nile: '0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc',
    Shasta: '0000000000000000de1aa88295e1fcf982742f773e0419c5a9c134c994a9059e',
  },
} as const;
