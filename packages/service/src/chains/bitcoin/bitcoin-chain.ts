import type { Json } from '@swapdesk/contract';
import type {
  Block,
  BlockRef,
  ChainAsset,
  Coin,
  CoinChain,
  CoinRequest,
  Examination,
  ExaminedChain,
  FeeRate,
  Helper,
  Holdings,
  Mempool,
  News,
  Poll,
  SignedPayment,
  SpentCoin,
  Transaction,
  TransactionStatus,
  Watch,
} from '../chain.ts';
import type { AddressSpace, Network } from '../family.ts';
import { integerOf, listOf, textOf } from '../rpc/fields.ts';
import type { JsonRpc } from '../rpc/json-rpc.ts';
import type { Signer } from '../signer.ts';
import { CoreNode } from './core-node.ts';
import { readTransaction } from './core-transaction.ts';
import { examineNode } from './examine.ts';
import { type CoinFeePolicy, feeRateOf } from './fee-policy.ts';
import { TransactionFinder } from './find-transaction.ts';
import { helpPrice } from './help-price.ts';
import { MempoolWatch } from './mempool-watch.ts';
import { nodeProblem } from './node-problem.ts';
import type { CoinParams } from './params.ts';
import { type Payer, payByCoins, refOf } from './pay-by-coins.ts';
import { meaningOfRefusal } from './rejection.ts';
import { spentCoins } from './spent-coins.ts';
import { ZmqHint } from './zmq-hint.ts';

export interface BitcoinChainOptions {
  readonly chain: {
    readonly id: number;
    readonly name: string;
    readonly space: AddressSpace;
    readonly confirmations: number;
  };
  readonly nativeAssetId: number;
  /** Where change goes. */
  readonly treasury: string;
  readonly coin: CoinParams;
  readonly network: Network;
  readonly rpc: JsonRpc;
  readonly signer: Signer;
  readonly fees: CoinFeePolicy;
  /** When deposits that no block takes are helped along; null: never. */
  readonly help: Omit<Helper, 'price'> | null;
  /** How old the newest block may be before the node is doubted; null to not look. Never looked at on regtest. */
  readonly maxTipAgeS: number | null;
  /** Unix seconds. */
  readonly clock: () => number;
  /** Where the node publishes news, if it does. */
  readonly zmq: string | null;
  readonly poll: Poll;
  readonly warn: (facts: object, message: string) => void;
}

const NO_NEWS =
  'the node does not tell of news; it is asked at intervals. Is "zmq" what its zmqpub options say?';

/** Of a payment from one coin to one receiver with change, in virtual bytes; of several payouts together, each takes less. */
const USUAL_SIZE = 150n;

/**
 * Bitcoin, Litecoin or Dogecoin behind the port, over an ordinary Core node: it may be pruned, and needs neither an
 * index of transactions nor a wallet. All that tells the coins apart is in their parameters.
 *
 * Whatever decides on money is preceded by `tip`, which doubts the node: to one on another network a payment of ours is
 * unknown, its coins are missing, and our blocks are replaced.
 */
export class BitcoinChain implements CoinChain {
  readonly id: number;
  readonly name: string;
  readonly spending = 'coins';
  readonly treasury: string;
  readonly confirmations: number;
  readonly helper: Helper | undefined;
  readonly poll: Poll;
  private readonly options: BitcoinChainOptions;
  private readonly node: CoreNode;
  private readonly waiting: MempoolWatch;
  private readonly finder: TransactionFinder;
  private readonly payer: Payer;
  private hint: ZmqHint | null = null;

  constructor(options: BitcoinChainOptions) {
    const { chain, rpc, nativeAssetId } = options;
    this.id = chain.id;
    this.name = chain.name;
    this.treasury = options.treasury;
    this.confirmations = chain.confirmations;
    this.poll = options.poll;
    this.options = options;
    this.node = new CoreNode(rpc);
    this.waiting = new MempoolWatch(this.node, (answer, watch) => this.read(answer, watch));
    this.finder = new TransactionFinder(this.node, chain.confirmations);
    this.payer = {
      ...options,
      chainId: chain.id,
      space: chain.space,
      assetId: nativeAssetId,
      node: this.node,
    };
    if (options.help !== null) {
      this.helper = { ...options.help, price: (coin, rate) => helpPrice(coin, rate, this.payer) };
    }
  }

