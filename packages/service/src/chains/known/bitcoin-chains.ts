import type { BitcoinEntry } from './known-chain.ts';

/** Every coin of Bitcoin's family. To add one, add an entry: nothing else knows them by name. */

const MWEB = 'MWEB addresses are not supported; use one that starts with ltc1, L or M';

const ENTRIES = [
  {
    id: 1,
    name: 'Bitcoin',
    space: 'bitcoin',
    native: {
      id: 1,
      coin: {
        abbr: 'BTC',
        name: 'Bitcoin',
        aliases: ['xbt'],
        testPrice: '97000',
        mark: {
          colour: '#c26a0a',
          path: 'M12 9h6a3.3 3.3 0 0 1 0 6.8h-6m6 0a3.5 3.5 0 0 1 0 7.2h-6zM14 6.5V9m4-2.5V9m-4 14v2.5m4-2.5v2.5',
        },
      },
      protocol: 'BTC',
      decimals: 8,
      min: '0.0002',
      max: '10',
      transferCost: '0.00002',
      treasury: '100',
    },
    confirmations: 3,
    simulatedConfirmations: 2,
    fees: { floor: '1', cap: '500', fallback: '20' },
    feeCap: '0.02',
    explorer: 'https://mempool.space/tx/',
    addressExplorer: 'https://mempool.space/address/',
    sampleAddress: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    node: { ports: { main: 8_332, test: 18_332, regtest: 18_443 }, testFolder: 'testnet3' },
    coinType: 0,
    beginnings: { main: 'bc1, 1 or 3', test: 'tb1, bcrt1, m, n or 2', regtest: 'bcrt1, tb1, m, n or 2' },
    prefixes: { main: ['bc'], test: ['tb', 'bcrt'], regtest: ['bcrt', 'tb'] },
    hasTaproot: true,
    keyHash: { main: [0x00], test: [0x6f], regtest: [0x6f] },
    scriptHash: { main: [0x05], test: [0xc4], regtest: [0xc4] },
    refused: [],
    genesis: {
      main: { main: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f' },
      test: {
        test: '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
        testnet4: '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043',
        signet: '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6',
      },
      regtest: { regtest: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206' },
    },
    dust: { perKvb: 3_000 },
    maturity: 100,
  },
  {
    id: 2,
    name: 'Litecoin',
    space: 'litecoin',
    native: {
      id: 2,
      coin: {
        abbr: 'LTC',
        name: 'Litecoin',
        testPrice: '110',
        mark: { colour: '#3d5f97', path: 'm15 8-3 15h9m-11-5.5 8-3' },
      },
      protocol: 'LTC',
      decimals: 8,
      min: '0.01',
      max: '10000',
      transferCost: '0.0001',
      treasury: '100000',
    },
    confirmations: 6,
    simulatedConfirmations: 3,
    fees: { floor: '1', cap: '200', fallback: '10' },
    feeCap: '0.1',
    explorer: 'https://litecoinspace.org/tx/',
    addressExplorer: 'https://litecoinspace.org/address/',
    sampleAddress: 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh',
    node: { ports: { main: 9_332, test: 19_332, regtest: 19_443 }, testFolder: 'testnet4' },
    coinType: 2,
    beginnings: { main: 'ltc1, L or M', test: 'tltc1, rltc1, m, n or Q', regtest: 'rltc1, tltc1, m, n or Q' },
    prefixes: { main: ['ltc'], test: ['tltc', 'rltc'], regtest: ['rltc', 'tltc'] },
    hasTaproot: true,
    keyHash: { main: [0x30], test: [0x6f], regtest: [0x6f] },
    scriptHash: { main: [0x32], test: [0x3a], regtest: [0x3a] },
    // Version bytes 5 and 0xc4 are Bitcoin's as well: most such texts are a Bitcoin address given by mistake.
    refused: [
      [0x05, 'An address that starts with 3 may be one of Bitcoin; use the Litecoin form that starts with M'],
      [0xc4, 'An address that starts with 2 may be one of Bitcoin; use the Litecoin form that starts with Q'],
      ['ltcmweb', MWEB],
      ['tmweb', MWEB],
    ],
    genesis: {
      main: { main: '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2' },
      test: { test: '4966625a4b2851d9fdee139e56211a0d88575f59ed816ff5e6a63deb4e3e29a0' },
      regtest: { regtest: '530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9' },
    },
    dust: { perKvb: 30_000 },
    maturity: 100,
    pegOutMaturity: 6,
  },
  {
    id: 3,
    name: 'Dogecoin',
    space: 'dogecoin',
    native: {
      id: 3,
      coin: {
        abbr: 'DOGE',
        name: 'Dogecoin',
        aliases: ['xdg'],
        testPrice: '0.32',
        mark: { colour: '#94761a', path: 'M13 9h3.5a7 7 0 0 1 0 14H13zm-3 7h7' },
      },
      protocol: 'DOGE',
      decimals: 8,
      min: '5',
      max: '5000000',
      transferCost: '0.2',
      treasury: '50000000',
    },
    confirmations: 40,
    simulatedConfirmations: 3,
    fees: { floor: '1000', cap: '100000', fallback: '5000' },
    feeCap: '50',
    explorer: 'https://dogechain.info/tx/',
    addressExplorer: 'https://dogechain.info/address/',
    sampleAddress: 'DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC',
    node: { ports: { main: 22_555, test: 44_555, regtest: 18_332 }, testFolder: 'testnet3' },
    coinType: 3,
    // dgub
    extendedKeys: { private: 0x02fac398, public: 0x02facafd },
    beginnings: { main: 'D, 9 or A', test: 'n, m or 2', regtest: 'm, n or 2' },
    prefixes: { main: [], test: [], regtest: [] },
    hasTaproot: false,
    keyHash: { main: [0x1e], test: [0x71, 0x6f], regtest: [0x6f, 0x71] },
    scriptHash: { main: [0x16], test: [0xc4], regtest: [0xc4] },
    refused: [],
    genesis: {
      main: { main: '1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691' },
      test: { test: 'bb0a78264637406b6360aad926284d544d7049f45189db5664f3c4d07350559e' },
      regtest: { regtest: '3d2160a3b5dc4a9d62e7e66a295f70313ac808440ef7400d6c0772171ce973a5' },
    },
    // Below a hundredth of a coin an output costs extra, below a thousandth it is not relayed.
    dust: { units: 1_000_000 },
    maturity: 240,
  },
] as const satisfies readonly BitcoinEntry[];

export type CoinSpace = (typeof ENTRIES)[number]['space'];

export type KnownBitcoinChain = BitcoinEntry & { readonly family: 'bitcoin'; readonly space: CoinSpace };

export const BITCOIN_CHAINS: readonly KnownBitcoinChain[] = ENTRIES.map((entry) => ({
  family: 'bitcoin',
  ...entry,
}));
