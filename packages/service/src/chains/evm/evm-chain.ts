import type {
  Block,
  BlockRef,
  ChainAsset,
  Examination,
  ExaminedChain,
  FeeRate,
  Holdings,
  Mempool,
  News,
  NonceChain,
  NonceRequest,
  Poll,
  SignedPayment,
  TransactionStatus,
  Watch,
} from '../chain.ts';
import { Endpoints } from '../rpc/endpoints.ts';
import { oncePerBlock } from '../rpc/once-per-block.ts';
import type { Signer } from '../signer.ts';
import { balancesIfKnown, TAKES_BLOCK_MS } from './balances.ts';
import { toTransactions } from './block-transactions.ts';
import { BlocksAhead } from './blocks-ahead.ts';
import { broadcast } from './broadcast.ts';
import { checkChainOf } from './check-chain.ts';
import { checkToken, type TokenFacts } from './check-token.ts';
import type { Rpc } from './evm-rpc.ts';
import { examineEvm } from './examine.ts';
import { type GasPolicy, readFeeRate } from './fees.ts';
import { FinalBlock } from './final-block.ts';
import { HeadsHint, hostOf, type WsEndpoint } from './heads-hint.ts';
import { account, count } from './hex.ts';
import { type InternalTransfers, readInternalTransfers } from './internal-transfers.ts';
import { hashAt, NewestBlock, newestHeight } from './newest-block.ts';
import { type AssetIds, readOurBlock } from './our-block.ts';
import {
  blameless,
  type GasLimits,
  type PaymentRules,
  planPayment,
  signPlan,
  transferIn,
} from './payment.ts';
import { PendingTransactions, UNREAD } from './pending.ts';
import type { PlainBlock, TokenLog } from './read-block.ts';
import { readShortfalls, withoutShortfalls } from './token-arrivals.ts';
import { readTransactionStatus } from './transaction-status.ts';

/** A token of the catalogue. */
export interface EvmToken {
  readonly id: number;
  readonly abbr: string;
  readonly contract: string;
}

export interface EvmChainOptions {
  readonly chain: {
    readonly id: number;
    readonly name: string;
    /** EIP-155. */
    readonly evmChainId: number;
    readonly confirmations: number;
    readonly nativeAssetId: number;
    readonly nativeAbbr: string;
    readonly treasury: string;
  };
  /** The tokens as the catalogue has them now. */
  readonly tokens: () => readonly EvmToken[];
  /** At least one. */
  readonly endpoints: readonly Rpc[];
  /** As many endpoints must say the same of what decides on money. */
  readonly quorum: number;
  /** Which blocks count: by the chain's own word, where it has one, or by how many are on top. */
  readonly finality: 'finalized' | 'safe' | 'confirmations';
  readonly fees: GasPolicy;
  readonly gas: GasLimits;
  /** What the chain may take beside the gas for a payment: a rollup's share for its data on Ethereum. Else 0. */
  readonly extraFeeUnits: bigint;
  /** `auto`: native coins that contracts send are found where enough nodes can trace. */
  readonly canTrace: 'auto' | 'never';
  /** `always`: the logs of each block are compared with all its receipts; `suspicious`: where its bloom promises more. */
  readonly receipts: 'always' | 'suspicious';
  readonly signer: Signer;
  readonly poll: Poll;
  /** Where a node tells of new blocks by itself, if one does: ws(s)://… */
  readonly ws: WsEndpoint | null;
  /** How old the newest block may be; null where blocks come when they are asked for. */
  readonly maxTipAgeS: number | null;
  /** Unix seconds. */
  readonly clock: () => number;
  readonly warn: (facts: object, message: string) => void;
}

/** What a token's transfer usually takes of its limit, in percent. */
const USUAL_TOKEN_GAS = 60n;
const NO_NEWS =
  'a node does not tell of news: it is asked at intervals, until it does. Look whether its "ws" is right';
/** Nodes hear of a block at different times. */
const SOME_BLOCKS = 10;

/** A chain of Ethereum's kind behind the port, by what its endpoints agree on. It keeps nothing but what saves questions. */
export class EvmChain implements NonceChain {
  readonly id: number;
  readonly name: string;
  readonly spending = 'account';
  readonly excluding = 'nonce';
  readonly treasury: string;
  readonly needsSweeping = true;
  readonly confirmations: number;
  readonly takesBlockMs = TAKES_BLOCK_MS;
  readonly poll: Poll;
  private readonly options: EvmChainOptions;
  private readonly endpoints: Endpoints<Rpc>;
  private readonly pending = new PendingTransactions();
  private readonly newest: NewestBlock;
  private readonly ahead = new BlocksAhead();
  private readonly final = new FinalBlock();
  private hint: HeadsHint | null = null;
  private isTracing = true;

