import { type Decimal, MESSAGE } from '@swapdesk/contract/plain';
import type { Quote } from '../api/quote.ts';
import { Refused } from '../api/refused.ts';
import { leastSource, type Sides } from './least-source.ts';

/** Prices move between two questions; more often than this within a second they do not. */
const MOST_QUESTIONS = 6;

export interface Found {
  readonly source: Decimal;
  readonly quote: Quote;
}

/**
 * Finds the least amount to send for which the service itself quotes at least the wanted amount. The interface quotes
 * from the amount sent only, so it is asked until the answer is to the amount that the answer's own prices give.
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
      source = least;
    } catch (error) {
      // The start is a guess: from the nearest amount that is taken one learns the prices. After that a limit is one.
      if (isWithin || !(error instanceof Refused) || error.limits === null) throw error;
      source = error.message === MESSAGE.quantityTooSmall ? error.limits.least : error.limits.most;
      isWithin = true;
    }
  }
}

function pays(quote: Quote, wanted: Decimal): boolean {
  return quote.entries.every(({ quantity }) => quantity.compare(wanted) >= 0);
}
