import type { MarketStop } from '../market/judge-market.ts';
import type { Ladder } from '../market/ladder.ts';
import { parseFixed } from '../money/fixed.ts';
import type { Queryable } from '../store/database.ts';
import { readLadder } from './ladder-text.ts';
import { type Price, type PriceStop, Rates } from './rates.ts';

interface Row {
  abbr: string;
  price: string;
  at: number;
  source: string;
  stop: PriceStop | null;
  ladder: string | null;
  float_stop: MarketStop | null;
  fixed_stop: MarketStop | null;
  premium_ppm: number | null;
  float_until: number | null;
  fixed_until: number | null;
}

/** A ladder that is read when somebody asks for it: most are replaced before. */
interface Laid {
  readonly text: string;
  ladder(): Ladder;
}

interface Known {
  readonly row: Row;
  readonly laid: Laid | null;
  readonly price: Price;
}

/**
 * Reads the prices in the store again and again. What has not changed is the same object as before, and so is the ladder of a
 * price that is only younger: whatever was computed from them holds.
 */
export class RateReader {
  private readonly database: Queryable;
  private known: ReadonlyMap<string, Known> = new Map();

  constructor(database: Queryable) {
    this.database = database;
  }

  async read(): Promise<Rates> {
    const { rows } = await this.database.query<Row>({
      name: 'load-prices',
      text: `SELECT abbr, price, at, source, stop, ladder, float_stop, fixed_stop, premium_ppm, float_until, fixed_until
               FROM price ORDER BY abbr`,
    });
    const read = rows.map((row) => knownAs(row, this.known.get(row.abbr)));
    this.known = new Map(read.map((each) => [each.row.abbr, each]));
    return new Rates(read.map(({ price }) => price));
  }
}

/** The prices in the store, once. */
export async function loadRates(database: Queryable): Promise<Rates> {
  return new RateReader(database).read();
}

function knownAs(row: Row, before: Known | undefined): Known {
  if (before !== undefined && areSame(row, before.row)) return before;
  const laid = row.ladder === before?.laid?.text ? before.laid : laidOut(row.ladder);
  return { row, laid, price: priceOf(row, laid) };
}

function areSame(one: Row, other: Row): boolean {
  return (Object.keys(one) as (keyof Row)[]).every((column) => one[column] === other[column]);
}

function laidOut(text: string | null): Laid | null {
  if (text === null) return null;
  let read: Ladder | null = null;
  return {
    text,
    ladder() {
      read ??= readLadder(text);
      return read;
    },
  };
}

function priceOf(row: Row, laid: Laid | null): Price {
  const { abbr, price, at, source, stop, ladder, float_stop, fixed_stop, premium_ppm } = row;
  const { float_until, fixed_until } = row;
  const known = { abbr, value: parseFixed(price), at, source, stop };
  if ([ladder, float_stop, fixed_stop, premium_ppm].every((each) => each === null)) return known;
  return {
    ...known,
    get ladder() {
      return laid === null ? null : laid.ladder();
    },
    floatStop: float_stop,
    fixedStop: fixed_stop,
    premiumPpm: premium_ppm,
    ...(float_until !== null && { floatUntil: float_until }),
    ...(fixed_until !== null && { fixedUntil: fixed_until }),
  };
}
