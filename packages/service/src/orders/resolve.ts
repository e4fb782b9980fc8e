import { MESSAGE, ORDER_STATUS, type ResolveRequest } from '@swapdesk/contract';
import { receiverCheck } from '../catalog/receiver.ts';
import type { Network } from '../chains/family.ts';
import { literal } from '../life.ts';
import type { Market } from '../pricing/terms.ts';
import { Refusal } from '../refusal.ts';
import type { Database, Queryable } from '../store/database.ts';
import { transaction } from '../store/transaction.ts';
import { isOurAddress } from '../wallet/our-addresses.ts';
import { LIMITS } from './bound-by-limits.ts';
import { OPERATORS_DECIDE } from './decide.ts';
import { isUnderWayElsewhere } from './operate.ts';
import type { Order } from './order.ts';
import { refuseWhileHeld } from './paid-before.ts';
import { IS_SURPLUS } from './surplus.ts';

const { frozen } = ORDER_STATUS;

/**
 * Takes down what the client wants to be done: with a frozen order, or with surplus that came to one which is done. The
 * engine does it. An order that screening or an operator froze is not theirs to resolve.
 */
export async function resolveOrder(
  database: Database,
  order: Order,
  { action, refund_address }: Pick<ResolveRequest, 'action' | 'refund_address'>,
  market: Market,
  network: Network,
): Promise<void> {
  await refuseWhileHeld(database);
  const address = refund_address === '' ? undefined : refund_address;
  const checked =
    address === undefined ? null : await refundAddress(database, order, address, market, network);
  const isTaken = await transaction(database, async (client) => {
    // Whoever is writing a refund of it holds the order: where that goes is asked after it.
    await client.query('SELECT 1 FROM orders WHERE id = $1 FOR UPDATE', [order.id]);
    return takeDown(client, order.id, action, checked, market.now);
  });
  if (isTaken) return;
  const known = await database.query<{ refund_address: string | null; is_beyond: boolean }>(
    `SELECT refund_address, status = ${frozen} AND resolution IS NULL AND limits = '${LIMITS.exceeded}' AS is_beyond
       FROM orders WHERE id = $1`,
    [order.id],
  );
  const set = known.rows[0]?.refund_address ?? null;
  if (action === 'exchange' && known.rows[0]?.is_beyond === true) throw new Refusal(MESSAGE.beyondLimits);
  if (action === 'refund' && checked === null && set === null) throw new Refusal(MESSAGE.refundAddressNeeded);
  const isOther = action === 'refund' && checked !== null && set !== null && checked !== set;
  throw new Refusal(isOther ? MESSAGE.refundAddressSet : MESSAGE.cannotResolve);
}

/** False if it is not the client's to resolve so. */
async function takeDown(
  client: Queryable,
  orderId: number,
  action: ResolveRequest['action'],
  address: string | null,
  now: number,
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'resolve-order',
    text: `
      UPDATE orders o SET
             refund_address = CASE WHEN $2::text = 'refund' THEN coalesce(o.refund_address, $3::text) ELSE o.refund_address END,
             resolution = CASE WHEN o.status = ${frozen} THEN $2 ELSE o.resolution END,
             -- Said again it is no other decision.
             resolved_at = CASE WHEN o.status = ${frozen} AND o.resolution IS NULL THEN $4 ELSE o.resolved_at END,
             -- What an operator waived for a decision that came to nothing binds again.
             limits = CASE WHEN o.limits = '${LIMITS.waived}' AND o.resolution IS NULL THEN '${LIMITS.kept}' ELSE o.limits END
       WHERE o.id = $1
         AND ($2 = 'exchange' OR $3::text IS NOT NULL OR o.refund_address IS NOT NULL)
         -- Set once; and then an operator's to change, with a second confirmation.
         AND NOT ($2 = 'refund' AND coalesce(o.refund_address <> $3, false))
         AND NOT ($2 = 'refund' AND ${isUnderWayElsewhere('$3::text')})
         AND CASE WHEN o.status = ${frozen}
                  THEN coalesce(o.freeze_reason, '') NOT IN (${OPERATORS_DECIDE.map(literal).join(', ')})
                       AND (o.resolution IS NULL OR o.resolution = $2)
                       AND NOT ($2 = 'exchange' AND o.limits = '${LIMITS.exceeded}')
                  ELSE $2 = 'refund' AND EXISTS (
                       SELECT 1 FROM deposit d WHERE d.order_id = o.id AND ${IS_SURPLUS}) END`,
    values: [orderId, action, address, now],
  });
  return rowCount === 1;
}

/** A refund address in the chain's own form; throws a Refusal for one that cannot be paid, and for our own. */
export async function refundAddress(
  client: Queryable,
  { assetId }: Pick<Order, 'assetId'>,
  text: string,
  { catalogue }: Market,
  network: Network,
): Promise<string> {
  const { chain } = catalogue.get(assetId);
  const verdict = receiverCheck(catalogue, network)(chain, text);
  if (!verdict.valid || (await isOurAddress(client, chain.space, verdict.address)))
    throw new Refusal(MESSAGE.invalidRefundAddress);
  return verdict.address;
}
