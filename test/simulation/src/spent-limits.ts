import type { SimTransaction } from '../../../packages/service/src/chains/sim/sim-transaction.ts';
import { HOUR_S, type SigningLimits } from '../../../packages/service/src/signer/limits.ts';
import type { World } from './world.ts';

const OURS = /^(treasury|deposit)-/;

/** Counts for itself what a signer has let go, and says where that is more than its limits. */
export class SpentLimits {
  private readonly world: World;
  private limits: SigningLimits;
  private readonly seen = new Set<string>();
  private readonly past: { readonly at: number; readonly assetId: number; readonly units: bigint }[] = [];

  constructor(world: World, limits: SigningLimits) {
    this.world = world;
    this.limits = limits;
  }

  /** From now on there are none. */
  end(): void {
    this.limits = new Map();
  }

  /** A receiver that is paid at another fee is the same one; each fee counts. */
  note({ gives, feeUnits, chainId }: SimTransaction, txid: string): void {
    if (this.isKnown(txid)) return;
    const { clock, chains, findings } = this.world;
    const native = chains
      .find(({ chain }) => chain.id === chainId)
      ?.assets.find(({ contract }) => contract === null);
    const amounts = new Map([[native?.id ?? 0, BigInt(feeUnits)]]);
    for (const { address, assetId, units } of gives) {
      if (OURS.test(address) || this.isKnown(`${address} ${assetId} ${units}`)) continue;
      amounts.set(assetId, (amounts.get(assetId) ?? 0n) + BigInt(units));
    }
    for (const [assetId, units] of amounts) {
      const limit = this.limits.get(assetId);
      const { perTransaction = null, perHour = null } = limit ?? {};
      this.past.push({ at: clock.now(), assetId, units });
      if (perTransaction !== null && units > perTransaction)
        findings.push(`limit: ${units} of ${limit?.name} were signed at once, above ${perTransaction}`);
      const hour = this.inLastHour(assetId);
      if (perHour !== null && hour > perHour)
        findings.push(`limit: ${hour} of ${limit?.name} were signed within an hour, above ${perHour}`);
    }
  }

  private isKnown(what: string): boolean {
    const isKnown = this.seen.has(what);
    this.seen.add(what);
    return isKnown;
  }

  private inLastHour(assetId: number): bigint {
    const from = this.world.clock.now() - HOUR_S;
    return this.past
      .filter((each) => each.assetId === assetId && each.at > from)
      .reduce((sum, { units }) => sum + units, 0n);
  }
}
