import { MESSAGE } from '@swapdesk/contract';
import { IS_SURPLUS } from '../../orders/surplus.ts';
import { refundFee } from '../../pricing/refund-fee.ts';
import type { Market } from '../../pricing/terms.ts';
import { Refusal } from '../../refusal.ts';
import type { Queryable } from '../../store/database.ts';
import { loadOrders, type OpenOrder } from './load-orders.ts';
import { refundDeposits } from './refund.ts';

/** A surplus deposit, and what giving it back would come to now. */
export interface Return {
  readonly orderId: number;
  readonly no: string;
  readonly depositId: number;
  readonly assetId: number;
  readonly units: bigint;
  readonly feeUnits: bigint;
}

/** What giving a surplus deposit back would come to. Throws a Refusal if it cannot be. */
export async function planReturn(client: Queryable, depositId: number, market: Market): Promise<Return> {
  const { rows } = await client.query<{ order_id: number; no: string; asset_id: number; units: string }>(
    `SELECT d.order_id, o.no, d.asset_id, d.units::text FROM deposit d JOIN orders o ON o.id = d.order_id
      WHERE d.id = $1 AND d.state = 'confirmed' AND ${IS_SURPLUS}`,
    [depositId],
  );
  const found = rows[0];
  if (found === undefined) throw new Refusal(MESSAGE.notToGiveBack);
  const feeUnits = refundFee(found.asset_id, market);
  if (feeUnits === null) throw new Refusal(MESSAGE.busy);
  const units = BigInt(found.units);
  if (feeUnits >= units) throw new Refusal(MESSAGE.tooLittleToGiveBack);
  return { orderId: found.order_id, no: found.no, depositId, assetId: found.asset_id, units, feeUnits };
}

/**
 * An operator gives a surplus deposit back, to an address that they have checked, whatever screening said. The order's
 * refund address is that one from now on.
 */
export async function giveBack(
  client: Queryable,
  depositId: number,
  address: string,
  market: Market,
  at: number,
): Promise<Return> {
  const { orderId } = await planReturn(client, depositId, market);
  const [order] = await loadOrders(client, [orderId], true);
  // What was true before the lock need not be any more.
  const planned = await planReturn(client, depositId, market);
  await client.query('UPDATE orders SET refund_address = $2 WHERE id = $1', [orderId, address]);
  await refundDeposits(
    client,
    { ...(order as OpenOrder), refundAddress: address, refundMemo: null },
    [depositId],
    market,
    at,
  );
  return planned;
}
