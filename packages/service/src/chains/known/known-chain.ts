import type { Network } from '../network.ts';

/**
 * What an entry says of a chain and of its assets. Entries are plain data: catalogue, configuration, signer, pages and test
 * networks all follow from them. Amounts are decimal text, in whole coins unless it says otherwise.
 */

/** A coin, whichever chains it is on. */
export interface KnownCoin {
  readonly abbr: string;
  /** What people call it. */
  readonly name: string;
  /** What else they call it, in small letters: who searches for it finds it by these too. */
  readonly aliases?: readonly string[];
  readonly isStable?: true;
  /** Its price on test networks, in USDT, or where that begins to walk: of about the right size, and no market. */
  readonly testPrice: string;
  /** What people know it by: its colour, and its sign as an SVG path in a circle of 32 units. Fonts lack most signs. */
  readonly mark: { readonly colour: string; readonly path: string };
}

/** A coin on a chain. */
export interface KnownAsset {
  /** Orders refer to it for ever: it is never changed, and never given to another. */
  readonly id: number;
  readonly coin: KnownCoin;
  /** `type` on the wire. */
  readonly protocol: string;
  readonly decimals: number;
  /** In the canonical form, as on the main network; none for the chain's own coin. */
  readonly contract?: string;
  /** True if it begins switched off, both ways. */
  readonly isOff?: true;
  /** Limits to begin with; an operator sets their own. */
  readonly min: string;
  readonly max: string;
  /** What one transfer costs in the chain's own coin, until its node says what it costs now. */
  readonly transferCost: string;
  /** What the treasury of its test network is given. */
  readonly treasury: string;
}

/** What all families have. */
export interface CommonFacts {
  /** As an asset's: for ever. */
  readonly id: number;
  readonly name: string;
  /** Other names under which clients in the wild know it. */
  readonly otherNames?: readonly string[];
  /** The coin in which its network fees are paid. */
  readonly native: KnownAsset;
  readonly tokens?: readonly KnownAsset[];
  /** Blocks until a transfer counts on a simulated network: nobody wants to wait for as many as on a real one. */
  readonly simulatedConfirmations: number;
  /** Where a transaction of the main network can be looked at: its id is put behind this. */
  readonly explorer: string;
  /** The same of an address. */
  readonly addressExplorer: string;
}

/** What chains have whose real networks can be followed. All but the fee cap: what counts unless the file says otherwise. */
interface FollowedFacts {
  readonly confirmations: number;
  /** The most that one transaction may cost unless the signer's file says otherwise. */
  readonly feeCap: string;
}

export type PerNetwork<T> = Readonly<Record<Network, T>>;

/** A coin of Bitcoin's family. */
export interface BitcoinEntry extends CommonFacts, FollowedFacts {
  /** The name of its keys and addresses, which are like nobody else's; payment links begin with it (BIP-21). */
  readonly space: string;
  /**
   * For a first swap on test networks, so that nobody needs a wallet: from the words "abandon … about" of every wallet's
   * documentation. On a real chain whatever is sent there is gone.
   */
  readonly sampleAddress: string;
  /** In base units per virtual byte. */
  readonly fees: { readonly floor: string; readonly cap: string; readonly fallback: string };
  /** Where its Core listens, and the folder of its test network, unless somebody has told it otherwise. */
  readonly node: { readonly ports: PerNetwork<number>; readonly testFolder: string };
  /** SLIP-44, of the main network. */
  readonly coinType: number;
  /** How extended keys are written; left out: xpub, as with Bitcoin. */
  readonly extendedKeys?: { readonly private: number; readonly public: number };
  /** How its addresses begin, for a person. */
  readonly beginnings: PerNetwork<string>;
  /** Segwit prefixes, the network's own, for deposits, first; none where the coin has no segwit. */
  readonly prefixes: PerNetwork<readonly string[]>;
  /** True if deposit addresses can be P2TR. */
  readonly hasTaproot: boolean;
  /** Version bytes of P2PKH and of P2SH, the network's own first. */
  readonly keyHash: PerNetwork<readonly number[]>;
  readonly scriptHash: PerNetwork<readonly number[]>;
  /** Forms known and refused, with the reason, by prefix or version byte. */
  readonly refused: readonly (readonly [form: string | number, reason: string])[];
  /** The hash of the first block by what a node calls its chain: how a node on another network is recognised. */
  readonly genesis: PerNetwork<Readonly<Record<string, string>>>;
  /**
   * What nodes do not relay, in base units. `perKvb`: an output that is worth less than its own spending at this rate
   * costs. `units`: an output below this.
   */
  readonly dust: { readonly perKvb: number } | { readonly units: number };
  /** Confirmations after which what a miner was given can be spent. */
  readonly maturity: number;
  /** The same for what has left an extension block (MWEB); left out where the coin has none. */
  readonly pegOutMaturity?: number;
}

/** A chain of the EVM family. */
export interface EvmEntry extends CommonFacts, FollowedFacts {
  /** EIP-155, of the main network. */
  readonly chainId: number;
  /** SLIP-44, of its own coin, where that is not ether. */
  readonly coinType?: number;
  /** That of the public test network that stands for it. */
  readonly testChainId: number;
  /** When a block counts. */
  readonly finality: 'finalized' | 'safe' | 'confirmations';
  /** In gwei. */
  readonly fees: { readonly floor: string; readonly cap: string; readonly priority: string };
  /** True if the price of gas is what validators ask for, without a base fee. */
  readonly isLegacy?: true;
  /** The most gas that payments need, where that is not as usual. What they do not use is not paid. */
  readonly gas?: { readonly native: number; readonly token: number };
  /** What the chain may take beside the gas, in gwei: a rollup's share for its data on Ethereum. */
  readonly extraFeeGwei?: number;
}

/** TRON, or a chain of its kind. */
export interface TronEntry extends CommonFacts, FollowedFacts {
  readonly space: string;
  readonly sampleAddress: string;
  /** The most that is paid for a unit of energy, in base units. */
  readonly fees: { readonly cap: string };
}

/** Solana, or a chain of its kind. */
export interface SolanaEntry extends CommonFacts, FollowedFacts {
  readonly space: string;
  readonly sampleAddress: string;
  /** The hash of the first block; null for a network of one's own. */
  readonly genesis: PerNetwork<string | null>;
  /** What is offered beside the signatures, in millionths of a lamport for each unit of compute. */
  readonly fees: { readonly floor: string; readonly cap: string };
}
