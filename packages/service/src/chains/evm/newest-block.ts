import type { BlockRef } from '../chain.ts';
import type { Rpc } from './evm-rpc.ts';
import { count, hash, toHex } from './hex.ts';

/** A node that was not loading the chain is asked again whether it is, this often. */
const LOADING_EVERY_MS = 30_000;

/** How old a newest block may be. */
export interface TipAge {
  /** Null where blocks come when they are asked for. */
  readonly maxTipAgeS: number | null;
  /** Unix seconds. */
  readonly clock: () => number;
}

/** What each endpoint says that its newest block is, with as few calls as can be. */
export class NewestBlock {
  private readonly age: TipAge;
  private readonly nowMs: () => number;
  private readonly loadedAt = new WeakMap<Rpc, number>();

  constructor(age: TipAge, nowMs = () => performance.now()) {
    this.age = age;
    this.nowMs = nowMs;
  }

  /** Throws if the node is still loading the chain, or has stopped following it. */
  async of(rpc: Rpc): Promise<BlockRef> {
    const loadedAt = this.loadedAt.get(rpc) ?? Number.NEGATIVE_INFINITY;
    if (this.nowMs() - loadedAt >= LOADING_EVERY_MS) {
      await refuseLoading(rpc);
      this.loadedAt.set(rpc, this.nowMs());
    }
    const block = await rpc.call<{ number: string; hash: string; timestamp: string } | null>(
      'eth_getBlockByNumber',
      ['latest', false],
    );
    if (block === null) throw new Error(`${rpc.host} has no block at all: wait until it has, or use another`);
    this.refuseOld(rpc, count(block.timestamp));
    return { height: count(block.number), hash: hash(block.hash) };
  }

  /** One that stands still says nothing of what is paid now. Where every node seems to, it may be our clock that is ahead. */
  private refuseOld({ host }: Rpc, minedAt: number): void {
    const { maxTipAgeS, clock } = this.age;
    const ageS = clock() - minedAt;
    if (maxTipAgeS === null || ageS <= maxTipAgeS) return;
    throw new Error(
      `${host}'s newest block is ${Math.round(ageS / 60)} minutes old: look whether it still follows the chain, and whether the database's clock is right`,
    );
  }
}

/** The height alone. Throws if the node is still loading the chain. */
export async function newestHeight(rpc: Rpc): Promise<number> {
  await refuseLoading(rpc);
  return count(await rpc.call('eth_blockNumber'));
}

/** Null if the node has no block at this height yet. */
export async function hashAt(rpc: Rpc, height: number): Promise<string | null> {
  const block = await rpc.call<{ hash: string } | null>('eth_getBlockByNumber', [toHex(height), false]);
  return block && hash(block.hash);
}

/** What a node that is loading says of the present would be the past. */
async function refuseLoading(rpc: Rpc): Promise<void> {
  const syncing = await rpc.call<false | { currentBlock?: string; highestBlock?: string }>('eth_syncing');
  if (syncing === false) return;
  throw new Error(
    `${rpc.host} is still loading the chain (block ${syncing.currentBlock} of ${syncing.highestBlock}): wait, or use another`,
  );
}
