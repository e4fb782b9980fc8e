import { ORDER_STATUS } from '@swapdesk/contract';
import type { Chain } from '../../chains/chain.ts';
import { eventType, tellTransfers } from '../../events/tell.ts';
import { changeStatus } from '../../orders/change-status.ts';
import type { Engine } from '../context.ts';
import { lostTxids } from '../hold/lost-payments.ts';
import { type Lease, underLease } from '../lease.ts';
import { refund } from '../orders/finish.ts';
import { tellUnknown } from '../payments/refuse-unknown.ts';
import { tieToDeposits } from '../payments/tie-payments.ts';
import { noteUnknownSpends } from '../payments/unknown-spends.ts';
import { markPaid } from './deposits.ts';
import { recordTransfers } from './record-transfers.ts';
import { isSilent } from './silent-transfers.ts';

const { waiting, sent, expired } = ORDER_STATUS;

/** Looks at what waits for a block: new transfers to us are seen; seen ones that nobody knows any more are gone. */
export async function watchMempool(engine: Engine, chain: Chain, lease: Lease): Promise<void> {
  const mempool = await chain.mempool(() => engine.watched.watch(engine.database, chain));
  const { transactions } = mempool;
  const missing = (await seenTransactions(engine, chain)).filter((txid) => !mempool.has(txid));
  const gone: string[] = [];
  // It may be in a block by now, which will be followed; only what the node does not know at all has vanished.
  for (const txid of missing) {
    // What a balance showed waits for nothing: the next balance tells whether it is still there.
    if (isSilent(txid) || (await chain.fate(txid)).state === 'unknown') gone.push(txid);
  }
  if (transactions.length === 0 && gone.length === 0) return;
  const at = engine.clock();
  const { isWhole, unknown } = await underLease(engine.database, lease, async (client) => {
    const lost = await lostTxids(client, chain.id);
    const known = transactions.filter(({ txid }) => !lost.has(txid));
    const ours = await engine.watched.among(client, chain, known);
    await markPaid(client, await recordTransfers(client, chain, ours, null, at), at);
    const { rows } = await client.query<{ order_id: number; has_expired: boolean }>({
      name: 'transfers-gone',
      text: `
        WITH vanished AS (
          UPDATE deposit SET state = 'gone' WHERE chain_id = $1 AND txid = ANY ($2::text[]) AND state = 'seen'
          RETURNING id, order_id, asset_id, units, txid
        ), ${tellTransfers('vanished', eventType('deposit.vanished'), '$3::bigint')}
        SELECT DISTINCT o.id AS order_id, o.expires_at < $3 AS has_expired
          FROM vanished v JOIN orders o ON o.id = v.order_id AND o.asset_id = v.asset_id AND v.units >= o.dust_units
         WHERE NOT EXISTS (
               SELECT 1 FROM deposit d WHERE d.order_id = o.id AND d.asset_id = o.asset_id AND d.state <> 'gone'
                  AND d.units >= o.dust_units AND d.id NOT IN (SELECT id FROM vanished))`,
      values: [chain.id, gone, at],
    });
    await tieToDeposits(client, chain);
    for (const to of [waiting, expired]) {
      const orderIds = rows.filter((row) => row.has_expired === (to === expired)).map((row) => row.order_id);
      await changeStatus(client, { orderIds, from: sent, to, cause: 'vanished', at });
    }
    // A refund may have waited only for this one.
    await refund(
      client,
      rows.map((row) => row.order_id),
      at,
    );
    return {
      isWhole: known.length === transactions.length,
      unknown: await noteUnknownSpends(client, chain, known, null, at),
    };
  });
  if (unknown.length > 0) tellUnknown(engine, chain, unknown);
  if (isWhole) mempool.noted();
}

async function seenTransactions({ database }: Engine, chain: Chain): Promise<string[]> {
  const { rows } = await database.query<{ txid: string }>({
    name: 'seen-transactions',
    text: "SELECT DISTINCT txid FROM deposit WHERE chain_id = $1 AND state = 'seen' ORDER BY txid",
    values: [chain.id],
  });
  return rows.map(({ txid }) => txid);
}
