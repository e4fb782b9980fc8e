import type {
  Block,
  BlockRef,
  ChainAsset,
  DurableChain,
  DurableRequest,
  Examination,
  ExaminedChain,
  ExpiringAttempt,
  ExpiringPayment,
  FeeRate,
  Holdings,
  Mempool,
  OpeningRequest,
  Poll,
  SignedPayment,
  TransactionStatus,
  Watch,
} from '../chain.ts';
import { Endpoints } from '../rpc/endpoints.ts';
import { oncePerBlock } from '../rpc/once-per-block.ts';
import { balancesAt } from './balances.ts';
import { BlockSlots } from './block-slots.ts';
import { broadcast } from './broadcast.ts';
import { checkChainOf } from './check-chain.ts';
import { checkToken, type MintFacts } from './check-token.ts';
import { ConfirmedTransactions, UNREAD } from './confirmed.ts';
import { MOST_COMPUTE, MOST_SWEPT, PER_SIGNATURE, priorityCost, USUAL_COMPUTE } from './cost.ts';
import { associatedAccount, nonceAccountOf } from './derived-address.ts';
import { examineSolana } from './examine.ts';
import { type PriorityPolicy, readFeeRate } from './fees.ts';
import { FinalTip } from './final-tip.ts';
import { newestValues, nonceValuesAt, readNonceValues } from './nonces.ts';
import { type BlockOfOurs, readOurs } from './our-block.ts';
import type { Counting } from './our-transactions.ts';
import { passedWithout } from './passed.ts';
import { type SolanaRules, type SolanaSigner, signRequest } from './payment.ts';
import { TOKEN_2022, type TokenProgram } from './program-ids.ts';
import { RecentBlocks } from './recent-blocks.ts';
import { NONCE_RENT, TOKEN_RENT, WALLET_RENT } from './rent.ts';
import type { Rpc } from './solana-rpc.ts';
import { readTransactionStatus } from './transaction-status.ts';

/** A token of the catalogue. */
export interface SolanaToken {
  readonly id: number;
  readonly abbr: string;
  /** The mint. */
  readonly contract: string;
}

export interface SolanaChainOptions {
  readonly chain: {
    readonly id: number;
    readonly name: string;
    /** The hash of the first block; null for a network of one's own. */
    readonly genesis: string | null;
    readonly nativeAssetId: number;
    readonly nativeAbbr: string;
    readonly treasury: string;
  };
  /** The tokens as the catalogue has them now. */
  readonly tokens: () => readonly SolanaToken[];
  /** At least one. */
  readonly endpoints: readonly Rpc[];
  /** As many endpoints must say the same of what decides on money. */
  readonly quorum: number;
  readonly fees: PriorityPolicy;
  readonly signer: SolanaSigner;
  readonly poll: Poll;
  /** How old the newest final block may be; null where blocks come when they are asked for. */
  readonly maxTipAgeS: number | null;
  /** Unix seconds. */
  readonly clock: () => number;
  readonly warn: (facts: object, message: string) => void;
}

/** Nodes hear of a block at different times. */
const MOST_BEHIND = 150;
/** While one of them is used, endpoints that are at different blocks say different things of it. */
const NONCE_TRIES = 3;

/**
 * Solana behind the port, by what its endpoints agree on. Only blocks that are final are followed, so none is ever undone; what is
 * confirmed before that is seen. It keeps nothing but what saves questions.
 */
export class SolanaChain implements DurableChain {
  readonly id: number;
  readonly name: string;
  readonly spending = 'account';
  readonly excluding = 'durable nonce';
  readonly treasury: string;
  readonly needsSweeping = true;
  readonly confirmations = 1;
  readonly isFinal = true;
  readonly nonceRent = NONCE_RENT;
  readonly leastLeft = WALLET_RENT;
  readonly mostOpened = 5;
  readonly poll: Poll;
  private readonly options: SolanaChainOptions;
  private readonly endpoints: Endpoints<Rpc>;
  private readonly slots: BlockSlots;
  private readonly final: FinalTip;
  private readonly confirmed = new ConfirmedTransactions();
  private readonly recent = new RecentBlocks();
  private readonly programs = new Map<string, TokenProgram>();