  constructor(options: EvmChainOptions) {
    const { chain, endpoints, quorum, warn } = options;
    this.options = options;
    this.id = chain.id;
    this.name = chain.name;
    this.treasury = chain.treasury;
    this.confirmations = chain.confirmations;
    this.poll = options.poll;
    this.newest = new NewestBlock(options);
    this.endpoints = new Endpoints({ chain, endpoints, checkChain: checkChainOf(chain), quorum, warn });
  }

  async tip(): Promise<BlockRef> {
    this.ahead.forget();
    this.final.forget();
    const newest = new Map<Rpc, BlockRef>();
    const heightOf = async (rpc: Rpc) => {
      const block = await this.newest.of(rpc);
      newest.set(rpc, block);
      return block.height;
    };
    const height = await this.endpoints.reached('the newest block', heightOf, this.mostBehind);
    const hash = await this.endpoints.agree(`the hash of block ${height}`, (rpc) => {
      const block = newest.get(rpc);
      return block?.height === height ? Promise.resolve(block.hash) : hashAt(rpc, height);
    });
    if (hash === null) throw new Error(`${this.name}: too few endpoints have block ${height} yet`);
    return { height, hash };
  }

  async block(height: number, watch: () => Promise<Watch>, upTo?: number): Promise<Block | null> {
    if (height < 0) return null;
    const assets = this.assetIds();
    const reading = {
      contracts: [...assets.tokens.keys()],
      fromReceipts: this.options.receipts === 'always',
      ...(upTo !== undefined && { ahead: { blocks: this.ahead, upTo } }),
    };
    const watchFor = oncePerBlock(async () => this.withTreasury(await watch()));
    const ours = await this.endpoints.agree(
      `block ${height}`,
      (rpc) => readOurBlock(rpc, height, reading, watchFor, assets),
      ({ block, receipts }) => [block, receipts],
    );
    if (ours === null) return null;
    const { block, part } = ours;
    const [internal, shortfalls] = await Promise.all([
      this.internalTransfers(block, await watchFor(block.hash)),
      this.shortfalls(block, [...part.tokenLogs.values()].flat()),
    ]);
    const transactions = toTransactions(ours, internal, assets);
    const assetIdOf = (contract: string) => assets.tokens.get(contract);
    const feeTakers = new Set(shortfalls.flatMap(({ contract }) => assetIdOf(contract) ?? []));
    return {
      height,
      hash: block.hash,
      parent: block.parent,
      minedAt: block.minedAt,
      transactions: withoutShortfalls(transactions, shortfalls, assetIdOf),
      ...(feeTakers.size > 0 && { feeTakers: [...feeTakers] }),
    };
  }

  get isFinal(): boolean {
    return this.options.finality !== 'confirmations';
  }

  async settled(height: number): Promise<number> {
    const { finality } = this.options;
    if (finality === 'confirmations') return height - this.confirmations + 1;
    return Math.min(await this.final.read(this.endpoints, finality), height);
  }

  async mempool(watch: () => Promise<Watch>, isIdle = false): Promise<Mempool> {
    return isIdle ? UNREAD : this.pending.read(this.endpoints, () => this.assetIds(), watch);
  }

  get telling(): 'nothing' | 'blocks' {
    return this.hint?.isTelling ? 'blocks' : 'nothing';
  }

  news(wake: (what: News) => void): () => void {
    const { ws, warn } = this.options;
    if (ws === null) return () => undefined;
    const hint = new HeadsHint({
      endpoint: ws,
      wake: () => wake('block'),
      warn: (why) =>
        why === null
          ? warn({ chain: this.name }, 'the node tells of news again')
          : warn({ chain: this.name, ws: hostOf(ws.url), why }, NO_NEWS),
    });
    this.hint = hint;
    return () => hint.close();
  }

  async sign(request: NonceRequest): Promise<SignedPayment> {
    const rules = this.paymentRules();
    const transfer = transferIn(request, rules);
    const plan = await this.endpoints.first((rpc) => planPayment(rpc, transfer, rules).catch(blameless));
    return signPlan(plan, request.feeRate, this.options.signer, rules);
  }

  broadcast(bytes: Uint8Array): Promise<void> {
    return broadcast(this.endpoints, bytes);
  }

  statusOf(txid: string): Promise<TransactionStatus> {
    return readTransactionStatus(this.endpoints, txid);
  }

  async balance(asset: ChainAsset, { addresses }: Holdings, at: BlockRef): Promise<bigint | null> {
    const holders = [...new Set([this.options.chain.treasury, ...addresses])];
    const balances = await this.balances(asset, holders, at);
    return balances === null ? null : balances.reduce((sum, units) => sum + units, 0n);
  }

