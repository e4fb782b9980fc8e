import { MESSAGE } from '@swapdesk/contract';
import type { AddressSpace } from '../chains/family.ts';
import { type Clock, systemClock } from '../clock.ts';
import { Refusal } from '../refusal.ts';
import type { Database } from '../store/database.ts';
import { isCompared } from '../store/timeline.ts';

export interface DepositAddress {
  readonly id: number;
  readonly address: string;
}

/** Taken from the store at once. What a node holds when it dies is never given to anyone. */
const BLOCK = 250;
/** A store whose record was not seen for longer may be an old copy: nothing is given from it until the record is there. */
const SILENT_S = 600;
/** The next block is fetched when this few are left, so that placing does not wait for it. */
const LOW = 125;

/**
 * This node's stock of deposit addresses. They are taken from the store in blocks by a counter that only moves
 * forward, in a transaction of its own, before any of them is given to an order.
 */
export class AddressPool {
  private readonly database: Database;
  private readonly clock: Clock;
  private readonly epoch: () => string;
  private readonly first: number;
  /** How many were taken last. */
  private readonly blocks = new Map<AddressSpace, number>();
  private stockOf: string;
  private readonly stock = new Map<AddressSpace, DepositAddress[]>();
  private readonly fetching = new Map<AddressSpace, Promise<void>>();

  /**
   * `epoch` changes when the store may have gone back: what was taken from it before is not given any more. One of many on
   * a machine takes few at `first`, as a new store has few, and then more and more.
   */
  constructor(database: Database, clock: Clock = systemClock, epoch: () => string = () => '', first = BLOCK) {
    this.database = database;
    this.clock = clock;
    this.epoch = epoch;
    this.first = first;
    this.stockOf = epoch();
  }

  /** An address that nobody has been given and nobody else will be. */
  async take(space: AddressSpace): Promise<DepositAddress> {
    for (;;) {
      if (this.stockOf !== this.epoch()) this.stock.clear();
      this.stockOf = this.epoch();
      const stock = this.stock.get(space) ?? [];
      const address = stock.pop();
      if (stock.length < Math.min(LOW, (this.blocks.get(space) ?? BLOCK) / 2)) {
        const fetched = this.fetch(space);
        if (address === undefined) await fetched;
        else fetched.catch(() => {}); // Only ahead of need: whoever finds the stock empty is told.
      }
      if (address !== undefined) return address;
    }
  }

  private fetch(space: AddressSpace): Promise<void> {
    const underWay = this.fetching.get(space);
    if (underWay !== undefined) return underWay;
    const fetched = this.fetchBlock(space).finally(() => this.fetching.delete(space));
    this.fetching.set(space, fetched);
    return fetched;
  }

  private async fetchBlock(space: AddressSpace): Promise<void> {
    const epoch = this.epoch();
    const last = this.blocks.get(space);
    const block = last === undefined ? this.first : Math.min(BLOCK, last * 2);
    // No further than the record of whoever signs knows of: what it does not know of could be given again after a restore.
    const taken = await this.database.query<{ first: number; beyond: number }>({
      name: 'take-addresses',
      text: `
        WITH before AS (SELECT name, given FROM address_space WHERE name = $1 FOR UPDATE)
        UPDATE address_space s SET given = greatest(s.given, least(s.derived, coalesce(s.released, s.derived), s.given + $2))
          FROM before WHERE s.name = before.name AND NOT EXISTS (
               SELECT 1 FROM signing_record HAVING max(seen_at) < $3)
        RETURNING before.given AS first, s.given AS beyond`,
      values: [space, block, this.clock() - SILENT_S],
    });
    // A statement of its own: only a snapshot taken now is sure to see every address up to `derived`.
    const { rows } = await this.database.query<DepositAddress>({
      name: 'read-addresses',
      text: 'SELECT id, address FROM deposit_address WHERE space = $1 AND index >= $2 AND index < $3',
      values: [space, taken.rows[0]?.first ?? 0, taken.rows[0]?.beyond ?? 0],
    });
    if (rows.length === 0 || !(await isCompared(this.database, await comparedTimelines(this.database))))
      throw new Refusal(MESSAGE.busy);
    if (epoch !== this.epoch()) return;
    this.blocks.set(space, block);
    this.stock.set(space, [...rows.reverse(), ...(this.stock.get(space) ?? [])]);
  }
}

/** Asked after addresses were taken, so that a promotion in between is noticed too. */
async function comparedTimelines(database: Database): Promise<string[]> {
  const { rows } = await database.query<{ timeline: string }>({
    name: 'compared-timelines',
    text: 'SELECT timeline FROM signing_record',
  });
  return rows.map(({ timeline }) => timeline);
}
