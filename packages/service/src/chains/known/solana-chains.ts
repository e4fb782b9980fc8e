import { USDC, USDT } from './coins.ts';
import type { SolanaEntry } from './known-chain.ts';

/** Solana. Each of its networks is known by its first block. */
const ENTRIES = [
  {
    id: 9,
    name: 'Solana',
    space: 'solana',
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
      {
        id: 20,
        coin: USDT,
        protocol: 'SPL',
        decimals: 6,
        min: '2',
        max: '500000',
        contract: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
        transferCost: '0.0021',
        treasury: '5000000',
      },
    ],
    // Blocks are followed once they are final.
    confirmations: 1,
    simulatedConfirmations: 3,
    feeCap: '0.01',
    fees: { floor: '1000', cap: '5000000' },
    genesis: {
      main: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
      // Called devnet: what is called testnet is for validators, and has no coins that people use.
      test: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
      regtest: null,
    },
    explorer: 'https://solscan.io/tx/',
    addressExplorer: 'https://solscan.io/account/',
    sampleAddress: 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
  },
] as const satisfies readonly SolanaEntry[];

export type SolanaSpace = (typeof ENTRIES)[number]['space'];

export type KnownSolanaChain = SolanaEntry & { readonly family: 'solana'; readonly space: SolanaSpace };

export const SOLANA_CHAINS: readonly KnownSolanaChain[] = ENTRIES.map((entry) => ({
  family: 'solana',
  ...entry,
}));
