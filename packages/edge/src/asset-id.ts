/** The parts of an asset's name in CAIP-19. */
export interface AssetId {
  /** The chain's name in CAIP-2. */
  readonly chainId: string;
  /** Null: the coin of the chain itself. */
  readonly contract: string | null;
}

/** Reads it; throws where it is none. */
export function readAssetId(caip19: string): AssetId {
  const [, chainId = '', namespace, reference = ''] = /^([^/]+)\/([^:]+):(.+)$/.exec(caip19) ?? [];
  if (namespace === undefined) throw new TypeError(`not a CAIP-19 name: ${caip19}`);
  return { chainId, contract: namespace === 'slip44' ? null : reference };
}
