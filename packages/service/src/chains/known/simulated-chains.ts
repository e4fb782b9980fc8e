import { USDC } from './coins.ts';
import type { SimulatedEntry } from './known-chain.ts';

/** Chains without a real network yet. Each has addresses like nobody else's. */
const ENTRIES = [
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
