import { HOUR_S } from './limits.ts';

/**
 * What this process has signed away within the last hour, in memory: the store's record counts too, but somebody who can
 * write to the store could erase that.
 */
export class HourTally {
  private entries: { readonly at: number; readonly assetId: number; readonly units: bigint }[] = [];

  add(amounts: ReadonlyMap<number, bigint>, at: number): void {
    this.entries = this.entries.filter((entry) => entry.at > at - HOUR_S);
    for (const [assetId, units] of amounts) this.entries.push({ at, assetId, units });
  }

  /** For each asset the larger of what the store says and what this process knows of. */
  atLeast(stored: ReadonlyMap<number, bigint>, now: number): Map<number, bigint> {
    const sums = new Map<number, bigint>();
    for (const { at, assetId, units } of this.entries) {
      if (at > now - HOUR_S) sums.set(assetId, (sums.get(assetId) ?? 0n) + units);
    }
    for (const [assetId, units] of stored) {
      if (units > (sums.get(assetId) ?? 0n)) sums.set(assetId, units);
    }
    return sums;
  }
}
