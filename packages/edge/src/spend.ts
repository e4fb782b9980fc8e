import type { PlacedOrder } from '@swapdesk/client';
import type { EdgeSpendInfo, EdgeTxActionSwap } from './edge-core.ts';
import type { Exchange } from './exchange.ts';
import { memosOf } from './memos.ts';
import { toNative } from './native-amount.ts';

/** What the wallet sends, and what it keeps with that: which order it is for, and where to look at it. */
export function spendOf(exchange: Exchange, order: PlacedOrder, isEstimate: boolean) {
  const { from, to, swapInfo } = exchange;
  const nativeAmount = toNative(order.from_quantity, from.asset.decimals);
  const savedAction = {
    actionType: 'swap',
    swapInfo,
    orderId: order.query_code,
    orderUri: pageOf(order),
    isEstimate,
    fromAsset: { pluginId: from.wallet.currencyInfo.pluginId, tokenId: from.tokenId, nativeAmount },
    toAsset: {
      pluginId: to.wallet.currencyInfo.pluginId,
      tokenId: to.tokenId,
      nativeAmount: toNative(order.to[0]?.to_quantity ?? '', to.asset.decimals),
    },
    payoutAddress: to.address,
    payoutWalletId: to.wallet.id,
    refundAddress: from.address,
  } satisfies EdgeTxActionSwap;
  const spend = {
    tokenId: from.tokenId,
    spendTargets: [{ nativeAmount, publicAddress: order.address }],
    memos: memosOf(from.wallet.currencyInfo, order.memo),
    networkFeeOption: 'high',
    assetAction: { assetActionType: 'swap' },
    savedAction,
  } satisfies EdgeSpendInfo;
  return { spend, savedAction };
}

/** The page of an order, without what stands behind its #: with that whoever sees the link could decide about the order. */
function pageOf({ status_url }: PlacedOrder): string {
  return status_url.replace(/#.*$/, '');
}
