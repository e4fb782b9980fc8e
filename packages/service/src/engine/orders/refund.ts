import { COIN_SPACES } from '../../chains/family.ts';
import { USE } from '../../deposits/life.ts';
import { useDeposits } from '../../deposits/use-deposits.ts';
import { post } from '../../ledger/post.ts';
import { writeRefund } from '../../payouts/write-payouts.ts';
import { isFeeOfNow, isWorthRefunding, refundFee } from '../../pricing/refund-fee.ts';
import type { Market } from '../../pricing/terms.ts';
import type { Queryable } from '../../store/database.ts';
import { isOurAddress } from '../../wallet/our-addresses.ts';
import type { OpenOrder } from './load-orders.ts';

/**
 * Writes the refunds of confirmed deposits: each for itself, in its own asset, less the network fee. One that is not
 * worth its fee, or of which less is left than the chain carries, stays with the treasury; while there are only last prices
 * to say so, it waits. Without a refund address nothing is done: never to the sender by assumption.
 */
export async function refundDeposits(
  client: Queryable,
  order: OpenOrder,
  depositIds: readonly number[],
  market: Market,
  at: number,
): Promise<void> {
  const { refundAddress } = order;
  if (refundAddress === null) return;
  // An address that was given to an order since: what is paid there comes back. Another has to be said.
  if (await isOurAddress(client, market.catalogue.get(order.assetId).chain.space, refundAddress)) {
    await client.query('UPDATE orders SET refund_address = NULL, refund_memo = NULL WHERE id = $1', [
      order.id,
    ]);
    return;
  }
  for (const deposit of order.deposits.filter(({ id }) => depositIds.includes(id))) {
    const feeUnits = refundFee(deposit.assetId, market);
    if (feeUnits === null) continue;
    const asset = market.catalogue.get(deposit.assetId);
    const isWorthIt = isWorthRefunding(asset, deposit.units, feeUnits);
    if (!isWorthIt && !isFeeOfNow(deposit.assetId, market)) continue;
    const isCoin = COIN_SPACES.includes(asset.chain.space);
    await giveBack(client, order, { ...deposit, address: refundAddress, feeUnits, isWorthIt, isCoin }, at);
  }
}

async function giveBack(
  client: Queryable,
  order: OpenOrder,
  deposit: {
    id: number;
    chainId: number;
    assetId: number;
    units: bigint;
    address: string;
    feeUnits: bigint;
    isWorthIt: boolean;
    isCoin: boolean;
  },
  at: number,
): Promise<void> {
  const { id, assetId, units, feeUnits, isWorthIt } = deposit;
  await useDeposits(client, [id], USE.refund);
  const charged = isWorthIt ? feeUnits : units;
  const posting = {
    why: isWorthIt ? `deposit ${id} refunded, network fee` : `deposit ${id} is not worth its network fee`,
    entries: [
      { account: 'order', orderId: order.id, assetId, units: charged },
      { account: isWorthIt ? 'network' : 'treasury', assetId, units: -charged },
    ],
  } as const;
  await post(client, [posting], at);
  if (!isWorthIt) return;
  const { chainId, address, isCoin } = deposit;
  const refund = { depositId: id, chainId, assetId, address, units: units - feeUnits, isCoin };
  await writeRefund(client, { ...refund, orderId: order.id, memo: order.refundMemo }, at);
}
