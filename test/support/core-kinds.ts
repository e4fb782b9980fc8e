/** A program of Bitcoin Core's family that tests run in regtest. */
export interface CoreKind {
  readonly program: 'litecoind' | 'bitcoind';
  /** The chain of the catalogue that it is, and its coin. */
  readonly chain: 'Litecoin' | 'Bitcoin';
  readonly abbr: 'LTC' | 'BTC';
  /** How its addresses begin. */
  readonly prefix: string;
  /** What only this program knows. */
  readonly options: readonly string[];
  /** What lets its chain grow as long as a test likes. */
  readonly endless: readonly string[];
  /** Whether its wallets keep descriptors: Litecoin's do not yet, and Bitcoin's know nothing else any more. */
  readonly hasDescriptors: boolean;
}

export const LITECOIND: CoreKind = {
  program: 'litecoind',
  chain: 'Litecoin',
  abbr: 'LTC',
  prefix: 'rltc1',
  hasDescriptors: false,
  // Its default is to take no replacement.
  options: ['-mempoolreplacement=1'],
  // From height 432 on it cannot mine without extension blocks; so they never come.
  endless: ['-vbparams=mweb:9999999998:9999999999'],
};

export const BITCOIND: CoreKind = {
  program: 'bitcoind',
  chain: 'Bitcoin',
  abbr: 'BTC',
  prefix: 'bcrt1',
  hasDescriptors: true,
  options: [],
  endless: [],
};
