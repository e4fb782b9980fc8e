import { type AccountRequest, type BlockRef, type ChainAsset, type Holdings, NotEnough } from '../chain.ts';
import { SimBase, type SimOptions, toMove } from './sim-base.ts';
import type { SimNetwork } from './sim-network.ts';
import type { SimMove, SimTransaction } from './sim-transaction.ts';

export interface SimAccountOptions extends SimOptions {
  /** True if the network keeps accounts: each address pays with its own. Else the treasury pays with all that is ours. */
  readonly needsSweeping?: boolean;
}

/** What the test networks of accounts share, however their transactions exclude each other. */
export abstract class SimAccountBase extends SimBase {
  readonly spending = 'account';
  readonly needsSweeping: boolean;

  constructor(network: SimNetwork, options: SimAccountOptions) {
    super(network, options);
    this.needsSweeping = options.needsSweeping ?? false;
  }

  async balance(asset: ChainAsset, { addresses }: Holdings, at: BlockRef): Promise<bigint | null> {
    const held = this.needsSweeping
      ? await this.network.heldBy([this.treasury, ...addresses], asset.id, at.height)
      : null;
    // Asked last: if the block is still in the chain, so it was before.
    const all = await this.network.balance(asset.id, at);
    return all === null ? null : (held ?? all);
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

  /** On a test network the rate is what one transfer costs. */
  transferCost(_asset: ChainAsset, rate: bigint): bigint {
    return rate;
  }

  /** What a request asks for, but for what keeps it apart from others. `besides`: what the network may take more than the fee. */
  protected async transfer(
    { payees, source, feeRate: feeUnits }: AccountRequest,
    besides = 0n,
  ): Promise<Omit<SimTransaction, 'spends' | 'salt'>> {
    const [payee] = payees;
    const takes: SimMove[] = [
      { address: source, assetId: payee.assetId, units: String(payee.units) },
      { address: source, assetId: this.nativeAssetId, units: String(feeUnits) },
    ];
    const most = { address: source, assetId: this.nativeAssetId, units: String(besides) };
    if (this.needsSweeping) await this.checkAccount([...takes, most]);
    return {
      chainId: this.id,
      sources: [source],
      takes,
      gives: [toMove(payee)],
      feeUnits: String(feeUnits),
    };
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