  /**
   * What each address holds of an asset as of a block; null if too few nodes can tell. More of the native coin than is
   * booked came inside a call that no node could trace.
   */
  balances(
    { contract }: Pick<ChainAsset, 'contract'>,
    addresses: readonly string[],
    { height, hash: blockHash }: BlockRef,
  ): Promise<bigint[] | null> {
    return this.endpoints.agree(`the balances at block ${height}`, (rpc) =>
      balancesIfKnown(rpc, contract, addresses, { blockHash }),
    );
  }

  /** The same, of the native coin. */
  nativeBalances(addresses: readonly string[], at: BlockRef): Promise<bigint[] | null> {
    return this.balances({ contract: null }, addresses, at);
  }

  accountBalances(
    addresses: readonly string[],
    asset: ChainAsset,
    at: BlockRef,
  ): Promise<readonly bigint[] | null> {
    return this.balances(asset, addresses, at);
  }

  feeRate(): Promise<FeeRate> {
    return this.endpoints.first((rpc) => readFeeRate(rpc, this.options.fees));
  }

  usualCost({ contract }: ChainAsset, rate: bigint): bigint {
    const { gas, extraFeeUnits } = this.options;
    return (contract === null ? gas.native : (gas.token * USUAL_TOKEN_GAS) / 100n) * rate + extraFeeUnits;
  }

  transferCost({ contract }: ChainAsset, rate: bigint): bigint {
    const { gas, extraFeeUnits } = this.options;
    return (contract === null ? gas.native : gas.token) * rate + extraFeeUnits;
  }

  nextNonce(address: string): Promise<number> {
    return this.endpoints.agree(`the next number of ${address}`, async (rpc) =>
      count(await rpc.call('eth_getTransactionCount', [address, 'latest'])),
    );
  }

  /** What waits is not everywhere: enough must know as much, but none is wrong that knows less. */
  nextNonceWaiting(address: string): Promise<number> {
    return this.endpoints.reached(`what waits of ${address}`, async (rpc) =>
      count(await rpc.call('eth_getTransactionCount', [address, 'pending'])),
    );
  }

  /** What the operator should know of a token before it is traded; null if there is none at this address. */
  checkToken(contract: string): Promise<TokenFacts | null> {
    return this.endpoints.agree(`the token at ${contract}`, (rpc) => checkToken(rpc, contract));
  }

  async examine(patient: ExaminedChain): Promise<Examination[]> {
    const { finality, canTrace } = this.options;
    const expected = {
      finality,
      isTraced: canTrace !== 'never',
      mostBehind: this.mostBehind,
      newestHeight,
      maxTipAgeS: this.options.maxTipAgeS,
    };
    return examineEvm(this.endpoints, expected, patient, (contract) => this.checkToken(contract));
  }

  private get mostBehind(): number {
    return this.confirmations + SOME_BLOCKS;
  }

  private withTreasury(watch: Watch): Watch {
    const treasury = this.treasury.toLowerCase();
    return (address) => address.toLowerCase() === treasury || watch(address);
  }

  private async internalTransfers(block: PlainBlock, watch: Watch): Promise<InternalTransfers> {
    if (this.options.canTrace === 'never' || block.transactions.length === 0) return new Map();
    const transfers = await this.endpoints.agree(`the calls in block ${block.height}`, (rpc) =>
      readInternalTransfers(rpc, block, watch),
    );
    if (transfers === null && this.isTracing) {
      this.options.warn(
        { chain: this.name, height: block.height },
        'too few endpoints can trace: native coins that contracts send are found by balances alone',
      );
    }
    this.isTracing = transfers !== null;
    return new Map(transfers ?? []);
  }

  private async shortfalls(block: PlainBlock, received: readonly TokenLog[]) {
    if (received.length === 0) return [];
    const shortfalls = await this.endpoints.agree(`the tokens that arrived in block ${block.height}`, (rpc) =>
      readShortfalls(rpc, block, received),
    );
    for (const { contract, address, units } of shortfalls ?? []) {
      this.options.warn(
        { chain: this.name, contract, address, missing: String(units) },
        'a token takes a fee on transfers: only what arrived is credited, and it is traded no more',
      );
    }
    return shortfalls ?? [];
  }

  private assetIds(): AssetIds {
    const tokens = this.options.tokens().map(({ id, contract }) => [account(contract), id] as const);
    return { nativeAssetId: this.options.chain.nativeAssetId, tokens: new Map(tokens) };
  }

  private paymentRules(): PaymentRules {
    const { chain, gas, extraFeeUnits, fees, tokens } = this.options;
    const { nativeAssetId, nativeAbbr } = chain;
    const native: ChainAsset = { id: nativeAssetId, abbr: nativeAbbr, contract: null };
    const assetOf = (assetId: number) => {
      const asset = [native, ...tokens()].find(({ id }) => id === assetId);
      if (asset === undefined) throw new RangeError(`asset ${assetId} is not one of ${chain.name}`);
      return asset;
    };
    return { chainId: chain.id, evmChainId: chain.evmChainId, gas, extraFeeUnits, fees, assetOf };
  }
}
