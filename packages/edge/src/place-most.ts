import { type PlacedOrder, SwapdeskError } from '@swapdesk/client';
import { readable } from './asked-amount.ts';
import type { Exchange } from './exchange.ts';
import { memosOf } from './memos.ts';
import { toDecimal, toNative } from './native-amount.ts';
import { type Desk, giveUp, placeOrder } from './place-order.ts';

/**
 * Places all that the wallet can send, or all that the desk takes if that is less. What a wallet can send depends on where to, which
 * is known once the order is placed: reckoned with an address of its own at first, and placed anew in the rare case that it was too much.
 */
export async function placeMost(desk: Desk, exchange: Exchange): Promise<PlacedOrder> {
  const { wallet, tokenId, address, asset } = exchange.from;
  const spendable = (publicAddress: string, memo = '') =>
    wallet.getMaxSpendable({
      tokenId,
      spendTargets: [{ publicAddress }],
      memos: memosOf(wallet.currencyInfo, memo),
      networkFeeOption: 'high',
    });
  const order = await placeUpTo(desk, exchange, await spendable(address));
  const most = await spendable(order.address, order.memo);
  if (BigInt(toNative(order.from_quantity, asset.decimals)) <= BigInt(most)) return order;
  await giveUp(desk, order);
  return placeUpTo(desk, exchange, most);
}

async function placeUpTo(desk: Desk, exchange: Exchange, native: string): Promise<PlacedOrder> {
  const from_quantity = readable(toDecimal(native, exchange.from.asset.decimals));
  try {
    return await placeOrder(desk, exchange, { from_quantity });
  } catch (error) {
    if (!(error instanceof SwapdeskError) || !error.is('from quantity too large')) throw error;
    return placeOrder(desk, exchange, { from_quantity: error.limits.max_from_quantity });
  }
}
