import { type RpcLog, TRANSFER_TOPIC } from './erc20.ts';
import type { Rpc } from './evm-rpc.ts';
import { count, hash, toHex } from './hex.ts';
import type { RpcBlock } from './rpc-block.ts';

/** Blocks that are read together at most: providers limit batches, and ranges of logs. */
const MOST = 10;
/** A node that does not give so much at once is asked for each block by itself for so long. */
const REFUSED_MS = 600_000;

/** A block as a node gives it. */
export interface RawBlock {
  readonly block: RpcBlock;
  /** The transfers of known tokens in it, from an answer about several blocks; null: they have not been asked for. */
  readonly logs: readonly RpcLog[] | null;
}

/**
 * Blocks that follow one another, each node's by itself, read in one batch with one question for the logs of all. Only
 * for as long as a look takes: then the chain may be another.
 */
export class BlocksAhead {
  private readonly nowMs: () => number;
  private kept = new WeakMap<Rpc, Map<number, RawBlock>>();
  private readonly refusedAt = new WeakMap<Rpc, number>();

  constructor(nowMs = () => performance.now()) {
    this.nowMs = nowMs;
  }

  /** A new look begins. */
  forget(): void {
    this.kept = new WeakMap();
  }

  /** The block at a height, where those up to another will be asked for next; null if the node has none there yet. */
  async read(rpc: Rpc, height: number, upTo: number, contracts: readonly string[]): Promise<RawBlock | null> {
    const kept = this.kept.get(rpc)?.get(height);
    if (kept !== undefined) {
      this.kept.get(rpc)?.delete(height);
      return kept;
    }
    const isRefused = this.nowMs() - (this.refusedAt.get(rpc) ?? Number.NEGATIVE_INFINITY) < REFUSED_MS;
    const isWorthIt = contracts.length > 0 && upTo > height && upTo - height < MOST;
    if (!isWorthIt || isRefused) return readOne(rpc, height);
    try {
      const [first = null, ...others] = await readTogether(rpc, height, upTo, contracts);
      this.kept.set(rpc, new Map(others.map((each) => [count(each.block.number), each])));
      return first;
    } catch {
      const alone = await readOne(rpc, height);
      this.refusedAt.set(rpc, this.nowMs());
      return alone;
    }
  }
}

/** One block; null if the node has none at this height yet. */
export async function readOne(rpc: Rpc, height: number): Promise<RawBlock | null> {
  const block = await rpc.call<RpcBlock | null>('eth_getBlockByNumber', blockAt(height));
  return block && { block, logs: null };
}

async function readTogether(
  rpc: Rpc,
  from: number,
  to: number,
  contracts: readonly string[],
): Promise<RawBlock[]> {
  const heights = Array.from({ length: to - from + 1 }, (_, n) => from + n);
  const range = { fromBlock: toHex(from), toBlock: toHex(to), address: contracts, topics: [TRANSFER_TOPIC] };
  const answers = await rpc.batch<unknown>([
    ...heights.map((height) => ({ method: 'eth_getBlockByNumber', params: blockAt(height) })),
    { method: 'eth_getLogs', params: [range] },
  ]);
  const logs = answers.pop() as RpcLog[];
  const found = answers as (RpcBlock | null)[];
  // From where the node has no more, or goes on otherwise than it began, it is asked again.
  const end = found.findIndex((block, n) => block === null || !isNext(block, found[n - 1]));
  const blocks = (end === -1 ? found : found.slice(0, end)) as RpcBlock[];
  const hashes = new Set(blocks.map((block) => hash(block.hash)));
  // Logs of other blocks than these: the node has moved on meanwhile.
  const areTheirs = end === -1 && logs.every((log) => hashes.has(hash(log.blockHash)));
  return blocks.map((block) => ({
    block,
    logs: areTheirs ? logs.filter((log) => hash(log.blockHash) === hash(block.hash)) : null,
  }));
}

function isNext(block: RpcBlock, before: RpcBlock | null | undefined): boolean {
  return before === undefined || (before !== null && hash(block.parentHash) === hash(before.hash));
}

function blockAt(height: number): readonly unknown[] {
  return [toHex(height), true];
}
