import {
  type Block,
  type BlockRef,
  type Chain,
  type ChainAsset,
  type Coin,
  type Fate,
  type FeeRate,
  type Helper,
  type HelpPrice,
  type Holdings,
  type Mempool,
  NotEnough,
  type PaymentRequest,
  type SignedPayment,
  type SpentCoin,
} from '../chain.ts';
import { type AddressSpace, COIN_SPACES } from '../family.ts';
import type { SimNetwork } from './sim-network.ts';
import { SimSpent } from './sim-spent.ts';
import { encodeTransaction, type SimMove } from './sim-transaction.ts';

/** A fee never grows beyond so many times the usual one. */
const MOST_TIMES = 10n;

/** A chain, as far as its test network needs to know it. */
export interface ChainFacts {
  readonly id: number;
  readonly name: string;
  readonly space: AddressSpace;
  readonly nativeAbbr: string;
  readonly confirmations: number;
}

export interface SimChainOptions {
  readonly chain: ChainFacts;
  /** The chain's native coin, in which fees are paid. */
  readonly nativeAssetId: number;
  /** What a transfer costs, in units of the native coin. */
  readonly transferCost: bigint;
  readonly treasury: string;
  /** True if the network keeps accounts: each address pays with its own. */
  readonly needsSweeping?: boolean;
  /** When deposits that no block takes are helped along. */
  readonly help?: Omit<Helper, 'price'>;
}

/** A test network behind the port. Chains of Bitcoin's family spend coins, all others have an account. */
export class SimChain implements Chain {
  readonly id: number;
  readonly name: string;
  readonly spending: Chain['spending'];
  readonly treasury: string;
  readonly needsSweeping: boolean;
  readonly confirmations: number;
  readonly helper: Helper | undefined;
  private readonly network: SimNetwork;
  private readonly uses: SimSpent;
  private readonly options: SimChainOptions;

  constructor(network: SimNetwork, options: SimChainOptions) {
    const { chain } = options;
    this.network = network;
    this.uses = new SimSpent(network.database, chain.id);
    this.options = options;
    this.id = chain.id;
    this.name = chain.name;
    this.spending = COIN_SPACES.includes(chain.space) ? 'coins' : 'account';
    this.treasury = options.treasury;
    this.needsSweeping = options.needsSweeping ?? false;
    this.confirmations = chain.confirmations;
    if (options.help !== undefined) this.helper = { ...options.help, price: (coin) => this.helpPrice(coin) };
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

  fate(txid: string): Promise<Fate> {
    return this.network.fate(txid);
  }

  async balance(asset: ChainAsset, holdings: Holdings, at: BlockRef): Promise<bigint | null> {
    const held = await this.network.heldBy([this.treasury, ...holdings.addresses], asset.id, at.height);
    const all = await this.network.balance(asset.id, at);
    return this.needsSweeping && all !== null ? held : all;
  }

  async feeRate(): Promise<FeeRate> {
    const now = this.options.transferCost;
    return { now, most: now * MOST_TIMES };
  }

  async accountBalances(
    addresses: readonly string[],
    asset: ChainAsset,
    at: BlockRef,
  ): Promise<readonly bigint[] | null> {
    const balances: bigint[] = [];
    for (const address of addresses) {
      balances.push(await this.network.heldBy([address], asset.id, at.height));
    }
    // Asked last: if the block is still in the chain, so it was before.
    return (await this.network.balance(asset.id, at)) === null ? null : balances;
  }

  transferCost(_asset: ChainAsset, rate: bigint): bigint {
    return rate;
  }

  usualCost(): null {
    return null;
  }

  nextNonce(address: string): Promise<number> {
    return this.uses.nextNumber(address, false);
  }

  nextNonceWaiting(address: string): Promise<number> {
    return this.uses.nextNumber(address, true);
  }

  spent(coins: readonly Coin[]): Promise<SpentCoin[]> {
    return this.uses.among(coins.map(({ spend }) => spend));
  }

  async sign(request: PaymentRequest): Promise<SignedPayment> {
    const { treasury } = this;
    const feeUnits = feeOf(request);
    const payer = request.source ?? treasury;
    const coins = this.spending === 'coins' ? choose(request) : [];
    const spends =
      this.spending === 'coins' ? coins.map(({ spend }) => spend) : [`${payer}#${request.nonce}`];
    const gives: SimMove[] = request.payees.map(({ address, assetId, units }) => ({
      address,
      assetId,
      units: String(units),
    }));
    const takes = this.spending === 'coins' ? coins.map(toMove) : this.fromAccount(payer, request);
    const change = sum(coins) - totalNeeded(request);
    if (this.spending === 'coins' && change > 0n) {
      gives.push({ address: treasury, assetId: this.options.nativeAssetId, units: String(change) });
    }
    const sources = this.spending === 'coins' ? [...new Set(coins.map(({ address }) => address))] : [payer];
    if (this.needsSweeping) await this.checkAccount(takes);
    const tx = {
      chainId: this.id,
      sources,
      spends,
      takes,
      gives,
      feeUnits: String(feeUnits),
      salt: '',
    };
    return { ...encodeTransaction(tx), feeUnits, spends, sources };
  }

  /** Its blocks take whatever waits: it costs what any transfer does. */
  private async helpPrice({ spend }: Coin): Promise<HelpPrice | null> {
    const { state } = await this.network.fate(spend.split(':')[0] as string);
    const { transferCost } = this.options;
    return state === 'waiting'
      ? { feeUnits: transferCost, feeRate: transferCost, isReplaceable: false }
      : null;
  }

  private fromAccount(payer: string, request: PaymentRequest): SimMove[] {
    const fee = { address: payer, assetId: this.options.nativeAssetId, units: String(feeOf(request)) };
    return [
      ...request.payees.map(({ assetId, units }) => ({ address: payer, assetId, units: String(units) })),
      fee,
    ];
  }

  private async checkAccount(takes: readonly SimMove[]): Promise<void> {
    for (const { address, assetId } of takes) {
      const units = takes.filter((take) => take.assetId === assetId).map((take) => BigInt(take.units));
      const needed = units.reduce((sum, each) => sum + each, 0n);
      if ((await this.network.heldBy([address], assetId)) < needed)
        throw new NotEnough(`${address} has not enough`);
    }
  }
}

/** The largest coins first, until they are enough; or all, where all are to be spent. */
function choose(request: PaymentRequest): Coin[] {
  const needed = totalNeeded(request);
  const chosen: Coin[] = [];
  const sorted = [...request.coins].sort((a, b) => (a.units < b.units ? 1 : a.units > b.units ? -1 : 0));
  for (const coin of sorted) {
    if (!request.spendAll && sum(chosen) >= needed) break;
    chosen.push(coin);
  }
  if (sum(chosen) < needed) throw new NotEnough('the coins that can be spent are not enough');
  return chosen;
}

function totalNeeded(request: PaymentRequest): bigint {
  return request.payees.reduce((total, { units }) => total + units, feeOf(request));
}

/** On a test network the rate is what one payout costs. */
function feeOf({ payees, feeRate }: PaymentRequest): bigint {
  return feeRate * BigInt(payees.length);
}

function sum(coins: readonly Coin[]): bigint {
  return coins.reduce((total, { units }) => total + units, 0n);
}

function toMove({ address, assetId, units }: Coin): SimMove {
  return { address, assetId, units: String(units) };
}
