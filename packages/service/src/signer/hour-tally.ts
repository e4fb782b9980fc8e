import type { SigningRecord } from '../record/signing-record.ts';
import { HOUR_S } from './limits.ts';

const CHUNK = 100;

/**
 * What was signed away within the last hour: by this process, and by those before it as the record has it. The hour is that of
 * the machine that signs, which nobody can move by setting the database's clock.
 */
export class HourTally {
  private entries: { readonly at: number; readonly assetId: number; readonly units: bigint }[] = [];

  /** Counts what the record has of the last hour. */
  static async of(record: SigningRecord, now: number): Promise<HourTally> {
    const tally = new HourTally();
    for (let end = record.count; end > 0; end -= CHUNK) {
      const some = await record.between(Math.max(0, end - CHUNK), end);
      for (const { at: storeAt, ownAt: at = storeAt, amounts = {} } of some) {
        const units = Object.entries(amounts).map(([id, each]): [number, bigint] => [
          Number(id),
          BigInt(each),
        ]);
        if (at > now - HOUR_S) tally.add(new Map(units), at);
      }
      if (some.every(({ at, ownAt = at }) => ownAt <= now - HOUR_S)) break;
    }
    return tally;
  }

  add(amounts: ReadonlyMap<number, bigint>, at: number): void {
    this.entries = this.entries.filter((entry) => entry.at > at - HOUR_S);
    for (const [assetId, units] of amounts) this.entries.push({ at, assetId, units });
  }

  /** By asset. */
  at(now: number): Map<number, bigint> {
    const sums = new Map<number, bigint>();
    for (const { at, assetId, units } of this.entries) {
      if (at > now - HOUR_S) sums.set(assetId, (sums.get(assetId) ?? 0n) + units);
    }
    return sums;
  }
}
