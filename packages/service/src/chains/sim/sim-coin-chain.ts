import {
  type BlockRef,
  type ChainAsset,
  type Coin,
  type CoinChain,
  type CoinRequest,
  type Helper,
  type HelpPrice,
  type Holdings,
  NotEnough,
  type SignedPayment,
  type SpentCoin,
} from '../chain.ts';
import { SimBase, type SimOptions, toMove } from './sim-base.ts';
import type { SimNetwork } from './sim-network.ts';
import { encodeTransaction } from './sim-transaction.ts';

export interface SimCoinOptions extends SimOptions {
  /** When deposits that no block takes are helped along. */
  readonly help?: Omit<Helper, 'price'>;
}

/** A test network of coins behind its port. */
export class SimCoinChain extends SimBase implements CoinChain {
  readonly spending = 'coins';
  readonly helper: Helper | undefined;

  constructor(network: SimNetwork, options: SimCoinOptions) {
    super(network, options);
    if (options.help !== undefined) this.helper = { ...options.help, price: (coin) => this.helpPrice(coin) };
  }

  balance(asset: ChainAsset, _holdings: Holdings, at: BlockRef): Promise<bigint | null> {
    return this.network.balance(asset.id, at);
  }

  spent(coins: readonly Coin[]): Promise<SpentCoin[]> {
    return this.uses.among(coins.map(({ spend }) => spend));
  }

  async sign(request: CoinRequest): Promise<SignedPayment> {
    const coins = choose(request);
    const feeUnits = feeOf(request);
    const spends = coins.map(({ spend }) => spend);
    const sources = [...new Set(coins.map(({ address }) => address))];
    const gives = request.payees.map(toMove);
    const change = sum(coins) - totalNeeded(request);
    if (change > 0n) {
      gives.push({ address: this.treasury, assetId: this.nativeAssetId, units: String(change) });
    }
    const tx = {
      chainId: this.id,
      sources,
      spends,
      takes: coins.map(toMove),
      gives,
      feeUnits: String(feeUnits),
      salt: '',
    };
    return { ...encodeTransaction(tx), feeUnits, spends, sources };
  }

  /** Its blocks take whatever waits: it costs what any transfer does. */
  private async helpPrice({ spend }: Coin): Promise<HelpPrice | null> {
    const { state } = await this.network.statusOf(spend.split(':')[0] as string);
    return state === 'waiting'
      ? { feeUnits: this.usualFee, feeRate: this.usualFee, isReplaceable: false }
      : null;
  }
}

/** The largest coins first, until they are enough; or all, where all are to be spent. */
function choose(request: CoinRequest): Coin[] {
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

function totalNeeded(request: CoinRequest): bigint {
  return request.payees.reduce((total, { units }) => total + units, feeOf(request));
}

/** On a test network the rate is what one payout costs. */
function feeOf({ payees, feeRate }: CoinRequest): bigint {
  return feeRate * BigInt(payees.length);
}

function sum(coins: readonly Coin[]): bigint {
  return coins.reduce((total, { units }) => total + units, 0n);
}
