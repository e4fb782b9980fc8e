import {
  type AccountRequest,
  type Block,
  type BlockRef,
  type ChainAsset,
  type Examination,
  type ExaminedChain,
  type ExpiringAttempt,
  type ExpiringPayment,
  type ExpiryChain,
  type FeeRate,
  type Holdings,
  type Lender,
  type Mempool,
  NotEnough,
  type Poll,
  type TransactionStatus,
  Unpayable,
  type Watch,
} from '../chain.ts';
import { ownSpend } from '../expiry.ts';
import { Endpoints, NotTheNode } from '../rpc/endpoints.ts';
import { oncePerBlock } from '../rpc/once-per-block.ts';
import type { Signer } from '../signer.ts';
import { toHex } from './account.ts';
import { balancesAt } from './balances.ts';
import { SolidBlocks } from './blocks.ts';
import { broadcast } from './broadcast.ts';
import { type ChainParameters, readParameters, USUAL_PARAMETERS } from './chain-parameters.ts';
import { checkNetwork } from './check-network.ts';
import { examineTron } from './examine.ts';
import { type EnergyAccount, offerLoan, planLoan } from './loan.ts';
import { type TronAssets, toTransactions } from './our-transactions.ts';
import { hasFailed, passedWithout, readStatus } from './passed.ts';
import { nativeSweepCost, planPayment, TOKEN_ENERGY, type TronTransfer, tokenSweepCost } from './payment.ts';
import { headAt, newestHead } from './read-block.ts';
import { validityNow } from './reference-block.ts';
import { readLent } from './stake.ts';
import type { TronNode } from './tron-node.ts';
import { UNREAD, UnsolidBlocks } from './unsolid.ts';

/** A token of the catalogue. */
export interface TronToken {
  readonly id: number;
  readonly abbr: string;
  readonly contract: string;
}

export interface TronChainOptions {
  readonly chain: {
    readonly id: number;
    readonly name: string;
    readonly confirmations: number;
    readonly nativeAssetId: number;
    readonly nativeAbbr: string;
    readonly treasury: string;
  };
  /** The tokens as the catalogue has them now. */
  readonly tokens: () => readonly TronToken[];
  /** At least one. */
  readonly endpoints: readonly TronNode[];
  /** As many endpoints must say the same of what decides on money. */
  readonly quorum: number;
  /** The hashes of first blocks, by the name of their network, one of which it has to be on; null: any but the main one. */
  readonly networks: Readonly<Record<string, string>> | null;
  /** For how long a payment is good, in seconds. */
  readonly lifetimeS: number;
  /** The most that is paid for a unit of energy, in units of TRX. */
  readonly mostEnergyPrice: bigint;
  /** Who lends deposit addresses energy; null: nobody, what they lack is burnt. */
  readonly energy: EnergyAccount | null;
  readonly signer: Signer;
  readonly poll: Poll;
  /** How old the newest solidified block may be; null where blocks come when they are asked for. */
  readonly maxTipAgeS: number | null;
  /** Unix seconds. */
  readonly clock: () => number;
  readonly warn: (facts: object, message: string) => void;
}

/** Nodes hear of a block at different times. */
const SOME_BLOCKS = 10;
/** What the network asks for is decided in votes that last days. */
const PARAMETERS_MS = 60_000;
/**
 * A balance and the height as of which it is are two questions, which two nodes behind one address may answer: the first with a block
 * that the second does not have yet. After two blocks and a little it has.
 */
const TAKES_BLOCKS_MS = 7_000;
/** A plain payment of TRX is shorter. */
const NATIVE_BYTES = 300;
const TOKEN_BYTES = 400;

/**
 * TRON behind the port, by what its endpoints agree on. Its blocks are the solidified ones, which nothing undoes; what is in
 * newer ones waits. It keeps nothing but what saves questions.
 */
export class TronChain implements ExpiryChain {
  readonly id: number;
  readonly name: string;
  readonly spending = 'account';
  readonly excluding = 'expiry';
  readonly needsSweeping = true;
  readonly isFinal = true;
  readonly takesBlockMs: number;
  readonly treasury: string;
  readonly confirmations: number;
  readonly poll: Poll;
  readonly lender: Lender | undefined;
  private readonly options: TronChainOptions;
  private readonly endpoints: Endpoints<TronNode>;
  private readonly blocks = new SolidBlocks();
  private readonly unsolid = new UnsolidBlocks();
  private parameters: { readonly values: ChainParameters; readonly until: number } | null = null;

