import type { Network } from '../family.ts';

type PerNetwork<T> = Readonly<Record<Network, T>>;

/** What tells one coin of the Bitcoin family from another. */
export interface CoinParams {
  name: string;
  /** How its addresses begin, for a person. */
  beginnings: PerNetwork<string>;
  /** Segwit prefixes, the network's own, for deposits, first; none where the coin has no segwit. */
  prefixes: PerNetwork<readonly string[]>;
  /** Version bytes of P2PKH and of P2SH, the network's own first. */
  keyHash: PerNetwork<readonly number[]>;
  scriptHash: PerNetwork<readonly number[]>;
  /** Forms known and refused, with the reason, by prefix or version byte. */
  refused: ReadonlyMap<string | number, string>;
  account: PerNetwork<string>;
  /** The account of P2TR addresses (BIP-86); null where the coin has none. */
  taprootAccount: PerNetwork<string> | null;
  /** The hash of the first block by what a node calls its chain: how a node on another network is recognised. */
  genesis: PerNetwork<Readonly<Record<string, string>>>;
  /**
   * What nodes do not relay. `perKvb`: an output that is worth less than its own spending at this rate costs.
   * `units`: an output below this.
   */
  dust: { readonly perKvb: bigint } | { readonly units: bigint };
  /** Confirmations after which what a miner was given can be spent. */
  maturity: number;
  /** The same for what has left an extension block (MWEB); null where the coin has none. */
  pegOutMaturity: number | null;
}

export const BITCOIN: CoinParams = {
  name: 'Bitcoin',
  beginnings: { main: 'bc1, 1 or 3', test: 'tb1, bcrt1, m, n or 2', regtest: 'bcrt1, tb1, m, n or 2' },
  prefixes: { main: ['bc'], test: ['tb', 'bcrt'], regtest: ['bcrt', 'tb'] },
  keyHash: { main: [0x00], test: [0x6f], regtest: [0x6f] },
  scriptHash: { main: [0x05], test: [0xc4], regtest: [0xc4] },
  refused: new Map(),
  account: { main: "m/84'/0'/0'", test: "m/84'/1'/0'", regtest: "m/84'/1'/0'" },
  taprootAccount: { main: "m/86'/0'/0'", test: "m/86'/1'/0'", regtest: "m/86'/1'/0'" },
  genesis: {
    main: { main: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f' },
    test: {
      test: '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
      testnet4: '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043',
      signet: '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6',
    },
    regtest: { regtest: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206' },
  },
  dust: { perKvb: 3_000n },
  maturity: 100,
  pegOutMaturity: null,
};

const MWEB = 'MWEB addresses are not supported; use one that starts with ltc1, L or M';

export const LITECOIN: CoinParams = {
  name: 'Litecoin',
  beginnings: { main: 'ltc1, L or M', test: 'tltc1, rltc1, m, n or Q', regtest: 'rltc1, tltc1, m, n or Q' },
  prefixes: { main: ['ltc'], test: ['tltc', 'rltc'], regtest: ['rltc', 'tltc'] },
  keyHash: { main: [0x30], test: [0x6f], regtest: [0x6f] },
  scriptHash: { main: [0x32], test: [0x3a], regtest: [0x3a] },
  // Version bytes 5 and 0xc4 are Bitcoin's as well: most such texts are a Bitcoin address given by mistake.
  refused: new Map<string | number, string>([
    [0x05, 'An address that starts with 3 may be one of Bitcoin; use the Litecoin form that starts with M'],
    [0xc4, 'An address that starts with 2 may be one of Bitcoin; use the Litecoin form that starts with Q'],
    ['ltcmweb', MWEB],
    ['tmweb', MWEB],
  ]),
  account: { main: "m/84'/2'/0'", test: "m/84'/1'/0'", regtest: "m/84'/1'/0'" },
  taprootAccount: { main: "m/86'/2'/0'", test: "m/86'/1'/0'", regtest: "m/86'/1'/0'" },
  genesis: {
    main: { main: '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2' },
    test: { test: '4966625a4b2851d9fdee139e56211a0d88575f59ed816ff5e6a63deb4e3e29a0' },
    regtest: { regtest: '530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9' },
  },
  dust: { perKvb: 30_000n },
  maturity: 100,
  pegOutMaturity: 6,
};

export const DOGECOIN: CoinParams = {
  name: 'Dogecoin',
  beginnings: { main: 'D, 9 or A', test: 'n, m or 2', regtest: 'm, n or 2' },
  prefixes: { main: [], test: [], regtest: [] },
  keyHash: { main: [0x1e], test: [0x71, 0x6f], regtest: [0x6f, 0x71] },
  scriptHash: { main: [0x16], test: [0xc4], regtest: [0xc4] },
  refused: new Map(),
  account: { main: "m/44'/3'/0'", test: "m/44'/1'/0'", regtest: "m/44'/1'/0'" },
  taprootAccount: null,
  genesis: {
    main: { main: '1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691' },
    test: { test: 'bb0a78264637406b6360aad926284d544d7049f45189db5664f3c4d07350559e' },
    regtest: { regtest: '3d2160a3b5dc4a9d62e7e66a295f70313ac808440ef7400d6c0772171ce973a5' },
  },
  // Below a hundredth of a coin an output costs extra, below a thousandth it is not relayed.
  dust: { units: 1_000_000n },
  maturity: 240,
  pegOutMaturity: null,
};

export const COINS: readonly CoinParams[] = [BITCOIN, LITECOIN, DOGECOIN];

/** What may be received on a network: on those without real money the main forms too. */
export function received<T>(forms: PerNetwork<readonly T[]>, network: Network): readonly T[] {
  return network === 'main' ? forms.main : [...forms[network], ...forms.main];
}
