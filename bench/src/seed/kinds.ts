/** The exchanges that seeded orders are of, in turn. */
export interface Kind {
  readonly space: string;
  readonly assetId: number;
  readonly toAssetId: number;
  readonly units: string;
  readonly toUnits: string;
  readonly price: string;
  readonly toPrice: string;
  /** How addresses begin; the rest is made up, and as long as real ones are. */
  readonly prefix: string;
  readonly length: number;
  /** Where the receiver gets it: a valid address is not needed, nobody is paid. */
  readonly toAddress: string;
}

const TRON = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC';
const EVM = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const SOLANA = '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK';

/** Asset ids are those of the catalogue: 1 BTC, 2 LTC, 4 ETH, 15 USDT on TRON, 16 SOL, 17 USDC on Solana. */
export const KINDS: readonly Kind[] = [
  {
    space: 'bitcoin',
    assetId: 1,
    toAssetId: 4,
    units: '5000000',
    toUnits: '1423000000000000000',
    price: '64250.5',
    toPrice: '2245.75',
    prefix: 'tb1q',
    length: 42,
    toAddress: EVM,
  },
  {
    space: 'tron',
    assetId: 15,
    toAssetId: 1,
    units: '250000000',
    toUnits: '385000',
    price: '1',
    toPrice: '64250.5',
    prefix: 'T',
    length: 34,
    toAddress: BITCOIN,
  },
  {
    space: 'evm',
    assetId: 4,
    toAssetId: 15,
    units: '1500000000000000000',
    toUnits: '3341000000',
    price: '2245.75',
    toPrice: '1',
    prefix: '0x',
    length: 42,
    toAddress: TRON,
  },
  {
    space: 'solana',
    assetId: 16,
    toAssetId: 17,
    units: '10000000000',
    toUnits: '1490000000',
    price: '150.25',
    toPrice: '1',
    prefix: '',
    length: 44,
    toAddress: SOLANA,
  },
  {
    space: 'litecoin',
    assetId: 2,
    toAssetId: 4,
    units: '500000000',
    toUnits: '180000000000000000',
    price: '81.5',
    toPrice: '2245.75',
    prefix: 'tltc1q',
    length: 44,
    toAddress: EVM,
  },
];