  constructor(options: TronChainOptions) {
    const { chain, endpoints, quorum, warn, networks } = options;
    this.options = options;
    this.id = chain.id;
    this.name = chain.name;
    this.treasury = chain.treasury;
    this.confirmations = chain.confirmations;
    this.poll = options.poll;
    this.takesBlockMs = options.maxTipAgeS === null ? 1 : TAKES_BLOCKS_MS;
    this.lender = options.energy === null ? undefined : this.lenderOf(options.energy);
    const checkChain = checkNetwork(chain.name, networks);
    this.endpoints = new Endpoints({ chain, endpoints, checkChain, quorum, warn });
  }

  async tip(): Promise<BlockRef> {
    const heightOf = async (node: TronNode) => {
      const head = await newestHead(node, 'solid');
      this.refuseOld(node, head.timeMs);
      return head.height;
    };
    const height = await this.endpoints.reached('the solidified block', heightOf, this.mostBehind);
    const hash = await this.endpoints.agree(
      `the hash of block ${height}`,
      async (node) => (await headAt(node, 'solid', height))?.hash ?? null,
    );
    if (hash === null) throw new Error(`${this.name}: too few endpoints have block ${height} yet`);
    return { height, hash };
  }

  async block(height: number, watch: () => Promise<Watch>): Promise<Block | null> {
    if (height < 0) return null;
    const assets = this.assetIds();
    const watchFor = oncePerBlock(async () => this.withTreasury(await watch()));
    return this.endpoints.agree(`block ${height}`, async (node): Promise<Block | null> => {
      const block = await this.blocks.read(node, height);
      if (block === null) return null;
      const { hash, parent, timeMs } = block;
      const transactions = toTransactions(block, await watchFor(hash), assets);
      return { height, hash, parent, minedAt: Math.floor(timeMs / 1_000), transactions };
    });
  }

  async settled(height: number): Promise<number> {
    return height;
  }

  async mempool(watch: () => Promise<Watch>, isIdle = false): Promise<Mempool> {
    const withTreasury = async () => this.withTreasury(await watch());
    return isIdle ? UNREAD : this.unsolid.read(this.endpoints, () => this.assetIds(), withTreasury);
  }

  async sign(request: AccountRequest): Promise<ExpiringPayment> {
    if (request.lends !== undefined) return this.signLoan(request);
    const [payee] = request.payees;
    const transfer = this.transferOf(request.source, payee, request.feeRate);
    const prices = await this.readParameters();
    const plan = await this.endpoints.first(async (node) => {
      const validity = await validityNow(node, this.options.lifetimeS);
      return planPayment(node, transfer, validity, prices).catch(blameless);
    });
    const signed = await this.options.signer.sign(plan);
    const { from, feeUnits, expiresAt } = plan;
    return { ...signed, feeUnits, expiresAt, spends: [ownSpend(from, signed.txid)], sources: [from] };
  }

  broadcast(bytes: Uint8Array): Promise<void> {
    return broadcast(this.endpoints, bytes);
  }

  statusOf(txid: string): Promise<TransactionStatus> {
    return readStatus(this.endpoints, txid);
  }

  passedWithout(attempts: readonly ExpiringAttempt[], settled: BlockRef): Promise<readonly string[]> {
    return passedWithout(this.endpoints, attempts, settled);
  }

  hasFailed(txid: string): Promise<boolean> {
    return hasFailed(this.endpoints, txid);
  }

  async balance(asset: ChainAsset, { addresses }: Holdings, at: BlockRef): Promise<bigint | null> {
    const holders = [...new Set([this.treasury, ...addresses])];
    const balances = await this.accountBalances(holders, asset, at);
    return balances === null ? null : balances.reduce((sum, units) => sum + units, 0n);
  }

  accountBalances(
    addresses: readonly string[],
    { contract }: Pick<ChainAsset, 'contract'>,
    at: BlockRef,
  ): Promise<readonly bigint[] | null> {
    return this.endpoints.agree(`the balances at block ${at.height}`, (node) =>
      balancesAt(node, this.blocks, contract, addresses, at),
    );
  }

  /** What a unit of energy costs. */
  async feeRate(): Promise<FeeRate> {
    const { energyPrice } = await this.readParameters();
    const { mostEnergyPrice: most } = this.options;
    return { now: energyPrice < most ? energyPrice : most, most };
  }

  /** Nobody knows beforehand who receives: everybody is charged for one that was never used, or never had the token. */
  usualCost(asset: ChainAsset, rate: bigint): bigint {
    return this.transferCost(asset, rate);
  }

  transferCost({ contract }: Pick<ChainAsset, 'contract'>, rate: bigint): bigint {
    const { bytePrice, activation, activationBandwidth } = this.parameters?.values ?? USUAL_PARAMETERS;
    if (contract !== null) return BigInt(TOKEN_ENERGY) * rate + BigInt(TOKEN_BYTES) * bytePrice;
    const plain = BigInt(NATIVE_BYTES) * bytePrice;
    const activating = activation + activationBandwidth;
    return plain > activating ? plain : activating;
  }