  constructor(options: SolanaChainOptions) {
    const { chain, endpoints, quorum, warn } = options;
    this.options = options;
    this.id = chain.id;
    this.name = chain.name;
    this.treasury = chain.treasury;
    this.poll = options.poll;
    this.endpoints = new Endpoints({ chain, endpoints, checkChain: checkChainOf(chain), quorum, warn });
    this.slots = new BlockSlots(this.endpoints);
    this.final = new FinalTip(this.endpoints, { ...options, mostBehind: MOST_BEHIND });
  }

  async tip(): Promise<BlockRef> {
    const { slot, height, hash } = await this.final.read();
    this.slots.note({ slot, height });
    return { height, hash };
  }

  async block(height: number, watch: () => Promise<Watch>, upTo?: number): Promise<Block | null> {
    if (height < 0) return null;
    const slot = await this.slotOf(height, upTo);
    if (slot === null) return null;
    const ours = await this.agreeOn(height, slot, watch).catch((error) => {
      this.recent.forget(this.options.endpoints, slot);
      throw error;
    });
    if (ours === null) {
      this.slots.forget(height);
      return null;
    }
    const { head, transactions, feeTakers } = ours;
    this.slots.note(head);
    return {
      height,
      hash: head.hash,
      parent: head.parent,
      minedAt: head.minedAt ?? this.options.clock(),
      transactions,
      ...(feeTakers.length > 0 && { feeTakers }),
    };
  }

  /** All that is followed is final. */
  async settled(height: number): Promise<number> {
    return height;
  }

  async mempool(watch: () => Promise<Watch>, isIdle = false): Promise<Mempool> {
    return isIdle ? UNREAD : this.confirmed.read(this.endpoints, this.counting(), watch);
  }

  sign = (request: DurableRequest | OpeningRequest): Promise<SignedPayment | ExpiringPayment> =>
    signRequest(this.endpoints, request, this.options.signer, this.paymentRules());

  broadcast(bytes: Uint8Array): Promise<void> {
    return broadcast(this.endpoints, bytes);
  }

  statusOf(txid: string): Promise<TransactionStatus> {
    return readTransactionStatus(this.endpoints, txid);
  }

  async balance(asset: ChainAsset, { addresses }: Holdings, at: BlockRef): Promise<bigint | null> {
    const holders = [...new Set([this.treasury, ...addresses])];
    const balances = await this.accountBalances(holders, asset, at);
    return balances === null ? null : balances.reduce((sum, units) => sum + units, 0n);
  }

  async accountBalances(
    addresses: readonly string[],
    { contract }: Pick<ChainAsset, 'contract'>,
    at: BlockRef,
  ): Promise<readonly bigint[] | null> {
    const slot = await this.slotOf(at.height);
    if (slot === null) return null;
    const program = contract === null ? null : await this.programOf(contract);
    if (contract !== null && program === null) return null;
    const accounts =
      contract === null || program === null
        ? addresses
        : addresses.map((owner) => associatedAccount(owner, contract, program));
    const wanted = { accounts, isToken: contract !== null, slot };
    return this.endpoints.agree(`the balances at block ${at.height}`, async (rpc) => {
      const block = await this.recent.read(rpc, slot);
      return block?.hash === at.hash ? balancesAt(rpc, wanted, this.recent) : null;
    });
  }

  async feeRate(): Promise<FeeRate> {
    // What a token costs depends on its program, and whoever asks for that does not wait.
    await Promise.allSettled(this.options.tokens().map(({ contract }) => this.programOf(contract)));
    return this.endpoints.first((rpc) => readFeeRate(rpc, this.options.fees));
  }

  /** Of a token: with an account that has to be opened for the receiver, as nobody knows before. */
  usualCost({ contract }: ChainAsset, rate: bigint): bigint {
    if (contract === null) return PER_SIGNATURE + priorityCost(USUAL_COMPUTE.native, rate);
    return PER_SIGNATURE + priorityCost(USUAL_COMPUTE.token, rate) + this.tokenRent(contract);
  }

  transferCost({ contract }: ChainAsset, rate: bigint): bigint {
    const signatures = 2n * PER_SIGNATURE;
    if (contract === null) return signatures + priorityCost(MOST_COMPUTE.native, rate);
    return signatures + priorityCost(MOST_COMPUTE.token, rate) + this.tokenRent(contract);
  }

  mostSwept({ contract }: ChainAsset): number {
    return contract === null ? MOST_SWEPT.native : MOST_SWEPT.token;
  }

  async nonceAccount(number: number): Promise<string> {
    return nonceAccountOf(this.treasury, number);
  }

