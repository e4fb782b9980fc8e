import type { KnownAsset } from './known-chain.ts';
import { assetsOf, KNOWN_CHAINS, type KnownChain } from './known-chains.ts';
import { TRON_NETWORKS } from './tron-chains.ts';

/** SLIP-44: of the coin that most chains of the family have, unless the entry says another. */
const ETHER = 60;
const TRX = 195;
const SOL = 501;
/** How much of a first block's hash names its chain in CAIP-2. */
const REFERENCE_LENGTH = 32;

/** The name of each known asset in CAIP-19, as on the main network, by its id. */
export const CAIP19: ReadonlyMap<number, string> = new Map(
  KNOWN_CHAINS.flatMap((chain) =>
    assetsOf(chain).map((asset): [number, string] => [asset.id, caip19Of(chain, asset)]),
  ),
);

/** The name of each known chain in CAIP-2, by what it is called here. */
export const CAIP2: ReadonlyMap<string, string> = new Map(
  KNOWN_CHAINS.map((chain): [string, string] => [chain.name, namesOf(chain).id]),
);

function caip19Of(chain: KnownChain, { contract }: KnownAsset): string {
  const { id, coinType, tokens } = namesOf(chain);
  return `${id}/${contract === undefined ? `slip44:${coinType}` : `${tokens}:${contract}`}`;
}

interface Names {
  /** CAIP-2. */
  readonly id: string;
  /** SLIP-44, of the chain's own coin. */
  readonly coinType: number;
  /** What tokens are called in the family's namespace. */
  readonly tokens: string;
}

function namesOf(chain: KnownChain): Names {
  switch (chain.family) {
    case 'bitcoin': {
      const [genesis = ''] = Object.values(chain.genesis.main);
      return { id: `bip122:${genesis.slice(0, REFERENCE_LENGTH)}`, coinType: chain.coinType, tokens: '' };
    }
    case 'evm':
      return { id: `eip155:${chain.chainId}`, coinType: chain.coinType ?? ETHER, tokens: 'erc20' };
    case 'tron':
      // As its nodes tell an EVM wallet: the last four bytes of the first block's hash, in decimal.
      return {
        id: `tron:${BigInt(`0x${TRON_NETWORKS.main.main.slice(-8)}`)}`,
        coinType: TRX,
        tokens: 'trc20',
      };
    case 'solana':
      return {
        id: `solana:${chain.genesis.main?.slice(0, REFERENCE_LENGTH)}`,
        coinType: SOL,
        tokens: 'token',
      };
  }
}
