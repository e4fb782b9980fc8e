import type { PlacedOrder } from '@swapdesk/client';
import type { EdgeSwapQuote } from './edge-core.ts';
import type { Exchange } from './exchange.ts';
import { type Desk, giveUp } from './place-order.ts';
import { spendOf } from './spend.ts';

/** A deposit has to be seen before its order ends: nobody begins to send in the last moments. */
const LAST_MOMENTS_S = 30;

/** The quote of an order that is placed: approved, the wallet pays it; closed without, it is cancelled. `now` in milliseconds. */
export async function makeQuote(
  desk: Desk,
  exchange: Exchange,
  order: PlacedOrder,
  now: () => number,
): Promise<EdgeSwapQuote> {
  const { request, swapInfo, from, to } = exchange;
  const isEstimate = desk.options.mode === 'float';
  const { spend, savedAction } = spendOf(exchange, order, isEstimate);
  const transaction = await from.wallet.makeSpend(spend);
  const { toAsset, fromAsset, orderId } = savedAction;
  const expirationDate = new Date((order.expire_at - LAST_MOMENTS_S) * 1_000);
  let mayBeOnItsWay = false;
  return {
    swapInfo,
    pluginId: swapInfo.pluginId,
    request,
    isEstimate,
    fromNativeAmount: fromAsset.nativeAmount,
    toNativeAmount: toAsset.nativeAmount,
    // A fixed price is what arrives; of the other nobody knows the least.
    ...(isEstimate ? {} : { minReceiveAmount: toAsset.nativeAmount }),
    networkFee: {
      nativeAmount: transaction.parentNetworkFee ?? transaction.networkFee,
      tokenId: null,
      currencyCode: from.wallet.currencyInfo.currencyCode,
    },
    expirationDate,

    async approve(options = {}) {
      if (now() >= expirationDate.getTime()) throw new Error('the quote has expired: ask for another');
      transaction.metadata = { ...options.metadata, ...transaction.metadata };
      const signed = await from.wallet.signTx(transaction);
      mayBeOnItsWay = true;
      const sent = await from.wallet.broadcastTx(signed);
      await from.wallet.saveTx(sent);
      if (sent.tokenId !== null && sent.parentNetworkFee !== undefined)
        await from.wallet.saveTxAction({
          txid: sent.txid,
          tokenId: null,
          assetAction: { assetActionType: 'swapNetworkFee' },
          savedAction,
        });
      return { transaction: sent, orderId, destinationAddress: to.address };
    },

    async close() {
      if (!mayBeOnItsWay) await giveUp(desk, order);
    },
  };
}
