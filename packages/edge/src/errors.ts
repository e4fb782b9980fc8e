import type { EdgeSwapInfo, EdgeSwapRequest, EdgeTokenId } from './edge-core.ts';

/** Edge's core knows these by their `name` and reads their fields: they are what edge-core-js has in src/types/error.ts. */

/** The side that an amount is of. */
export type SwapSide = 'from' | 'to';

export class SwapAboveLimitError extends Error {
  override readonly name = 'SwapAboveLimitError';
  readonly pluginId: string;
  readonly swapPluginId: string;
  /** In native units of the side; empty where it is not known. */
  readonly nativeMax: string;
  readonly direction: SwapSide;

  constructor({ pluginId }: EdgeSwapInfo, nativeMax: string, direction: SwapSide) {
    super('the amount is above the limit');
    this.pluginId = pluginId;
    this.swapPluginId = pluginId;
    this.nativeMax = nativeMax;
    this.direction = direction;
  }
}

export class SwapBelowLimitError extends Error {
  override readonly name = 'SwapBelowLimitError';
  readonly pluginId: string;
  readonly swapPluginId: string;
  /** In native units of the side; empty where it is not known. */
  readonly nativeMin: string;
  readonly direction: SwapSide;

  constructor({ pluginId }: EdgeSwapInfo, nativeMin: string, direction: SwapSide) {
    super('the amount is below the limit');
    this.pluginId = pluginId;
    this.swapPluginId = pluginId;
    this.nativeMin = nativeMin;
    this.direction = direction;
  }
}

export class SwapCurrencyError extends Error {
  override readonly name = 'SwapCurrencyError';
  readonly pluginId: string;
  readonly fromTokenId: EdgeTokenId;
  readonly toTokenId: EdgeTokenId;

  constructor({ pluginId, displayName }: EdgeSwapInfo, request: EdgeSwapRequest) {
    const { fromWallet, toWallet, fromTokenId, toTokenId } = request;
    const [from, to] = [fromWallet, toWallet].map((wallet) => wallet.currencyConfig.currencyInfo.pluginId);
    super(
      `${displayName} does not exchange ${from} ${fromTokenId ?? 'coins'} for ${to} ${toTokenId ?? 'coins'}`,
    );
    this.pluginId = pluginId;
    this.fromTokenId = fromTokenId;
    this.toTokenId = toTokenId;
  }
}

export class SwapPermissionError extends Error {
  override readonly name = 'SwapPermissionError';
  readonly pluginId: string;
  readonly reason: 'geoRestriction' | undefined;

  constructor({ pluginId }: EdgeSwapInfo, reason?: 'geoRestriction') {
    super(reason ?? 'this exchange is not allowed');
    this.pluginId = pluginId;
    this.reason = reason;
  }
}
