import type { Block, BlockRef, Chain } from '../../chains/chain.ts';
import { fromUnits } from '../../money/units.ts';
import type { Engine } from '../context.ts';
import { lastFollowed, moveBack, moveTo } from '../followed.ts';
import { lostTxids } from '../hold/lost-payments.ts';
import { type Lease, underLease } from '../lease.ts';
import {
  confirmPayments,
  forgetSpentCoins,
  paymentsMined,
  undoPayments,
} from '../payments/mined-payments.ts';
import { tieToDeposits } from '../payments/tie-payments.ts';
import { confirmDeposits, depositsMined, transfersMissing, undoDeposits } from './deposits.ts';
import { readLink } from './links.ts';
import type { Loss } from './losses.ts';
import { recordTransfers } from './record-transfers.ts';
import { refuseAssets } from './refuse-assets.ts';

/** Whether there may be more to do at once, or nothing: at the tip; before a block that has to wait; with a node that is behind, or contradicts itself. */
export type Followed = 'moved' | 'end' | 'waits' | 'behind' | 'broken';

/**
 * Follows a chain by one block. Four cases, and nothing else:
 *
 * 1. never followed: begin as many blocks back as can be undone without being noticed;
 * 2. the next block continues ours: do what it says;
 * 3. our last block is not in the chain any more: undo it;
 * 4. there is nothing new, or the node is behind, or the block has a payment of ours that the store has lost: wait.
 *
 * How far we are and what the block did commit together.
 */
export async function followBlock(engine: Engine, chain: Chain, lease: Lease): Promise<Followed> {
  const last = await lastFollowed(engine.database, chain.id);
  if (last === null) {
    await begin(engine, chain, lease);
    return 'moved';
  }
  const link = await readLink(chain, last, () => engine.watched.watch(engine.database, chain));
  if (link.kind === 'next') return apply(engine, chain, lease, link.block);
  if (link.kind !== 'gone') return link.kind;
  await undo(engine, chain, lease, last);
  return 'moved';
}

const nobody = async () => () => false;

/** No address of ours is older than this moment, so there is nothing to miss before it. */
async function begin(engine: Engine, chain: Chain, lease: Lease): Promise<void> {
  const tip = await chain.tip();
  const first = (await chain.block(tip.height - chain.confirmations, nobody)) ?? tip;
  await underLease(engine.database, lease, (client) =>
    moveTo(client, chain.id, { height: first.height, hash: first.hash, parent: '' }, first.height),
  );
}

async function apply(engine: Engine, chain: Chain, lease: Lease, block: Block): Promise<Followed> {
  const now = engine.clock();
  const settled = Math.min(await chain.settled(block.height), block.height);
  return underLease(engine.database, lease, async (client) => {
    const lost = await lostTxids(client, chain.id);
    if (block.transactions.some(({ txid }) => lost.has(txid))) return 'waits';
    await moveTo(client, chain.id, block, settled);
    await refuseAssets(client, block.feeTakers ?? []);
    const ours = await engine.watched.among(client, chain, block.transactions);
    const deposits = await recordTransfers(client, chain, ours, block, now);
    await transfersMissing(client, chain, block, now);
    await depositsMined(client, chain, deposits, { ...block, transactions: ours }, now);
    await tieToDeposits(client, chain);
    await paymentsMined(client, chain, block, now);
    const back = await confirmDeposits(client, chain, settled, now);
    await confirmPayments(client, chain, settled, now);
    await forgetSpentCoins(client, chain, settled);
    await tellLosses(engine, chain, back, 'a deposit that was lost is back');
    return 'moved';
  });
}

async function undo(engine: Engine, chain: Chain, lease: Lease, last: BlockRef): Promise<void> {
  const now = engine.clock();
  await underLease(engine.database, lease, async (client) => {
    await moveBack(client, chain.id, last);
    await undoPayments(client, chain, last.height, now);
    const lost = await undoDeposits(client, chain, last.height, now);
    await tellLosses(engine, chain, lost, 'a reorganisation took back a deposit that was used: it is lost');
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
