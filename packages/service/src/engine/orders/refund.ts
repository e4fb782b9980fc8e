import { COIN_SPACES } from '../../chains/family.ts';
import { post } from '../../ledger/post.ts';
import { isWorthRefunding, refundFee } from '../../pricing/refund-fee.ts';
import type { Market } from '../../pricing/terms.ts';
import type { Queryable } from '../../store/database.ts';
import { isOurAddress } from '../../wallet/our-addresses.ts';
import { type OpenOrder, useDeposits } from './load-orders.ts';

/**
 * Writes the refunds of confirmed deposits: each for itself, in its own asset, less the network fee. One that is not
 * worth its fee, or of which less is left than the chain carries, stays with the treasury. Without a refund address
 * nothing is done: never to the sender by assumption.
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
    const isCoin = COIN_SPACES.includes(asset.chain.space);
    await writeRefund(client, order, { ...deposit, address: refundAddress, feeUnits, isWorthIt, isCoin }, at);
  }
}

async function writeRefund(
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
  await useDeposits(client, [id], 'refund');
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
  await client.query({
    name: 'write-refund',
    text: `
      INSERT INTO payout (order_id, purpose, part, chain_id, asset_id, address, memo, units, state, created_at, must_spend)
      VALUES ($1, 'refund', $2, $3, $4, $5, $6, $7, 'ready', $8,
              -- What is in quarantine goes back itself, where that is possible, and not a coin that nobody has anything against.
              (SELECT c.spend FROM deposit d JOIN coin c ON c.chain_id = d.chain_id AND c.spend = d.txid || ':' || d.index
                WHERE d.id = $2 AND d.quarantined_at > 0 AND $9 AND NOT EXISTS (
                      SELECT 1 FROM payment_spend s WHERE s.chain_id = c.chain_id AND s.spend = c.spend)))`,
    values: [
      order.id,
      id,
      deposit.chainId,
      assetId,
      deposit.address,
      order.refundMemo,
      String(units - feeUnits),
      at,
      deposit.isCoin,
    ],
  });
}
