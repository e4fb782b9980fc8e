import { ORDER_STATUS } from '@swapdesk/contract';
import type { Queryable } from '../../store/database.ts';

/** Orders are looked for this often at most, for all chains together. */
const LOOK_EVERY_MS = 500;
/** Orders are numbered before they are committed: a number may appear after a higher one. */
const OUT_OF_ORDER = 1_000;
/** What expires is decided about some rounds later, by a chain that is known until then. */
const AFTER_EXPIRY_S = 60;
/** All that wait are read anew this often: some have been paid meanwhile, or the store has gone back. */
const ALL_EVERY_MS = 30_000;

/**
 * Until when somebody may pay for an order, by asset. Mostly only new orders are read: there may be hundreds of
 * thousands that wait.
 */
export class AwaitedOrders {
  private until = new Map<number, number>();
  private readonly nowMs: () => number;
  private lookedAt = Number.NEGATIVE_INFINITY;
  private looking: Promise<void> = Promise.resolve();
  private allAt = Number.NEGATIVE_INFINITY;
  /** The newest order that has been read. */
  private newest = 0;

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
    const isAll = this.nowMs() - this.allAt >= ALL_EVERY_MS;
    const newest = await this.newestOrder(client);
    const { rows } = await client.query<{ asset_id: number; until: number }>({
      // Two plans: one goes by the few that wait, the other by the few that are new.
      name: isAll ? 'waiting-orders' : 'new-orders',
      text: `SELECT asset_id, max(expires_at) AS until FROM orders
              WHERE status = ${ORDER_STATUS.waiting} ${isAll ? '' : 'AND id > $1'} GROUP BY asset_id`,
      values: isAll ? [] : [this.newest - OUT_OF_ORDER],
    });
    const until = isAll ? new Map<number, number>() : new Map(this.until);
    for (const row of rows) until.set(row.asset_id, Math.max(row.until, until.get(row.asset_id) ?? 0));
    this.until = until;
    this.newest = newest;
    if (isAll) this.allAt = this.nowMs();
  }

  private async newestOrder(client: Queryable): Promise<number> {
    const { rows } = await client.query<{ newest: number }>({
      name: 'newest-order',
      text: 'SELECT coalesce(max(id), 0) AS newest FROM orders',
    });
    return rows[0]?.newest ?? 0;
  }
}
