import type { ListedAsset } from '@swapdesk/client';
import type { EdgeCurrencyWallet, EdgeSwapInfo, EdgeSwapRequest, EdgeTokenId } from './edge-core.ts';
import { SwapCurrencyError } from './errors.ts';
import { type DeskAsset, findAsset } from './find-asset.ts';
import { walletAddress } from './wallet-address.ts';

/** What is sent, or received, and where. */
export interface ExchangeSide {
  readonly wallet: EdgeCurrencyWallet;
  readonly tokenId: EdgeTokenId;
  readonly asset: DeskAsset;
  readonly address: string;
}

/** A request that the desk may know how to serve. */
export interface Exchange {
  readonly request: EdgeSwapRequest;
  readonly swapInfo: EdgeSwapInfo;
  readonly from: ExchangeSide;
  readonly to: ExchangeSide;
}

/** Throws a SwapCurrencyError where the desk has not both assets, or they are one. */
export async function openExchange(
  request: EdgeSwapRequest,
  swapInfo: EdgeSwapInfo,
  listed: readonly ListedAsset[],
): Promise<Exchange> {
  const { fromWallet, toWallet, fromTokenId, toTokenId } = request;
  const from = findAsset(listed, fromWallet, fromTokenId);
  const to = findAsset(listed, toWallet, toTokenId);
  if (from === null || to === null || from.caip19 === to.caip19)
    throw new SwapCurrencyError(swapInfo, request);
  const [refundTo, payTo] = await Promise.all([walletAddress(fromWallet), walletAddress(toWallet)]);
  return {
    request,
    swapInfo,
    from: { wallet: fromWallet, tokenId: fromTokenId, asset: from, address: refundTo },
    to: { wallet: toWallet, tokenId: toTokenId, asset: to, address: payTo },
  };
}