  async nonceValues(accounts: readonly string[]): Promise<readonly (string | null)[]> {
    for (let tries = 0; tries < NONCE_TRIES; tries++) {
      const { slot } = await this.final.read();
      const values = await this.endpoints.agree(`what nonce accounts hold in slot ${slot}`, (rpc) =>
        nonceValuesAt(rpc, { accounts, authority: this.treasury, slot }, this.recent),
      );
      if (values !== null) return values;
    }
    throw new Error(`${this.name}: too few endpoints tell what nonce accounts hold`);
  }

  /** As whoever is furthest says, if enough others do: one that knows less is not wrong, and one that says more is not right by that. */
  async nonceValuesWaiting(accounts: readonly string[]): Promise<readonly (string | null)[]> {
    const answers = await this.endpoints.each((rpc) =>
      readNonceValues(rpc, accounts, this.treasury, 'confirmed'),
    );
    const told = answers.flatMap((answer) => ('value' in answer ? [answer.value] : []));
    if (told.length === 0) throw new Error(`${this.name}: no endpoint tells what nonce accounts hold`);
    return newestValues(told, this.endpoints.quorum);
  }

  async passedWithout(attempts: readonly ExpiringAttempt[], settled: BlockRef): Promise<readonly string[]> {
    const slot = await this.slotOf(settled.height);
    return slot === null ? [] : passedWithout(this.endpoints, attempts, { ...settled, slot });
  }

  /** What the operator should know of a token before it is traded; null if there is none at this address. */
  checkToken(mint: string): Promise<MintFacts | null> {
    return this.endpoints.agree(`the token at ${mint}`, (rpc) => checkToken(rpc, mint));
  }

  async examine(patient: ExaminedChain): Promise<Examination[]> {
    const expected = { mostBehind: MOST_BEHIND, maxTipAgeS: this.options.maxTipAgeS };
    return examineSolana(this.endpoints, expected, patient, (mint) => this.checkToken(mint));
  }

  private agreeOn(height: number, slot: number, watch: () => Promise<Watch>): Promise<BlockOfOurs | null> {
    const counting = this.counting();
    const watchFor = oncePerBlock(watch);
    return this.endpoints.agree(
      `block ${height} in slot ${slot}`,
      async (rpc) => {
        const block = await this.recent.read(rpc, slot);
        if (block === null) return null;
        if (block.height !== height) {
          throw new Error(`${rpc.host} has block ${block.height} in slot ${slot}, where ${height} should be`);
        }
        return readOurs(rpc, block, counting, await watchFor(block.hash), 'finalized');
      },
      // Not every node knows when a block was made, or can tell what was said with a transfer: neither decides anything.
      ({ head: { minedAt: _, ...head }, transactions, ...rest }) => ({
        head,
        ...rest,
        transactions: transactions.map(({ memo: _memo, references: _references, ...did }) => did),
      }),
    );
  }

  private async slotOf(height: number, upTo?: number): Promise<number | null> {
    return this.slots.of(height, this.final.last ?? (await this.final.read()), upTo);
  }

  private tokenRent(mint: string): bigint {
    return this.programs.get(mint) === TOKEN_2022 ? TOKEN_RENT.extended : TOKEN_RENT.plain;
  }

  /** Which program a mint belongs to never changes. */
  private async programOf(mint: string): Promise<TokenProgram | null> {
    const known = this.programs.get(mint);
    if (known !== undefined) return known;
    const facts = await this.checkToken(mint);
    if (facts !== null) this.programs.set(mint, facts.program);
    return facts?.program ?? null;
  }

  private counting(): Counting {
    const { treasury, nativeAssetId } = this.options.chain;
    const tokens = new Map(this.options.tokens().map(({ id, contract }) => [contract, id]));
    return { treasury, nativeAssetId, tokens };
  }

  private paymentRules(): SolanaRules {
    const { chain, tokens } = this.options;
    const native: ChainAsset = { id: chain.nativeAssetId, abbr: chain.nativeAbbr, contract: null };
    const assetOf = (assetId: number) => {
      const asset = [native, ...tokens()].find(({ id }) => id === assetId);
      if (asset === undefined) throw new RangeError(`asset ${assetId} is not one of ${chain.name}`);
      return asset;
    };
    return { chainId: chain.id, treasury: chain.treasury, assetOf };
  }
}
