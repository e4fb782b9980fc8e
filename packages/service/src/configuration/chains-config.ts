import type { Poll } from '../chains/chain.ts';
import type { AddressSpace, Network } from '../chains/family.ts';
import type { ConfiguredVenue } from '../market/venues/open-venues.ts';
import type { HedgeMode } from '../trades/hedge-standing.ts';
import type { TradedAt } from '../trades/venues/open-trading.ts';

/** What the configuration file says, checked, complete and in the units of the code. */

/** Which real chains are followed. Those of the catalogue that are not named are switched off. */
export interface ChainsConfig {
  readonly network: Network;
  /** By the name that the chain has in the catalogue. Never empty. */
  readonly chains: ReadonlyMap<string, ChainConfig>;
}

export type ChainConfig = BitcoinChainConfig | EvmChainConfig | TronChainConfig | SolanaChainConfig;

export interface BitcoinChainConfig {
  readonly family: 'bitcoin';
  readonly name: string;
  readonly space: AddressSpace;
  /** What deposit addresses are from now on; null where there is no choice. */
  readonly deposits: 'p2wpkh' | 'p2tr' | null;
  /** Where the treasury's key is, below the account. */
  readonly treasury: string;
  readonly endpoint: string;
  readonly auth: NodeAuth;
  readonly confirmations: number;
  readonly fees: BitcoinFees;
  readonly help: HelpConfig | null;
  readonly zmq: string | null;
  readonly poll: Poll;
}

/** How a node knows us. A cookie is to be read anew when it is refused: the node makes another at every start. */
export type NodeAuth =
  | { readonly kind: 'password'; readonly user: string; readonly password: string }
  | { readonly kind: 'cookie'; readonly file: string };

/** In base units of the coin per 1,000 virtual bytes: what a node calls kvB. */
export interface BitcoinFees {
  readonly floor: bigint;
  readonly cap: bigint;
  /** When the node has no estimate. */
  readonly fallback: bigint;
  readonly targetBlocks: number;
}

/** When deposits that no block takes are helped along. */
export interface HelpConfig {
  readonly waitS: number;
  /** So many times what it costs, in 10^-18. */
  readonly worth: bigint;
  /** In base units of the coin; null: no limit but the worth. */
  readonly mostUnits: bigint | null;
}

export interface EvmChainConfig {
  readonly family: 'evm';
  readonly name: string;
  readonly space: AddressSpace;
  /** Where the treasury's key is, below the account. The same on all chains of the family. */
  readonly treasury: string;
  /** EIP-155. */
  readonly chainId: number;
  readonly endpoints: readonly EvmEndpoint[];
  /** How many endpoints must agree. */
  readonly quorum: number;
  readonly finality: 'finalized' | 'safe' | 'confirmations';
  readonly confirmations: number;
  readonly fees: EvmFees;
  readonly trace: 'auto' | 'never';
  readonly poll: Poll;
  /** Where a node tells of new blocks by itself, if one does. */
  readonly ws: EvmEndpoint | null;
  /** Contracts in the canonical form, by coin; on the main network none, as the catalogue knows them. */
  readonly tokens: ReadonlyMap<string, string>;
}

export interface EvmEndpoint {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** In wei per unit of gas. */
export interface EvmFees {
  readonly floor: bigint;
  readonly cap: bigint;
  readonly minimumPriority: bigint;
  /** True on a chain without EIP-1559. */
  readonly legacy: boolean;
}

export interface TronChainConfig {
  readonly family: 'tron';
  readonly name: string;
  readonly space: AddressSpace;
  /** Where the treasury's key is, below the account. */
  readonly treasury: string;
  readonly endpoints: readonly TronEndpoint[];
  /** How many endpoints must agree. */
  readonly quorum: number;
  /** About as many blocks are not solidified yet. */
  readonly confirmations: number;
  /** For how long a payment is good. */
  readonly lifetimeS: number;
  /** The most that is paid for a unit of energy, in units of TRX. */
  readonly mostEnergyPrice: bigint;
  /** Who lends deposit addresses energy, and by which permission; null: nobody. */
  readonly energy: { readonly account: string; readonly permission: number } | null;
  readonly poll: Poll;
  /** Contracts by coin; on the main network none, as the catalogue knows them. */
  readonly tokens: ReadonlyMap<string, string>;
}

export interface TronEndpoint extends EvmEndpoint {
  /** Where it tells of its solidified block, if that is elsewhere. */
  readonly solidityUrl: string | null;
}

export interface SolanaChainConfig {
  readonly family: 'solana';
  readonly name: string;
  readonly space: AddressSpace;
  /** Where the treasury's key is, below the account. */
  readonly treasury: string;
  /** The hash of the network's first block; null for one of one's own. */
  readonly genesis: string | null;
  readonly endpoints: readonly EvmEndpoint[];
  /** How many endpoints must agree. */
  readonly quorum: number;
  readonly confirmations: number;
  /** In millionths of a lamport for each unit of compute. */
  readonly fees: { readonly floor: bigint; readonly cap: bigint };
  readonly poll: Poll;
  /** Mints by coin; on the main network none, as the catalogue knows them. */
  readonly tokens: ReadonlyMap<string, string>;
}

/** When deposits on chains of accounts are brought to the treasury. */
export interface SweepConfig {
  /** So many times what it costs, in 10^-18. */
  readonly worth: bigint;
  readonly intervalS: number;
}

/** Addresses of the operator's own, by the name of the chain. */
export type Withdrawals = Readonly<Record<string, readonly string[]>>;

/** Who holds the keys, if not this service. The paths are absolute. */
export type SignerConfig =
  | { readonly kind: 'socket'; readonly path: string }
  | {
      readonly kind: 'https';
      readonly url: string;
      readonly caFile: string;
      readonly certFile: string;
      readonly keyFile: string;
    };

/** Where prices come from, if not from a file. */
export interface MarketConfig {
  readonly venues: readonly ConfiguredVenue[];
  /** Coins that are traded so little that venues differ more. */
  readonly small: readonly string[];
}

/** Where and whether what the desk becomes long or short of is traded away. */
export interface HedgeConfig {
  readonly mode: HedgeMode;
  /** Best first. */
  readonly venues: readonly Omit<TradedAt, 'key' | 'secret'>[];
  /** The keys are read when they are needed, and nowhere else. */
  readonly readKeys: () => readonly TradedAt[];
}

/** Who is told when something is wrong. */
export interface AlertsConfig {
  /** What still lasts is told again after so long. */
  readonly againS: number;
  /** Where they are posted to; empty: it is kept elsewhere; null: nowhere. */
  readonly webhookUrl: string | null;
  readonly mail: MailConfig | null;
  /** The secrets are read when they are needed, and nowhere else. */
  readonly readPlaces: () => AlertPlaces;
}

/** The server that takes our mail. */
export interface MailConfig {
  readonly host: string;
  readonly port: number;
  readonly user: string | null;
  readonly caFile: string | null;
  readonly from: string;
  readonly to: readonly string[];
}

/** Where alerts are sent, with all that is needed for it. */
export interface AlertPlaces {
  readonly webhook: { readonly url: string; readonly key: Buffer } | null;
  readonly mail: (MailConfig & { readonly password: string | null }) | null;
}
