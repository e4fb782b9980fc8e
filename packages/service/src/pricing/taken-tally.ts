import { SETTINGS } from '../catalog/settings.ts';
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

/** What was taken, by coin. */
export type TakenByCoin = ReadonlyMap<string, Taken>;

const FIELDS = ['sold', 'bought', 'promisedSold', 'promisedBought'] as const satisfies (keyof Taken)[];
const NOTHING: Taken = { sold: 0n, bought: 0n, promisedSold: 0n, promisedBought: 0n };
const NONE: TakenByCoin = new Map();
/** As long as the setting lets anything count, whether somebody asks for it meanwhile or not. */
const LONGEST_S = SETTINGS.taken_window_s.max;
/** In USDT counted in 10^-18. What was taken back is below 0. */
const WHOLE = /^-?\d{1,60}$/;
/** What a node that has gone wrote longer ago is cleared away. */
const CLEARED_S = 86_400;

/**
 * What this node has promised at fixed prices, or exchanged, in the last minutes, by coin and side; and, through the store,
 * what the others have. Nodes know it of each other a moment later.
 */
export class TakenTally {
  private readonly database: Queryable;
  private readonly node: string;
  private readonly seconds = new Map<number, TakenByCoin>();
  /** Noted since the last time that all was shared, and what is being shared. */
  private fresh = NONE;
  private sharing = NONE;
  private written = '';

  constructor(database: Queryable, node: string) {
    this.database = database;
    this.node = node;
  }

  /** What was exchanged. */
  note(from: string, entries: readonly TakenSide[], at: number): void {
    this.take(takenOf(from, entries), at);
  }

  /** What was promised at fixed prices. */
  promise(from: string, entries: readonly TakenSide[], at: number): void {
    this.take(promisedOf(takenOf(from, entries), 1n), at);
  }

  private take(taken: TakenByCoin, at: number): void {
    if (!this.seconds.has(at)) this.forget(at, LONGEST_S);
    this.add(taken, at);
    this.fresh = sumOf([this.fresh, taken]);
  }

  /** What was promised at that time is so no more, whichever node it was. Both are forgotten together. */
  takeBack(from: string, entries: readonly TakenSide[], at: number, now: number): void {
    this.add(promisedOf(takenOf(from, entries), -1n), at);
    this.forget(now, LONGEST_S);
  }

  /** What was noted here and is not yet among what was heard in all. */
  unshared(): TakenByCoin {
    return sumOf([this.sharing, this.fresh]);
  }

  private add(taken: TakenByCoin, at: number): void {
    this.seconds.set(at, sumOf([this.seconds.get(at) ?? NONE, taken]));
  }

  private forget(now: number, windowS: number): void {
    for (const at of this.seconds.keys()) if (Math.abs(now - at) > windowS) this.seconds.delete(at);
  }

  /** Tells the others what was taken here, and hears what was taken in all. */
  async share(now: number, windowS: number): Promise<TakenByCoin> {
    this.sharing = windowS === 0 ? NONE : this.unshared();
    this.fresh = NONE;
    if (windowS === 0) return NONE;
    this.forget(now, windowS);
    const own = sumOf([...this.seconds.values()]);
    const text = JSON.stringify(
      [...own].map(([abbr, taken]) => [abbr, ...FIELDS.map((field) => `${taken[field]}`)]),
    );
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
    const { rows } = await this.database.query<{ coins: unknown }>({
      name: 'hear-taken',
      text: 'SELECT coins FROM taken WHERE node <> $1 AND at BETWEEN $2::bigint - $3::bigint AND $2::bigint + $3::bigint',
      values: [this.node, now, windowS],
    });
    const others = rows.map(({ coins }) => heard(coins));
    this.sharing = NONE;
    return leftOf(sumOf([own, ...others]));
  }
}

/** What another node has told. Any api node may write there: what cannot be read counts for nothing, and keeps nobody from hearing the rest. */
function heard(coins: unknown): TakenByCoin {
  if (!Array.isArray(coins)) return NONE;
  const readable = coins.filter(
    (coin): coin is [string, ...string[]] =>
      Array.isArray(coin) && typeof coin[0] === 'string' && coin.slice(1).every((told) => WHOLE.test(told)),
  );
  return new Map(readable.map(([abbr, ...told]) => [abbr, takenBy((_, n) => BigInt(told[n] ?? 0))] as const));
}

/** What an exchange takes. Between two chains the same coin is not traded. */
export function takenOf(from: string, entries: readonly TakenSide[]): TakenByCoin {
  const traded = entries.filter(({ abbr }) => abbr !== from);
  return sumOf(
    traded.map(({ abbr, decimals, price, units }) => {
      const value = (units * price) / powerOfTen(decimals);
      return new Map([
        [from, { ...NOTHING, sold: value }],
        [abbr, { ...NOTHING, bought: value }],
      ]);
    }),
  );
}

/** The same as a promise, so many times. */
function promisedOf(taken: TakenByCoin, times: bigint): TakenByCoin {
  const promised = ({ sold, bought }: Taken) => ({
    ...NOTHING,
    promisedSold: times * sold,
    promisedBought: times * bought,
  });
  return new Map([...taken].map(([abbr, each]) => [abbr, promised(each)] as const));
}

/** Who has heard that something was taken back, and not that it was promised, counts nothing for it. */
function leftOf(taken: TakenByCoin): TakenByCoin {
  const left = [...taken].map(
    ([abbr, each]) => [abbr, takenBy((field) => (each[field] > 0n ? each[field] : 0n))] as const,
  );
  return new Map(left.filter(([, each]) => FIELDS.some((field) => each[field] > 0n)));
}

export function sumOf(maps: readonly TakenByCoin[]): TakenByCoin {
  const sums = new Map<string, Taken>();
  for (const map of maps)
    for (const [abbr, taken] of map) {
      const known = sums.get(abbr) ?? NOTHING;
      sums.set(
        abbr,
        takenBy((field) => known[field] + taken[field]),
      );
    }
  return sums;
}

/** Whether the same was taken. */
export function areTaken(a: TakenByCoin, b: TakenByCoin): boolean {
  return (
    a.size === b.size &&
    [...a].every(([abbr, each]) => FIELDS.every((field) => b.get(abbr)?.[field] === each[field]))
  );
}

function takenBy(of: (field: keyof Taken, n: number) => bigint): Taken {
  const [sold, bought, promisedSold, promisedBought] = FIELDS.map(of) as [bigint, bigint, bigint, bigint];
  return { sold, bought, promisedSold, promisedBought };
}
