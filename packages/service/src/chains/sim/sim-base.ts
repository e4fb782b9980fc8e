import type { Block, BlockRef, FeeRate, Mempool, News, Payee, Poll, TransactionStatus } from '../chain.ts';
import type { AddressSpace } from '../family.ts';
import type { SimNetwork } from './sim-network.ts';
import { SimSpent } from './sim-spent.ts';
import type { SimMove } from './sim-transaction.ts';

/** A fee never grows beyond so many times the usual one. */
const MOST_TIMES = 10n;
/** Where news are told. */
const POLL: Poll = { busyS: 0.5, idleS: 5, isFree: true };

/** Who tells of what is new on test networks. */
export interface Telling {
  readonly telling: 'nothing' | 'everything';
  /** Returns how to end that. */
  listen(chainId: number, wake: (what: News) => void): () => void;
}

/** A chain, as far as its test network needs to know it. */
export interface ChainFacts {
  readonly id: number;
  readonly name: string;
  readonly space: AddressSpace;
  readonly nativeAbbr: string;
  readonly confirmations: number;
}

export interface SimOptions {
  readonly chain: ChainFacts;
  /** The chain's native coin, in which fees are paid. */
  readonly nativeAssetId: number;
  /** What a transfer costs, in units of the native coin. */
  readonly transferCost: bigint;
  readonly treasury: string;
  /** Who tells of what is new; without it, each look is a real one. */
  readonly news?: Telling | undefined;
}

/** What the test networks of both kinds share. */
export abstract class SimBase {
  readonly id: number;
  readonly name: string;
  readonly treasury: string;
  readonly confirmations: number;
  readonly poll?: Poll;
  readonly news?: (wake: (what: News) => void) => () => void;
  private readonly told: Telling | undefined;
  protected readonly network: SimNetwork;
  protected readonly uses: SimSpent;
  protected readonly nativeAssetId: number;
  protected readonly usualFee: bigint;

  constructor(network: SimNetwork, { chain, nativeAssetId, transferCost, treasury, news }: SimOptions) {
    this.network = network;
    this.uses = new SimSpent(network.database, chain.id);
    this.id = chain.id;
    this.name = chain.name;
    this.treasury = treasury;
    this.confirmations = chain.confirmations;
    this.nativeAssetId = nativeAssetId;
    this.usualFee = transferCost;
    this.told = news;
    if (news === undefined) return;
    this.poll = POLL;
    this.news = (wake) => news.listen(chain.id, wake);
  }

  get telling(): 'nothing' | 'everything' {
    return this.told?.telling ?? 'nothing';
  }

  tip(): Promise<BlockRef> {
    return this.network.tip();
  }

  block(height: number): Promise<Block | null> {
    return this.network.block(height);
  }

  async settled(height: number): Promise<number> {
    return height - this.confirmations + 1;
  }

  async mempool(): Promise<Mempool> {
    const transactions = await this.network.mempool();
    const txids = new Set(transactions.map(({ txid }) => txid));
    return { has: (txid) => txids.has(txid), transactions, noted() {} };
  }

  async broadcast(bytes: Uint8Array): Promise<void> {
    await this.network.submit(bytes);
  }

  statusOf(txid: string): Promise<TransactionStatus> {
    return this.network.statusOf(txid);
  }

  async feeRate(): Promise<FeeRate> {
    return { now: this.usualFee, most: this.usualFee * MOST_TIMES };
  }

  usualCost(): null {
    return null;
  }
}

export function toMove({ address, assetId, units }: Pick<Payee, 'address' | 'assetId' | 'units'>): SimMove {
  return { address, assetId, units: String(units) };
}
