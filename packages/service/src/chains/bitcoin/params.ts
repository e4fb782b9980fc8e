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
}

export const BITCOIN: CoinParams = {
  name: 'Bitcoin',
  beginnings: { main: 'bc1, 1 or 3', test: 'tb1, bcrt1, m, n or 2', regtest: 'bcrt1, tb1, m, n or 2' },
  prefixes: { main: ['bc'], test: ['tb', 'bcrt'], regtest: ['bcrt', 'tb'] },
  keyHash: { main: [0x00], test: [0x6f], regtest: [0x6f] },
  scriptHash: { main: [0x05], test: [0xc4], regtest: [0xc4] },
  refused: new Map(),
  account: { main: "m/84'/0'/0'", test: "m/84'/1'/0'", regtest: "m/84'/1'/0'" },
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
};

export const DOGECOIN: CoinParams = {
  name: 'Dogecoin',
  beginnings: { main: 'D, 9 or A', test: 'n, m or 2', regtest: 'm, n or 2' },
  prefixes: { main: [], test: [], regtest: [] },
  keyHash: { main: [0x1e], test: [0x71, 0x6f], regtest: [0x6f, 0x71] },
  scriptHash: { main: [0x16], test: [0xc4], regtest: [0xc4] },
  refused: new Map(),
  account: { main: "m/44'/3'/0'", test: "m/44'/1'/0'", regtest: "m/44'/1'/0'" },
};

export const COINS: readonly CoinParams[] = [BITCOIN, LITECOIN, DOGECOIN];

/** What may be received on a network: on those without real money the main forms too. */
export function received<T>(forms: PerNetwork<readonly T[]>, network: Network): readonly T[] {
  return network === 'main' ? forms.main : [...forms[network], ...forms.main];
}
