import { PAID_IN_TIME } from '../../../packages/service/src/engine/orders/accept.ts';
import { MINED_GRACE_S } from '../../../packages/service/src/orders/decide.ts';
import type { World } from './world.ts';

/**
 * Looks at fixed orders that have just been accepted: what they are exchanged for was seen by their end, and was in a block
 * of that moment's chain within the grace. Told at once, because a reorganisation may move it later.
 */
export async function watchPromises({ database, findings, watched }: World): Promise<void> {
  const { rows } = await database.query<{ problem: string | null }>({
    name: 'simulation-promises',
    text: `
      SELECT (
             SELECT format('promise: order %s ended at %s, but is honoured for deposit %s, seen at %s, mined at %s', o.id,
                           o.expires_at, d.id, d.seen_at, b.mined_at)
               FROM deposit d JOIN sim_tx t ON t.chain_id = d.chain_id AND t.txid = d.txid
               JOIN sim_block b ON b.chain_id = t.chain_id AND b.height = t.height
              WHERE d.order_id = o.id AND d.fate = 'exchange' AND d.state = 'confirmed'
                AND (d.seen_at > o.expires_at OR b.mined_at > o.expires_at + $2) LIMIT 1) AS problem
        FROM order_event e JOIN orders o ON o.id = e.order_id
       WHERE e.id > $1 AND e.type = 'order.status' AND e.to_status = 3 AND o.mode = 'fixed'
         AND (e.from_status = 2 OR e.from_status = 7 AND e.reason = $3)
       ORDER BY e.id`,
    values: [watched.exchangesUpTo, MINED_GRACE_S, PAID_IN_TIME],
  });
  findings.push(...rows.flatMap(({ problem }) => problem ?? []));
}
