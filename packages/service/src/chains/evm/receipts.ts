import { Contradiction } from '../rpc/endpoints.ts';
import { Bloom } from './bloom.ts';
import type { RpcLog } from './erc20.ts';
import type { Rpc } from './evm-rpc.ts';
import { count, hash, MalformedAnswer, quantity, toHex } from './hex.ts';
import { ifOffered } from './optional-method.ts';

interface RpcReceipt {
  readonly transactionHash: string;
  readonly blockHash: string;
  readonly status?: string;
  readonly gasUsed: string;
  readonly effectiveGasPrice: string;
  readonly logs: readonly RpcLog[];
  /** What a rollup of the OP family takes beside the gas, for its data on Ethereum. */
  readonly l1Fee?: string | null;
}

/** What became of a transaction. */
export interface Receipt {
  readonly txid: string;
  readonly isFailed: boolean;
  /** All that the sender paid for it, in units of the native coin. */
  readonly feeUnits: bigint;
  readonly logs: readonly RpcLog[];
}

interface BlockOf {
  readonly hash: string;
  readonly logsBloom: string;
  readonly txids: readonly string[];
}

/** The receipts of some transactions of a block. Throws if the node has not all of them in that very block. */
export async function receiptsOf(rpc: Rpc, blockHash: string, txids: readonly string[]): Promise<Receipt[]> {
  const calls = txids.map((txid) => ({ method: 'eth_getTransactionReceipt', params: [txid] }));
  const receipts = await rpc.batch<RpcReceipt | null>(calls);
  return receipts.map((receipt, n) => {
    if (receipt === null || hash(receipt.transactionHash) !== txids[n]) {
      throw new Contradiction(`${rpc.host} has transaction ${txids[n]} in a block, but no receipt for it`);
    }
    return parse(rpc, blockHash, receipt);
  });
}

/**
 * All logs of a block by its receipts. They must account for every bit of the block's bloom: a node that has lost some
 * of them is caught.
 */
export async function logsByReceipts(rpc: Rpc, block: BlockOf): Promise<RpcLog[]> {
  const inOne = await ifOffered<RpcReceipt[] | null>(rpc, 'eth_getBlockReceipts', [block.hash]);
  const receipts = inOne
    ? inOne.map((receipt) => parse(rpc, block.hash, receipt))
    : await receiptsOf(rpc, block.hash, block.txids);
  const logs = receipts.flatMap((receipt) => receipt.logs);
  if (!new Bloom(block.logsBloom).isWithin(Bloom.of(logs))) {
    throw new Contradiction(
      `${rpc.host} leaves out logs of block ${block.hash}: the block itself says that it has more. ` +
        'Repair or resynchronise the node, or use another',
    );
  }
  return logs;
}

function parse(rpc: Rpc, blockHash: string, receipt: RpcReceipt): Receipt {
  const txid = hash(receipt.transactionHash);
  if (hash(receipt.blockHash) !== blockHash) {
    throw new Contradiction(`${rpc.host} has transaction ${txid} in two blocks; it may be reorganising`);
  }
  if (receipt.status === undefined) {
    throw new MalformedAnswer(`${rpc.host} does not tell whether transaction ${txid} succeeded`);
  }
  return {
    txid,
    isFailed: quantity(receipt.status) === 0n,
    feeUnits:
      quantity(receipt.gasUsed) * quantity(receipt.effectiveGasPrice) +
      (receipt.l1Fee ? quantity(receipt.l1Fee) : 0n),
    // Nodes add fields of their own; only what all have in common can be compared.
    logs: receipt.logs.map(({ address, topics, data, logIndex }) => ({
      address: address.toLowerCase(),
      topics: topics.map((topic) => topic.toLowerCase()),
      data: data.toLowerCase(),
      logIndex: toHex(count(logIndex)),
      blockHash,
      transactionHash: txid,
    })),
  };
}
