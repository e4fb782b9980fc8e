import type { ListedAsset } from '@swapdesk/client';

/** What Ledger calls the chains (the ids of its currencies), by CAIP-2. A chain that stands not here goes by the desk's own name. */
const BLOCKCHAINS = new Map([
  ['bip122:000000000019d6689c085ae165831e93', 'bitcoin'],
  ['bip122:12a765e31ffd4059bada1e25190f6e98', 'litecoin'],
  ['bip122:1a91e3dace36e2be3bf030a65679fe82', 'dogecoin'],
  ['eip155:1', 'ethereum'],
  ['eip155:56', 'bsc'],
  ['eip155:137', 'polygon'],
  ['eip155:8453', 'base'],
  ['eip155:42161', 'arbitrum'],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana'],
  ['tron:728126428', 'tron'],
]);

/** A currency as Ledger lists it. */
export interface LedgerCurrency {
  readonly id: string;
  readonly type: 'coin' | 'token';
  readonly blockchain: string;
  readonly chainId?: number;
  readonly contract?: string;
}

/** An asset that has a name of its own everywhere: that is its id here. */
export interface NamedAsset extends ListedAsset {
  readonly caip19: string;
}

/** Those of the desk's assets that Ledger can be told of, by id. The list stays the same while one is switched off. */
export function namedAssets(listed: readonly ListedAsset[]): NamedAsset[] {
  return listed
    .filter((asset): asset is NamedAsset => asset.caip19 !== undefined)
    .sort((a, b) => (a.caip19 < b.caip19 ? -1 : 1));
}

export function currencyOf({ caip19, chain }: NamedAsset): LedgerCurrency {
  const network = chainIdOf(caip19);
  const [, evm] = /^eip155:(\d+)$/.exec(network) ?? [];
  const [namespace, contract = ''] = caip19.slice(network.length + 1).split(':');
  const isCoin = namespace === 'slip44';
  return {
    id: caip19,
    type: isCoin ? 'coin' : 'token',
    blockchain: BLOCKCHAINS.get(network) ?? chain.toLowerCase(),
    ...(evm === undefined ? {} : { chainId: Number(evm) }),
    ...(isCoin ? {} : { contract }),
  };
}

/** The chain's name in CAIP-2, as requests to the desk say it. */
export function chainIdOf(caip19: string): string {
  return caip19.slice(0, caip19.indexOf('/'));
}