  async tip(): Promise<BlockRef> {
    const state = await this.node.state();
    const reason = nodeProblem(state, this.options, this.options.clock());
    if (reason !== null) throw new Error(reason);
    return { height: state.blocks, hash: state.bestHash };
  }

  async block(height: number, watch: () => Promise<Watch>): Promise<Block | null> {
    await this.tip();
    const hash = await this.node.hashAt(height);
    if (hash === null) return null;
    const block = await this.node.block(hash);
    const isWatched = await watch();
    return {
      height: integerOf(block.height),
      hash: textOf(block.hash),
      // The first block of all has none.
      parent: textOf(block.previousblockhash ?? ''),
      minedAt: integerOf(block.time),
      transactions: listOf(block.tx).map((answer) => this.read(answer, isWatched)),
    };
  }

  async settled(height: number): Promise<number> {
    return height - this.confirmations + 1;
  }

  async mempool(watch: () => Promise<Watch>, isIdle = false): Promise<Mempool> {
    await this.tip();
    return isIdle ? this.waiting.glance(watch) : this.waiting.look(watch);
  }

  sign(request: CoinRequest): Promise<SignedPayment> {
    return payByCoins(request, this.payer);
  }

  async broadcast(bytes: Uint8Array): Promise<void> {
    await this.tip();
    try {
      await this.node.send(bytes);
    } catch (error) {
      const meaning = meaningOfRefusal(error);
      if (meaning !== null) throw meaning;
    }
  }

  async statusOf(txid: string): Promise<TransactionStatus> {
    await this.tip();
    return this.finder.statusOf(txid);
  }

  /** What of our coins the node holds for unspent, all as of one block: a coin that it does not have counts nothing. */
  async balance(asset: ChainAsset, holdings: Holdings, at: BlockRef): Promise<bigint | null> {
    if (asset.id !== this.options.nativeAssetId) return 0n;
    if ((await this.tip()).hash !== at.hash) return null;
    const outputs = await this.node.unspent(holdings.coins.map(({ spend }) => refOf(spend)));
    if ((await this.node.bestHash()) !== at.hash) return null;
    if (outputs.some((output) => output !== null && output.bestHash !== at.hash)) return null;
    return outputs.reduce((sum, output) => sum + (output?.units ?? 0n), 0n);
  }

  /** In units per thousand virtual bytes. */
  async feeRate(): Promise<FeeRate> {
    const { fees } = this.options;
    return feeRateOf(await this.node.fees(fees.targetBlocks), fees);
  }

  usualCost(_asset: ChainAsset, rate: bigint): bigint {
    return (rate * USUAL_SIZE + 999n) / 1000n;
  }

  async spent(coins: readonly Coin[], at: BlockRef): Promise<SpentCoin[] | null> {
    if ((await this.tip()).hash !== at.hash) return null;
    return spentCoins(this.node, coins, at);
  }

  get telling(): 'nothing' | 'blocks' | 'everything' {
    return this.hint?.telling ?? 'nothing';
  }

  news(wake: (what: News) => void): () => void {
    const { zmq, warn } = this.options;
    if (zmq === null) return () => undefined;
    this.hint = new ZmqHint({
      endpoint: zmq,
      wake,
      transaction: (txid) => this.waiting.heard(txid),
      warn: (lost) =>
        lost === null
          ? warn({ chain: this.name }, 'the node tells of news again')
          : warn({ chain: this.name, zmq, why: lost.message }, NO_NEWS),
    });
    const { hint } = this;
    return () => hint.close();
  }

  async examine(patient: ExaminedChain): Promise<Examination[]> {
    const { host } = this.options.rpc;
    try {
      const state = await this.node.state();
      return [examineNode(host, state, nodeProblem(state, this.options, patient.now), patient)];
    } catch (error) {
      const advice = 'Start it, or correct its endpoint and how it knows us';
      return [{ what: `endpoint ${host}`, facts: (error as Error).message, advice }];
    }
  }

  private read(answer: Json, watch: Watch): Transaction {
    const { coin, network, nativeAssetId } = this.options;
    return readTransaction(answer, { coin, network, assetId: nativeAssetId }, watch);
  }
}
