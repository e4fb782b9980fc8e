import { Decimal, formatDecimal, MESSAGE } from '@swapdesk/contract/plain';
import type { Quote } from '../api/quote.ts';
import { Refused } from '../api/refused.ts';
import { leastSource, type Sides } from './least-source.ts';

/** Prices move between two questions, and with the amount; after so many the answer is good enough once it pays. */
const MOST_QUESTIONS = 6;

export interface Found {
  readonly source: Decimal;
  readonly quote: Quote;
}

/**
 * Finds the least amount to send for which the service itself quotes at least the wanted amount. The interface quotes
 * from the amount sent only, so it is asked until the answer is to the amount that the answer's own prices give. A larger amount
 * may have worse prices: what comes nearer from below for too long is overtaken, so that it ends, and ends with enough.
 */
export async function findSource(
  ask: (source: Decimal) => Promise<Quote>,
  sides: Sides,
  wanted: Decimal,
  start: Decimal,
): Promise<Found> {
  let source = start;
  let isWithin = false;
  for (let questions = 0; ; questions++) {
    try {
      const quote = await ask(source);
      isWithin = true;
      const least = leastSource(quote, sides, wanted);
      if (least.compare(source) === 0 || (questions >= MOST_QUESTIONS && pays(quote, wanted)))
        return { source, quote };
      const isShort = questions >= MOST_QUESTIONS && least.compare(source) > 0;
      source = isShort ? beyond(source, least, questions - MOST_QUESTIONS + 1) : least;
    } catch (error) {
      // The start is a guess: from the nearest amount that is taken one learns the prices. After that a limit is one.
      if (isWithin || !(error instanceof Refused) || error.limits === null) throw error;
      source = error.message === MESSAGE.quantityTooSmall ? error.limits.least : error.limits.most;
      isWithin = true;
    }
  }
}

/** Further in the same direction, by as much again, twice as much at the next question, and so on. */
function beyond(source: Decimal, least: Decimal, times: number): Decimal {
  const exponent = Math.min(source.exponent, least.exponent);
  const [from, to] = [source.shift(-exponent).truncate(0), least.shift(-exponent).truncate(0)];
  return Decimal.parse(formatDecimal(to + (to - from) * 2n ** BigInt(times), exponent)) as Decimal;
}

function pays(quote: Quote, wanted: Decimal): boolean {
  return quote.entries.every(({ quantity }) => quantity.compare(wanted) >= 0);
}
