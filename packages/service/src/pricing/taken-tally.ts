import type { Taken } from '../market/taken.ts';
import { powerOfTen } from '../money/units.ts';
import type { Queryable } from '../store/database.ts';

/** Of an exchange, as far as coins have to be traded for it. */
export interface TakenSide {
  readonly abbr: string;
  readonly decimals: number;
  readonly price: bigint;
  readonly units: bigint;
}

const NOTHING: Taken = { sold: 0n, bought: 0n };
/** What a node that has gone wrote longer ago is cleared away. */
const CLEARED_S = 86_400;

/**
 * What this node has promised at fixed prices, or exchanged at float ones, in the last minutes, by coin and side; and, through the store,
 * what the others have. Nodes know it of each other a moment later.
 */
export class TakenTally {
  private readonly database: Queryable;
  private readonly node: string;
  private readonly seconds = new Map<number, Map<string, Taken>>();
  private written = '';

  constructor(database: Queryable, node: string) {
    this.database = database;
    this.node = node;
  }

  /** Between two chains the same coin is not traded. */
  note(from: string, entries: readonly TakenSide[], at: number): void {
    const ofSecond = this.seconds.get(at) ?? new Map<string, Taken>();
    this.seconds.set(at, ofSecond);
    const add = (abbr: string, { sold, bought }: Taken) => {
      const known = ofSecond.get(abbr) ?? NOTHING;
      ofSecond.set(abbr, { sold: known.sold + sold, bought: known.bought + bought });
    };
    for (const { abbr, decimals, price, units } of entries) {
      if (abbr === from) continue;
      const value = (units * price) / powerOfTen(decimals);
      add(from, { sold: value, bought: 0n });
      add(abbr, { sold: 0n, bought: value });
    }
  }

  /** Tells the others what was taken here, and hears what was taken in all. */
  async share(now: number, windowS: number): Promise<ReadonlyMap<string, Taken>> {
    if (windowS === 0) return new Map();
    for (const at of this.seconds.keys()) if (Math.abs(now - at) > windowS) this.seconds.delete(at);
    const own = sumOf([...this.seconds.values()]);
    const text = JSON.stringify([...own].map(([abbr, { sold, bought }]) => [abbr, `${sold}`, `${bought}`]));
    if (text !== this.written || own.size > 0) {
      await this.database.query({
        name: 'tell-taken',
        text: `
          WITH cleared AS (DELETE FROM taken WHERE at < $2::bigint - $4::bigint)
          INSERT INTO taken (node, at, coins) VALUES ($1, $2, $3)
              ON CONFLICT (node) DO UPDATE SET at = excluded.at, coins = excluded.coins`,
        values: [this.node, now, text, CLEARED_S],
      });
      this.written = text;
    }
    const { rows } = await this.database.query<{ coins: [string, string, string][] }>({
      name: 'hear-taken',
      text: 'SELECT coins FROM taken WHERE node <> $1 AND at BETWEEN $2::bigint - $3::bigint AND $2::bigint + $3::bigint',
      values: [this.node, now, windowS],
    });
    const others = rows.map(
      ({ coins }) =>
        new Map(
          coins.map(
            ([abbr, sold, bought]) => [abbr, { sold: BigInt(sold), bought: BigInt(bought) }] as const,
          ),
        ),
    );
    return sumOf([own, ...others]);
  }
}

function sumOf(maps: readonly ReadonlyMap<string, Taken>[]): Map<string, Taken> {
  const sums = new Map<string, Taken>();
  for (const map of maps)
    for (const [abbr, { sold, bought }] of map) {
      const known = sums.get(abbr) ?? NOTHING;
      sums.set(abbr, { sold: known.sold + sold, bought: known.bought + bought });
    }
  return sums;
}
