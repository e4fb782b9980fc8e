import type { BlockRef, Chain } from '../../chains/chain.ts';
import { DEPOSIT, depositIs } from '../../deposits/life.ts';
import { recordTransfers } from '../../deposits/record-transfers.ts';
import { tieToDeposits } from '../../payments/tie-to-deposits.ts';
import type { Queryable } from '../../store/database.ts';
import type { Engine } from '../context.ts';
import { among, lostTxids, noteSeen } from '../hold/lost-payments.ts';
import { kindOf } from '../kinds/kind-of.ts';
import { type Lease, underLease } from '../lease.ts';
import { tellUnknown } from '../payments/refuse-unknown.ts';
import { markOrdersPaid, transfersGone } from './deposits.ts';

/**
 * Looks at what waits for a block: new transfers to us are seen; seen ones that nobody knows any more are gone, and those
 * whose transaction is in a block that did not bring them: it came to nothing there. True if anything of ours waits.
 */
export async function watchMempool(
  engine: Engine,
  chain: Chain,
  lease: Lease,
  isIdle = false,
): Promise<boolean> {
  const mempool = await chain.mempool(() => engine.watched.watch(engine.database, chain), isIdle);
  const { transactions } = mempool;
  const seen = await seenTransactions(engine, chain);
  const missing = seen.filter(({ txid }) => !mempool.has(txid));
  const gone: string[] = [];
  for (const { txid, isSilent } of missing) {
    // What a balance showed waits for nothing: the next balance tells whether it is still there.
    const status = isSilent ? ({ state: 'unknown' } as const) : await chain.statusOf(txid);
    if (status.state === 'unknown') gone.push(txid);
    // A block that is still to be followed may bring it.
    else if (status.state === 'mined' && (await wasFollowed(engine.database, chain, status.block)))
      gone.push(txid);
  }
  if (transactions.length === 0 && gone.length === 0) return seen.length > 0;
  const at = engine.clock();
  const { isWhole, unknown } = await underLease(engine.database, lease, async (client) => {
    const lost = await lostTxids(client, chain.id);
    const known = transactions.filter(({ txid }) => !lost.has(txid));
    await noteSeen(client, chain.id, among(lost, transactions));
    const ours = await engine.watched.among(client, chain, known);
    await markOrdersPaid(client, await recordTransfers(client, chain, ours, null, at), at);
    await transfersGone(client, chain, gone, at);
    await tieToDeposits(client, chain);
    return {
      isWhole: known.length === transactions.length,
      unknown: await kindOf(chain).noteUnknownSpends(client, known, null, at),
    };
  });
  if (unknown.length > 0) tellUnknown(engine, chain, unknown);
  if (isWhole) mempool.noted();
  return true;
}

/** Whoever has the lease of the chain follows it, so this stays so until the end of the round. */
async function wasFollowed(client: Queryable, chain: Chain, { height, hash }: BlockRef): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'was-followed',
    text: 'SELECT 1 FROM followed_block WHERE chain_id = $1 AND height = $2 AND hash = $3',
    values: [chain.id, height, hash],
  });
  return rowCount !== 0;
}

interface SeenTransaction {
  readonly txid: string;
  /** A balance showed it: no node knows of it. */
  readonly isSilent: boolean;
}

async function seenTransactions({ database }: Engine, chain: Chain): Promise<SeenTransaction[]> {
  const { rows } = await database.query<SeenTransaction>({
    name: 'seen-transactions',
    text: `
      SELECT DISTINCT d.txid, d.is_silent AS "isSilent" FROM deposit d
       WHERE d.chain_id = $1 AND ${depositIs('d', DEPOSIT.seen)} ORDER BY d.txid`,
    values: [chain.id],
  });
  return rows;
}
