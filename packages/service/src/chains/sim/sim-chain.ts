import {
  type Block,
  type BlockRef,
  type Chain,
  type ChainAsset,
  type Coin,
  type Fate,
  NotEnough,
  type PaymentRequest,
  type SignedPayment,
  type Transaction,
} from '../chain.ts';
import type { AddressSpace } from '../family.ts';
import { encodeTransaction, type SimMove, type SimNetwork } from './sim-network.ts';

const COIN_SPACES: readonly string[] = ['bitcoin', 'litecoin', 'dogecoin'];

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
}

/** A test network behind the port. Chains of Bitcoin's family spend coins, all others have an account. */
export class SimChain implements Chain {
  readonly id: number;
  readonly name: string;
  readonly spending: Chain['spending'];
  readonly confirmations: number;
  private readonly network: SimNetwork;
  private readonly options: SimChainOptions;

  constructor(network: SimNetwork, options: SimChainOptions) {
    const { chain } = options;
    this.network = network;
    this.options = options;
    this.id = chain.id;
    this.name = chain.name;
    this.spending = COIN_SPACES.includes(chain.space) ? 'coins' : 'account';
    this.confirmations = chain.confirmations;
  }

  tip(): Promise<BlockRef> {
    return this.network.tip();
  }

  block(height: number): Promise<Block | null> {
    return this.network.block(height);
  }

  mempool(): Promise<readonly Transaction[]> {
    return this.network.mempool();
  }

  async broadcast(bytes: Uint8Array): Promise<void> {
    await this.network.submit(bytes);
  }

  fate(txid: string): Promise<Fate> {
    return this.network.fate(txid);
  }

  balance(asset: ChainAsset, at: BlockRef): Promise<bigint | null> {
    return this.network.balance(asset.id, at);
  }

  async feeUnits(): Promise<bigint> {
    return this.options.transferCost;
  }

  async sign(request: PaymentRequest): Promise<SignedPayment> {
    const { feeUnits } = request;
    const { treasury } = this.options;
    const coins = this.spending === 'coins' ? choose(request) : [];
    const spends =
      this.spending === 'coins' ? coins.map(({ spend }) => spend) : [`${treasury}#${request.nonce}`];
    const gives: SimMove[] = request.payees.map(({ address, assetId, units }) => ({
      address,
      assetId,
      units: String(units),
    }));
    const takes = this.spending === 'coins' ? coins.map(toMove) : this.fromTreasury(request);
    const change = sum(coins) - totalNeeded(request);
    if (this.spending === 'coins' && change > 0n) {
      gives.push({ address: treasury, assetId: this.options.nativeAssetId, units: String(change) });
    }
    const sources =
      this.spending === 'coins' ? [...new Set(coins.map(({ address }) => address))] : [treasury];
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

  private fromTreasury({ payees, feeUnits }: PaymentRequest): SimMove[] {
    const { treasury, nativeAssetId } = this.options;
    return [
      ...payees.map(({ assetId, units }) => ({ address: treasury, assetId, units: String(units) })),
      { address: treasury, assetId: nativeAssetId, units: String(feeUnits) },
    ];
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

function totalNeeded({ payees, feeUnits }: PaymentRequest): bigint {
  return payees.reduce((total, { units }) => total + units, feeUnits);
}

function sum(coins: readonly Coin[]): bigint {
  return coins.reduce((total, { units }) => total + units, 0n);
}

function toMove({ address, assetId, units }: Coin): SimMove {
  return { address, assetId, units: String(units) };
}
