import type { Watch } from '../chain.ts';
import { Contradiction } from '../rpc/endpoints.ts';
import { Bloom } from './bloom.ts';
import { TRANSFER_TOPIC } from './erc20.ts';
import type { Rpc } from './evm-rpc.ts';
import { padded } from './hex.ts';
import {
  type LogReading,
  type PlainBlock,
  type PlainTransaction,
  readBlock,
  type TokenLog,
  tokenLog,
} from './read-block.ts';
import { type Receipt, receiptsOf } from './receipts.ts';

export interface AssetIds {
  readonly nativeAssetId: number;
  /** By contract in lower case. */
  readonly tokens: ReadonlyMap<string, number>;
}

/** A block with what of it is our business. */
export interface OurBlock {
  readonly block: PlainBlock;
  readonly part: Part;
  readonly receipts: readonly Receipt[];
}

/** The transactions of a block that matter to us. */
export interface Part {
  /** Pays the native coin to one of ours. */
  readonly paid: ReadonlySet<string>;
  /** Calls a token to pay one of ours. */
  readonly called: ReadonlySet<string>;
  /** Sent by one of ours. */
  readonly sent: ReadonlySet<string>;
  /** Pays tokens to one of ours, by transaction. */
  readonly tokenLogs: ReadonlyMap<string, readonly TokenLog[]>;
  /** True for a log that belongs to these. */
  readonly isToUs: (log: TokenLog) => boolean;
}

/**
 * Reads a block, and the receipts of what in it matters to us, from one node: what it says of the one must fit what it
 * says of the other. Null if the node has no block at this height yet.
 */
export async function readOurBlock(
  rpc: Rpc,
  height: number,
  reading: LogReading,
  watchFor: (blockHash: string) => Promise<Watch>,
  assets: AssetIds,
): Promise<OurBlock | null> {
  const block = await readBlock(rpc, height, reading);
  if (block === null) return null;
  const part = partOf(block, await watchFor(block.hash), assets);
  refuseInvented(rpc, block, part);
  return { block, part, receipts: await readReceipts(rpc, block, part) };
}

/** Which transactions of a block matter to those we watch. */
function partOf(block: PlainBlock, watch: Watch, { tokens }: AssetIds): Part {
  const isWatched = watch;
  const isToUs = ({ contract, to, units }: TokenLog) => units > 0n && tokens.has(contract) && isWatched(to);
  const tokenLogs = new Map<string, TokenLog[]>();
  for (const log of block.tokenLogs.filter(isToUs)) {
    tokenLogs.set(log.txid, [...(tokenLogs.get(log.txid) ?? []), log]);
  }
  const txidsOf = (matters: (transaction: PlainTransaction) => boolean) =>
    new Set(block.transactions.filter(matters).map(({ txid }) => txid));
  return {
    paid: txidsOf(({ to, units }) => units > 0n && to !== null && isWatched(to)),
    called: new Set(block.tokenCalls.filter(({ to }) => isWatched(to)).map(({ txid }) => txid)),
    sent: txidsOf(({ from }) => isWatched(from)),
    tokenLogs,
    isToUs,
  };
}

/** Who sends what the chain itself does, such as Polygon's deposits from Ethereum: in no header's bloom. */
const SYSTEM = `0x${'00'.repeat(20)}`;

/** A log that pays us and that the block's bloom excludes is not believed. */
function refuseInvented(rpc: Rpc, block: PlainBlock, part: Part): void {
  const bloom = new Bloom(block.logsBloom);
  const senders = new Map(block.transactions.map(({ txid, from }) => [txid, from]));
  for (const { txid, contract, from, to } of [...part.tokenLogs.values()].flat()) {
    const topics = [TRANSFER_TOPIC, `0x${padded(from)}`, `0x${padded(to)}`];
    const isSystems = (senders.get(txid) ?? SYSTEM) === SYSTEM;
    if (isSystems || bloom.mayHaveLog({ address: contract, topics })) continue;
    throw new Contradiction(
      `${rpc.host} gives a transfer in transaction ${txid} that its block ${block.hash} does not have`,
    );
  }
}

/**
 * The receipts of what matters. They must tell of the same transfers to us as the logs of the block: a node that has
 * left out the log of a plain payment is caught by this, however many others it gave.
 */
async function readReceipts(rpc: Rpc, block: PlainBlock, part: Part): Promise<Receipt[]> {
  const txids = new Set([...part.paid, ...part.called, ...part.sent, ...part.tokenLogs.keys()]);
  const receipts = await receiptsOf(rpc, block.hash, [...txids]);
  for (const { txid, logs } of receipts) {
    const inReceipt = logs.flatMap(tokenLog).filter(part.isToUs).map(placeOf);
    const inBlock = (part.tokenLogs.get(txid) ?? []).map(placeOf);
    if (inReceipt.join() !== inBlock.join()) {
      throw new Contradiction(
        `${rpc.host} tells other transfers of transaction ${txid} by its logs than by its receipt: ` +
          'its index of logs is broken. Repair the node, or use another',
      );
    }
  }
  return receipts;
}

function placeOf({ logIndex, contract, to, units }: TokenLog): string {
  return `${logIndex} ${contract} ${to} ${units}`;
}
