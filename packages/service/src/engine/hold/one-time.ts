/** What the store knows of a record. */
export interface Marked {
  readonly tick: number;
  readonly known: number;
  readonly timeline: string;
}

/** What the record says of itself, and what else is to be compared. */
export interface Compared {
  readonly folder: string;
  readonly tick: number;
  /** The tick that the store must have at least. */
  readonly least: number;
  readonly count: number;
  readonly timeline: string;
  /** True if the record knows of a hold of which the store knows neither beginning nor end. */
  readonly isHoldForgotten: boolean;
  /** Another record that was in use with this store, and is silent now. */
  readonly silent: { readonly folder: string; readonly seenAt: number } | null;
}

/**
 * Why store and record are not of one time; nothing if they are. A tick is in the record before it is in the store, so the
 * store of a process that was killed may be behind by one.
 */
export function reasonsToHold(store: Marked | null, record: Compared): string[] {
  const reasons: string[] = [];
  if (store === null) {
    if (record.tick > 1 || record.count > 0) {
      reasons.push(
        `the store does not know the signing record in ${record.folder}: it is an older copy, or another store`,
      );
    } else if (record.silent !== null) {
      const { folder } = record.silent;
      reasons.push(
        `the signing record in ${record.folder} is new, and the one in ${folder} that was used before is silent`,
      );
    }
  } else if (store.tick < record.least) {
    reasons.push(
      `the store is older than the signing record: it is at tick ${store.tick}, the record at ${record.tick}`,
    );
  } else if (store.tick > record.tick || store.known > record.count) {
    reasons.push(`the signing record in ${record.folder} is older than the store, or was cut`);
  }
  if (
    store !== null &&
    store.timeline !== '' &&
    record.timeline !== '' &&
    store.timeline !== record.timeline
  ) {
    reasons.push(
      `PostgreSQL was promoted or restored: its timeline was ${store.timeline} and is ${record.timeline}`,
    );
  }
  if (record.isHoldForgotten && reasons.length === 0) {
    reasons.push('the store does not know that the desk was held');
  }
  return reasons;
}
