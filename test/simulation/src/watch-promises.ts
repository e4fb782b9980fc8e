import { PAID_IN_TIME } from '../../../packages/service/src/engine/orders/accept.ts';
import { MINED_GRACE_S } from '../../../packages/service/src/pricing/fixed-wait.ts';

import type { World } from './world.ts';

interface LateDeposit {
  order_id: number;
  expires_at: number;
  id: number;
  chain_id: number;
  txid: string;
  seen_at: number;
  /** As the chain has it at this moment, and as the desk had seen it. */
  mined_at: number;
  known_at: number;
}

/**
 * Looks at fixed orders that have just been accepted: what they are exchanged for was seen by their end, and was in a block
 * within the grace. Told at once, because a reorganisation may move it later. The desk may not have heard of the last one:
 * then the block that it had seen counts, if there was one in time.
 */
export async function watchPromises({ database, chains, findings, watched }: World): Promise<void> {
  const { rows } = await database.query<LateDeposit>({
    name: 'simulation-promises',
    text: `
      SELECT d.order_id, o.expires_at, d.id, d.chain_id, d.txid, d.seen_at, b.mined_at, d.mined_at AS known_at
        FROM order_event e JOIN orders o ON o.id = e.order_id JOIN deposit d ON d.order_id = o.id
        JOIN sim_tx t ON t.chain_id = d.chain_id AND t.txid = d.txid
        JOIN sim_block b ON b.chain_id = t.chain_id AND b.height = t.height
       WHERE e.id > $1 AND e.type = 'order.status' AND e.to_status = 3 AND o.mode = 'fixed'
         AND (e.from_status = 2 OR e.from_status = 7 AND e.reason = $3)
         AND d.use = 'exchange' AND d.state = 'confirmed'
         AND (d.seen_at > o.expires_at OR b.mined_at > o.expires_at + $2)
       ORDER BY e.id, d.id`,
    values: [watched.exchangesUpTo, MINED_GRACE_S, PAID_IN_TIME],
  });
  for (const late of rows) {
    const until = late.expires_at + MINED_GRACE_S;
    const record = chains.find(({ chain }) => chain.id === late.chain_id)?.record;
    const minedBefore = record?.minedBefore.get(late.txid) ?? Number.POSITIVE_INFINITY;
    if (late.seen_at <= late.expires_at && late.known_at <= until && minedBefore <= until) continue;
    findings.push(
      `promise: order ${late.order_id} ended at ${late.expires_at}, but is honoured for deposit ${late.id}, ` +
        `seen at ${late.seen_at}, mined at ${late.mined_at}`,
    );
  }
}
