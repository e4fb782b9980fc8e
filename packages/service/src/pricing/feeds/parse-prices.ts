import { Decimal, type Json, parseJson } from '@swapdesk/contract';
import { FIXED_DECIMALS } from '../../money/fixed.ts';
import { toExactUnits } from '../../money/units.ts';
import type { FeedFault, FeedPrice, FeedReading } from './feed.ts';

/** The name under which a file says when its prices were those of now. No coin is written in small letters. */
const TIME = 'time';
/** A moment with its zone: without one nobody knows which moment it is. */
const ISO_8601 = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;

/** Reads a price file's text. What a coin's line lacks, the file says for all; what it lacks too, is `at`. */
export function parsePrices(text: string, at: number): FeedReading {
  const file = parseJson(withoutNaN(text));
  if (!isObject(file)) throw new SyntaxError('it must hold an object of coin names and prices');
  const ofAll = file[TIME] === undefined ? at : readTime(file[TIME]);
  if (ofAll === null) throw new SyntaxError(`its ${TIME} ${TIME_FORM}`);
  const prices: FeedPrice[] = [];
  const faults: FeedFault[] = [];
  for (const [abbr, line] of Object.entries(file)) {
    if (abbr === TIME) continue;
    const read = readLine(line, ofAll);
    if (typeof read === 'string') faults.push({ abbr, what: read });
    else prices.push({ abbr, ...read });
  }
  return { prices, faults };
}

const TIME_FORM = 'must be Unix seconds or ISO 8601 with a zone';

/** A number, or an object with a price and a time; else what is wrong with it. */
function readLine(line: Json, ofAll: number): { value: bigint; at: number } | string {
  const { price, time } = isObject(line) ? line : { price: line, time: undefined };
  if (!(price instanceof Decimal)) return 'must be a number';
  const value = toExactUnits(price, FIXED_DECIMALS);
  if (value === null) return `must have ${FIXED_DECIMALS} decimals at most`;
  const at = time === undefined ? ofAll : readTime(time);
  return at === null ? `has a time that is wrong: it ${TIME_FORM}` : { value, at };
}

function readTime(time: Json): number | null {
  if (time instanceof Decimal) {
    const seconds = Number(time.truncate(0));
    return Number.isSafeInteger(seconds) && seconds > 0 ? seconds : null;
  }
  if (typeof time !== 'string' || !ISO_8601.test(time)) return null;
  const ms = Date.parse(time);
  return Number.isNaN(ms) ? null : Math.floor(ms / 1000);
}

function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Decimal);
}

/** Some programs write NaN and Infinity where a number should be. That is a bad line, not the end of the file. */
function withoutNaN(text: string): string {
  return text.replace(
    /("(?:[^"\\]|\\.)*")|-?\b(?:NaN|Infinity)\b/g,
    (_all, quoted?: string) => quoted ?? 'null',
  );
}
