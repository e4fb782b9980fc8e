import type { Transaction, Watch } from '../chain.ts';
import { advancedBy } from './instructions.ts';
import { readTransaction } from './message.ts';
import { amongOurs, type Counting, toTransactions } from './our-transactions.ts';
import type { BlockHead, Commitment, SlotBlock } from './read-block.ts';
import type { Rpc } from './solana-rpc.ts';
import { bytesOf } from './values.ts';

/** A block, and of its transactions those that are somebody's business. */
export interface BlockOfOurs {
  readonly head: BlockHead;
  readonly transactions: readonly Transaction[];
  readonly feeTakers: readonly number[];
}

type Nonce = { readonly account: string; readonly value: string };

/** What of a block that was read is ours. Of what the treasury has sent, the bytes are asked for: they name the nonce. */
export async function readOurs(
  rpc: Rpc,
  block: SlotBlock,
  counting: Counting,
  watch: Watch,
  commitment: Commitment,
): Promise<BlockOfOurs> {
  const ours = amongOurs(block.transactions, counting, watch);
  const own = ours.filter(({ feePayer }) => feePayer === counting.treasury).map(({ txid }) => txid);
  const nonces = await readNonces(rpc, own, commitment);
  const { transactions: _, ...head } = block;
  return { head, ...toTransactions(ours, counting, (txid) => nonces.get(txid) ?? null) };
}

async function readNonces(
  rpc: Rpc,
  txids: readonly string[],
  commitment: Commitment,
): Promise<ReadonlyMap<string, Nonce | null>> {
  if (txids.length === 0) return new Map();
  const options = { encoding: 'base64', commitment, maxSupportedTransactionVersion: 0 };
  const answers = await rpc.batch<{ transaction: unknown } | null>(
    txids.map((txid) => ({ method: 'getTransaction', params: [txid, options] })),
  );
  return new Map(txids.map((txid, n) => [txid, nonceIn(rpc, txid, answers[n] ?? null)]));
}

function nonceIn({ host }: Rpc, txid: string, answer: { transaction: unknown } | null): Nonce | null {
  if (answer === null) throw new Error(`${host} has a block with ${txid}, but not the transaction itself`);
  const read = readTransaction(bytesOf(answer.transaction));
  if (read.txid !== txid) throw new Error(`${host} gives another transaction for ${txid}`);
  const advanced = advancedBy(read.first);
  return advanced === null ? null : { account: advanced.account, value: read.lifetime };
}
