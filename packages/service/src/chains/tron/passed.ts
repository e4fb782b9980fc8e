import type { BlockRef, ExpiringAttempt, TransactionStatus } from '../chain.ts';
import { agreedStatus } from '../rpc/agreed-status.ts';
import type { Endpoints } from '../rpc/endpoints.ts';
import { whole } from './answers.ts';
import { headAt } from './read-block.ts';
import { NotOffered, type TronNode, TronRefusal } from './tron-node.ts';

/** Blocks come no quicker than this. */
const BLOCK_MS = 3_000;
/** No transaction is good for longer. */
const LONGEST_MS = 86_400_000;

interface Info {
  readonly blockNumber?: number;
  readonly result?: string;
  readonly receipt?: { readonly result?: string };
}

/**
 * Those of some attempts that never can be in a block any more: a solidified block is of the time of their expiry or later,
 * and nobody who was asked after that has them in a block. As many as must agree have to say so, and none otherwise.
 */
export async function passedWithout(
  endpoints: Endpoints<TronNode>,
  attempts: readonly ExpiringAttempt[],
  settled: BlockRef,
): Promise<readonly string[]> {
  const answers = await endpoints.each((node) => passedAt(node, attempts, settled));
  const told = answers.flatMap((answer) =>
    'value' in answer && answer.value !== null ? [answer.value] : [],
  );
  if (told.length < endpoints.quorum) return [];
  return attempts.map(({ txid }) => txid).filter((txid) => told.every((passed) => passed.has(txid)));
}

/** Null if the node has not this block, so that it cannot tell. */
async function passedAt(
  node: TronNode,
  attempts: readonly ExpiringAttempt[],
  settled: BlockRef,
): Promise<ReadonlySet<string> | null> {
  const head = await headAt(node, 'solid', settled.height);
  if (head?.hash !== settled.hash) return null;
  const due = attempts.filter(({ expiresAt }) => head.timeMs >= expiresAt);
  if (due.length === 0) return new Set();
  const earliest = Math.min(...due.map(({ expiresAt }) => expiresAt)) - LONGEST_MS;
  const oldest = Math.max(1, settled.height - Math.ceil((head.timeMs - earliest) / BLOCK_MS));
  // One that began later than these could have been mined would know nothing of it.
  if ((await headAt(node, 'solid', oldest)) === null)
    throw new TronRefusal(
      `${node.host} has no block ${oldest}: it has not all in which a payment could be. Use one that has a day of blocks`,
    );
  const passed = new Set<string>();
  for (const { txid } of due) if (!(await hasInBlock(node, txid))) passed.add(txid);
  return passed;
}

async function hasInBlock(node: TronNode, txid: string): Promise<boolean> {
  const asked = { value: txid };
  const [solid, newer, transaction] = await Promise.all([
    node.solid<Info>('gettransactioninfobyid', asked),
    node.wallet<Info>('gettransactioninfobyid', asked),
    node.wallet('gettransactionbyid', asked),
  ]);
  return [solid, newer, transaction].some((answer) => Object.keys(answer).length > 0);
}

/** Whether a solidified block has a transaction that came to nothing, by as many as must agree. */
export async function hasFailed(endpoints: Endpoints<TronNode>, txid: string): Promise<boolean> {
  return endpoints.agree(`what became of ${txid}`, async (node) => {
    const info = await node.solid<Info>('gettransactioninfobyid', { value: txid });
    return info.blockNumber !== undefined && info.result === 'FAILED';
  });
}

/** What the endpoints know of a transaction. It is mined once a solidified block has it. */
export function readStatus(endpoints: Endpoints<TronNode>, txid: string): Promise<TransactionStatus> {
  return agreedStatus(endpoints, txid, statusAt);
}

async function statusAt(node: TronNode, txid: string): Promise<TransactionStatus> {
  const asked = { value: txid };
  const { blockNumber } = await node.solid<Info>('gettransactioninfobyid', asked);
  if (blockNumber !== undefined) {
    const head = await headAt(node, 'solid', whole(blockNumber));
    if (head !== null) return { state: 'mined', block: { height: head.height, hash: head.hash } };
  }
  const found = await node.wallet('gettransactionbyid', asked);
  if (Object.keys(found).length > 0) return { state: 'waiting' };
  const pending = await node.wallet('gettransactionfrompending', asked).catch((error: unknown) => {
    if (error instanceof NotOffered || error instanceof TronRefusal) return {};
    throw error;
  });
  return { state: Object.keys(pending).length > 0 ? 'waiting' : 'unknown' };
}
