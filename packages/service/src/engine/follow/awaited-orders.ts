import type { Queryable } from '../../store/database.ts';

/** Orders are looked for this often at most, for all chains together. */
const LOOK_EVERY_MS = 500;
/** Orders are numbered before they are committed: a number may appear after a higher one. */
const OUT_OF_ORDER = 1_000;
/** What expires is decided about some rounds later, by a chain that is known until then. */
const AFTER_EXPIRY_S = 60;

/**
 * Until when somebody may pay for an order, by asset. Only orders that are new are read: there may be hundreds of
 * thousands that wait. One that ended early counts until it would have expired; that costs some calls and nothing else.
 */
export class AwaitedOrders {
  private readonly until = new Map<number, number>();
  private readonly nowMs: () => number;
  private lookedAt = Number.NEGATIVE_INFINITY;
  private looking: Promise<void> = Promise.resolve();
  /** The newest order that has been read; null before the first look. */
  private newest: number | null = null;

  constructor(nowMs = () => performance.now()) {
    this.nowMs = nowMs;
  }

  /** True if an order waits for one of these assets. `now` in Unix seconds. */
  async isAny(client: Queryable, assetIds: readonly number[], now: number): Promise<boolean> {
    if (this.nowMs() - this.lookedAt >= LOOK_EVERY_MS) {
      this.lookedAt = this.nowMs();
      this.looking = this.look(client);
    }
    await this.looking;
    return assetIds.some((id) => (this.until.get(id) ?? 0) + AFTER_EXPIRY_S >= now);
  }

  private async look(client: Queryable): Promise<void> {
    const { rows: found } = await client.query<{ newest: number }>({
      name: 'newest-order',
      text: 'SELECT coalesce(max(id), 0) AS newest FROM orders',
    });
    const newest = found[0]?.newest ?? 0;
    // The store has gone back: numbers are given a second time.
    if (this.newest !== null && newest < this.newest) this.newest = null;
    const { rows } = await client.query<{ asset_id: number; until: number }>(
      this.newest === null
        ? 'SELECT asset_id, max(expires_at) AS until FROM orders WHERE status = 1 GROUP BY asset_id'
        : {
            name: 'new-orders',
            text: 'SELECT asset_id, max(expires_at) AS until FROM orders WHERE id > $1 GROUP BY asset_id',
            values: [this.newest - OUT_OF_ORDER],
          },
    );
    for (const { asset_id, until } of rows)
      this.until.set(asset_id, Math.max(until, this.until.get(asset_id) ?? 0));
    this.newest = newest;
  }
}
