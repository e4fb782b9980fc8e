import type { Chain } from '../../chains/chain.ts';
import { attemptIs, UNMINED } from '../../payments/life.ts';
import type { Engine } from '../context.ts';
import { lastFollowed } from '../followed.ts';
import { kindOf } from '../kinds/kind-of.ts';
import { type Lease, underLease } from '../lease.ts';
import { paymentsMined } from '../payments/mined-payments.ts';
import { takeBackOwn } from './deposits.ts';

const everybody = async () => () => true;

/**
 * Payments of which the store was told only after it had followed the block that has them: the record of another machine was
 * compared later than the chain was followed. What they did is booked now, as if they had been known then.
 */
export async function bookKnownSince(engine: Engine, chain: Chain, lease: Lease): Promise<void> {
  const { rows } = await engine.database.query<{ txid: string; height: number }>({
    name: 'known-since',
    text: `
      SELECT DISTINCT p.txid, u.height FROM unknown_spend u JOIN attempt p ON p.chain_id = u.chain_id AND p.txid = u.txid
       WHERE u.chain_id = $1 AND u.height IS NOT NULL AND ${attemptIs('p', ...UNMINED)} ORDER BY u.height, p.txid`,
    values: [chain.id],
  });
  for (const { txid, height } of rows) {
    const followed = await lastFollowed(engine.database, chain.id);
    const block = await chain.block(height, everybody);
    const transaction = block?.transactions.find((each) => each.txid === txid);
    // The node is behind, or a reorganisation has taken the block away: then it is undone first.
    if (followed === null || block === null || transaction === undefined || followed.height < height)
      continue;
    const settled = Math.min(await chain.settled(followed.height), followed.height);
    const at = engine.clock();
    await underLease(engine.database, lease, async (client) => {
      const { rowCount } = await client.query(
        'SELECT FROM followed_block WHERE chain_id = $1 AND height = $2 AND hash <> $3',
        [chain.id, height, block.hash],
      );
      if (rowCount !== 0) return;
      await takeBackOwn(client, chain, txid, at);
      await paymentsMined(client, chain, { ...block, transactions: [transaction] }, at);
      await kindOf(chain).confirmPayments(client, settled, at);
    });
  }
}