  async sweepCost(address: string, asset: ChainAsset, rate: bigint): Promise<bigint | null> {
    const payee = { address: this.treasury, memo: null, assetId: asset.id, units: 1n };
    const transfer = this.transferOf(address, payee, rate);
    const prices = await this.readParameters();
    const costOf = asset.contract === null ? nativeSweepCost : tokenSweepCost;
    return this.endpoints.first(async (node) =>
      costOf(node, transfer, await validityNow(node, this.options.lifetimeS), prices),
    );
  }

  async examine(patient: ExaminedChain): Promise<Examination[]> {
    const { maxTipAgeS } = this.options;
    const expected = { mostBehind: this.mostBehind, maxTipAgeS };
    return examineTron(this.endpoints, expected, patient, this);
  }

  /** Whom doctor asks about beside the treasury. */
  get energy(): EnergyAccount | null {
    return this.options.energy;
  }

  private async signLoan({
    payees: [payee],
    source,
    lends = 'out',
  }: AccountRequest): Promise<ExpiringPayment> {
    const { energy, lifetimeS, signer } = this.options;
    if (energy === null || source !== energy.account) throw new RangeError(`${source} lends no energy`);
    const plan = await this.endpoints.first(async (node) =>
      planLoan(this, energy, payee, lends, await validityNow(node, lifetimeS)),
    );
    const signed = await signer.sign(plan);
    const { feeUnits, expiresAt } = plan;
    return { ...signed, feeUnits, expiresAt, spends: [ownSpend(source, signed.txid)], sources: [source] };
  }

  private lenderOf(energy: EnergyAccount): Lender {
    const { account } = energy;
    return {
      account,
      offer: async (address, asset, promised) => {
        const prices = await this.readParameters();
        const payee = { address: this.treasury, memo: null, assetId: asset.id, units: 1n };
        const transfer = this.transferOf(address, payee, prices.energyPrice);
        return this.endpoints.first(async (node) => {
          const validity = await validityNow(node, this.options.lifetimeS);
          return offerLoan(node, energy, transfer, promised, validity, prices);
        });
      },
      lentTo: (address) => this.endpoints.first((node) => readLent(node, account, address)),
    };
  }

  private get mostBehind(): number {
    return this.confirmations + SOME_BLOCKS;
  }

  /** One that stands still says nothing of what is paid now. Where every node seems to, it may be our clock that is ahead. */
  private refuseOld({ host }: TronNode, timeMs: number): void {
    const { maxTipAgeS, clock } = this.options;
    const ageS = clock() - Math.floor(timeMs / 1_000);
    if (maxTipAgeS === null || ageS <= maxTipAgeS) return;
    throw new Error(
      `${host}'s solidified block is ${Math.round(ageS / 60)} minutes old: look whether it still follows the chain, and whether the database's clock is right`,
    );
  }

  private async readParameters(): Promise<ChainParameters> {
    const now = performance.now();
    if (this.parameters !== null && now < this.parameters.until) return this.parameters.values;
    const values = await this.endpoints.agree('what the network asks for', readParameters);
    this.parameters = { values, until: now + PARAMETERS_MS };
    return values;
  }

  private withTreasury(watch: Watch): Watch {
    const { asInBlocks } = watch;
    const isOurs: Watch = (address) => address === this.treasury || watch(address);
    if (asInBlocks === undefined) return isOurs;
    const account = toHex(this.treasury);
    return Object.assign(isOurs, {
      asInBlocks: (written: string) => written === account || asInBlocks(written),
    });
  }

  private assetIds(): TronAssets {
    const tokens = this.options.tokens().map(({ id, contract }) => [toHex(contract), id] as const);
    const { chain, energy } = this.options;
    return {
      nativeAssetId: chain.nativeAssetId,
      tokens: new Map(tokens),
      lender: energy === null ? null : toHex(energy.account),
    };
  }

  private transferOf(
    from: string,
    { address, assetId, units, payout }: AccountRequest['payees'][0],
    rate: bigint,
  ): TronTransfer {
    const { chain, tokens } = this.options;
    const { nativeAssetId, nativeAbbr } = chain;
    const native: ChainAsset = { id: nativeAssetId, abbr: nativeAbbr, contract: null };
    const asset = [native, ...tokens()].find(({ id }) => id === assetId);
    if (asset === undefined) throw new RangeError(`asset ${assetId} is not one of ${chain.name}`);
    return { chainId: this.id, from, payee: address, asset, units, rate, salt: payout ?? '' };
  }
}

/** What is wrong with the payment itself is no node's fault. */
function blameless(error: unknown): never {
  throw error instanceof NotEnough || error instanceof Unpayable ? new NotTheNode(error) : error;
}
