import type { Block, BlockRef, Chain } from '../../chains/chain.ts';
import { deepen, ripen } from '../../deposits/depth.ts';
import { recordTransfers } from '../../deposits/record-transfers.ts';
import { fromUnits } from '../../money/units.ts';
import { tieToDeposits } from '../../payments/tie-to-deposits.ts';
import type { Engine } from '../context.ts';
import { lastFollowed, moveBack, moveTo } from '../followed.ts';
import { among, lostTxids, noteSeen } from '../hold/lost-payments.ts';
import { kindOf } from '../kinds/kind-of.ts';
import { type Lease, underLease } from '../lease.ts';
import { paymentsMined, undoPayments } from '../payments/mined-payments.ts';
import { tellUnknown } from '../payments/refuse-unknown.ts';
import { undoUnknown } from '../payments/unknown-spends.ts';
import { confirmDeposits, depositsMined, transfersMissing, undoDeposits } from './deposits.ts';
import { readLink } from './links.ts';
import type { Loss } from './losses.ts';
import { refuseAssets } from './refuse-assets.ts';

/** One step along a chain. */
export interface Followed {
  /**
   * Whether there may be more to do at once, or nothing: at the tip; before a block that has to wait; with a node that is
   * behind, or contradicts itself.
   */
  readonly step: 'moved' | 'end' | 'waits' | 'behind' | 'broken';
  /** The block that the store had followed last; null if none. */
  readonly from: BlockRef | null;
  /** The one that it has followed now. */
  readonly at: BlockRef;
  /** The newest of the node. */
  readonly tip: BlockRef;
}

/**
 * Follows a chain by one block. Four cases, and nothing else:
 *
 * 1. never followed: begin as many blocks back as can be undone without being noticed;
 * 2. the next block continues ours: do what it says;
 * 3. our last block is not in the chain any more: undo it;
 * 4. there is nothing new, or the node is behind, or the block has a payment of ours that the store has lost: wait.
 *
 * How far we are and what the block did commit together. `tip`: the node's newest, if it was asked for that in this look.
 */
export async function followBlock(
  engine: Engine,
  chain: Chain,
  lease: Lease,
  tip?: BlockRef,
): Promise<Followed> {
  const last = await lastFollowed(engine.database, chain.id);
  if (last === null) return begin(engine, chain, lease);
  const link = await readLink(chain, last, () => engine.watched.watch(engine.database, chain), tip);
  const step = { from: last, tip: link.tip };
  if (link.kind === 'next') {
    const { height, hash } = link.block;
    const isDone = await apply(engine, chain, lease, link.block);
    return isDone ? { ...step, step: 'moved', at: { height, hash } } : { ...step, step: 'waits', at: last };
  }
  if (link.kind === 'gone') {
    return { ...step, step: 'moved', at: await undo(engine, chain, lease, last) };
  }
  return { ...step, step: link.kind, at: last };
}

const nobody = async () => () => false;

/** No address of ours is older than this moment, so there is nothing to miss before it; but nonces may have been used. */
async function begin(engine: Engine, chain: Chain, lease: Lease): Promise<Followed> {
  const tip = await chain.tip();
  const first = (await chain.block(tip.height - chain.confirmations, nobody)) ?? tip;
  const at = { height: first.height, hash: first.hash };
  const noteEarlier = await kindOf(chain).askEarlier();
  await underLease(engine.database, lease, async (client) => {
    await moveTo(client, chain.id, { ...at, parent: '' }, first.height);
    await noteEarlier(client, engine.clock());
  });
  return { step: 'moved', from: null, at, tip };
}

/** False if the block has to wait: it has a payment of ours that the store is about to be told of. */
async function apply(engine: Engine, chain: Chain, lease: Lease, block: Block): Promise<boolean> {
  const kind = kindOf(chain);
  const now = engine.clock();
  const settled = Math.min(await chain.settled(block.height), block.height);
  const { deep_from_usdt } = (await engine.market()).settings;
  const unknown = await underLease(engine.database, lease, async (client) => {
    const lost = await lostTxids(client, chain.id);
    if (await noteSeen(client, chain.id, among(lost, block.transactions))) return null;
    await moveTo(client, chain.id, block, settled);
    await refuseAssets(client, block.feeTakers ?? []);
    const ours = await engine.watched.among(client, chain, block.transactions);
    const deposits = await recordTransfers(client, chain, ours, block, now);
    await transfersMissing(client, chain, block, now);
    await depositsMined(client, chain, deposits, { ...block, transactions: ours }, now);
    await deepen(client, chain, deposits, deep_from_usdt);
    await ripen(client, chain, ours);
    await tieToDeposits(client, chain);
    await paymentsMined(client, chain, block, now);
    const back = await confirmDeposits(client, chain, settled, now);
    await kind.confirmPayments(client, settled, now);
    await kind.forgetSpent(client, settled);
    await tellLosses(engine, chain, back, 'a deposit that was lost is back');
    return kind.noteUnknownSpends(client, block.transactions, block.height, now);
  });
  if (unknown !== null && unknown.length > 0) tellUnknown(engine, chain, unknown);
  return unknown !== null;
}

/** Returns the block before. */
async function undo(engine: Engine, chain: Chain, lease: Lease, last: BlockRef): Promise<BlockRef> {
  const now = engine.clock();
  return underLease(engine.database, lease, async (client) => {
    await moveBack(client, chain.id, last);
    await undoPayments(client, chain, last.height, now);
    const lost = await undoDeposits(client, chain, last.height, now);
    await tellLosses(engine, chain, lost, 'a reorganisation took back a deposit that was used: it is lost');
    await undoUnknown(client, chain, last.height);
    return (await lastFollowed(client, chain.id)) as BlockRef;
  });
}

async function tellLosses(
  engine: Engine,
  chain: Chain,
  losses: readonly Loss[],
  message: string,
): Promise<void> {
  if (losses.length === 0) return;
  const { catalogue } = await engine.market();
  for (const { no, assetId, units, depositId } of losses) {
    const { abbr, decimals } = catalogue.get(assetId);
    const amount = `${fromUnits(units, decimals)} ${abbr}`;
    engine.warn({ chain: chain.name, order: no, amount, deposit: depositId }, message);
  }
}
