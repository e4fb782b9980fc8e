import { Decimal, type Json, parseJson } from '@swapdesk/contract';
import { formatFixed, ONE } from '../../money/fixed.ts';
import { ceilDivide } from '../../money/units.ts';
import { type ReadLevel, readFixed, type VenueReading } from './judge-reading.ts';

/** What is taken to be where a source says less than a book. */
export interface SourceAssumptions {
  /** Between bid and ask of a coin of which only the last price is told, in millionths of it. */
  readonly spreadPpm: bigint;
  /** How much stands at a price that is told without an amount, in USDT, counted in 10^-18. */
  readonly worth: bigint;
}

export const SOURCE_ASSUMPTIONS: SourceAssumptions = { spreadPpm: 2_000n, worth: 10_000n * ONE };

const MILLION = 1_000_000n;
/** A moment with its zone: without one nobody knows which moment it is. */
const ISO_8601 = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;

type Fields = { readonly [key: string]: Json };

/**
 * Reads what a source of one's own answers. Prices are in USDT; numbers may stand in quotes; a time is Unix seconds, with
 * decimals if it likes, or ISO 8601 with a zone, and one of all coins is enough:
 *
 *     { "time": 1760000000.25, "coins": {
 *         "BTC": { "bids": [[97000.5, 1.2], …], "asks": [[97001, 0.8], …] },
 *         "ETH": { "bid": 3600.1, "ask": 3600.9, "time": "2026-01-01T00:00:00Z" },
 *         "LTC": { "last": 80 } } }
 *
 * Throws if it is something else; what is wrong with one coin is said in place of its reading.
 */
export function readSource(text: string, assumed: SourceAssumptions): Map<string, VenueReading | string> {
  const said = parseJson(text);
  if (!isFields(said) || !isFields(said.coins)) throw new SyntaxError('it has no "coins"');
  const ofAll = readTime(said.time);
  const read = (coin: Json) => readCoin(coin, ofAll, assumed);
  return new Map(Object.entries(said.coins).map(([abbr, coin]) => [abbr, read(coin)]));
}

function readCoin(coin: Json, ofAll: number | null, assumed: SourceAssumptions): VenueReading | string {
  if (!isFields(coin)) return 'is told as something other than an object';
  const at = coin.time === undefined ? ofAll : readTime(coin.time);
  if (coin.bids !== undefined || coin.asks !== undefined) {
    const [bids, asks] = [readLevels(coin.bids), readLevels(coin.asks)];
    return bids === null || asks === null
      ? 'has bids or asks that are not lists of [price, amount]'
      : { bids, asks, at };
  }
  const prices = readPrices(coin, assumed);
  if (prices === null) return 'has neither "bids" and "asks", nor "bid" and "ask", nor "last"';
  const level = (price: bigint): ReadLevel => [
    formatFixed(price),
    formatFixed((assumed.worth * ONE) / price),
  ];
  return { bids: [level(prices.bid)], asks: [level(prices.ask)], at };
}

/** Best bid and ask; of a last price half of the spread is taken off and put on. */
function readPrices(coin: Fields, { spreadPpm }: SourceAssumptions): { bid: bigint; ask: bigint } | null {
  const [bid, ask, last] = [coin.bid, coin.ask, coin.last].map((each) => readFixed(numberText(each)));
  if (bid != null && ask != null) return { bid, ask };
  if (last == null) return null;
  const whole = 2n * MILLION;
  return {
    bid: (last * (whole - spreadPpm)) / whole,
    ask: ceilDivide(last * (whole + spreadPpm), whole),
  };
}

function readLevels(levels: Json | undefined): ReadLevel[] | null {
  if (!Array.isArray(levels)) return null;
  const read = levels.map((level): ReadLevel | null =>
    Array.isArray(level) ? [numberText(level[0]), numberText(level[1])] : null,
  );
  return read.includes(null) ? null : (read as ReadLevel[]);
}

function numberText(value: Json | undefined): string | null {
  if (value instanceof Decimal) return value.toString();
  return typeof value === 'string' ? value : null;
}

/** As Unix milliseconds; null if there is none. */
function readTime(time: Json | undefined): number | null {
  if (time instanceof Decimal) return time.shift(3).truncate(0) > 0n ? toMs(time) : null;
  if (typeof time !== 'string' || !ISO_8601.test(time)) return null;
  const ms = Date.parse(time);
  return Number.isNaN(ms) ? null : ms;
}

function toMs(time: Decimal): number | null {
  const ms = Number(time.shift(3).truncate(0));
  return Number.isSafeInteger(ms) ? ms : null;
}

function isFields(value: Json | undefined): value is Fields {
  return (
    value !== undefined &&
    value !== null &&
    typeof value === 'object' &&
    !Array.isArray(value) &&
    !(value instanceof Decimal)
  );
}
