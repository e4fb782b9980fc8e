import type { Decimal } from '@swapdesk/contract/plain';
import type { Exchange, Quote } from '../api/quote.ts';
import { findSource } from './find-source.ts';

/** So that a price is not asked for at every key. */
const PAUSE_MS = 250;
/** How often a price that does not hold is asked for again. */
const REFRESH_MS = 4_000;
/** A price that does not hold is as old as that when the next is still not there: it is called live no longer. */
const LATE_MS = 4_000;
/** A price is let go a little before the service lets go of it: an order takes a moment to get there. */
const MARGIN_MS = 1_000;

/** What somebody would like to exchange. */
export interface Wish extends Exchange {
  /** On which side the amount is wanted. To receive an amount there is one receiver. */
  readonly side: 'send' | 'receive';
  readonly amount: Decimal;
}

export interface Quoted {
  readonly wish: Wish;
  /** What to send. */
  readonly source: Decimal;
  readonly quote: Quote;
  /** Until when a fixed price can be ordered, in milliseconds; null for one that does not hold. */
  readonly until: number | null;
}

export type QuoteState =
  /** Nothing is wished for. */
  | { readonly stage: 'none' }
  /** `last` is what was quoted before, perhaps for something else. */
  | { readonly stage: 'asking'; readonly last: Quoted | null }
  | { readonly stage: 'quoted'; readonly last: Quoted }
  | { readonly stage: 'expired'; readonly last: Quoted }
  | { readonly stage: 'refused'; readonly error: unknown };

export interface Surroundings {
  readonly ask: (exchange: Exchange, source: Decimal, signal: AbortSignal) => Promise<Quote>;
  readonly tell: (state: QuoteState) => void;
  readonly quoteLifetimeS: () => number;
  readonly now: () => number;
}

/**
 * Keeps a quote up to date: asks when the wish changes, again and again while a price does not hold, and says when one
 * that does has expired. An answer to an older question never takes the place of a newer one.
 */
export class LiveQuote {
  private readonly surroundings: Surroundings;
  private wished: Wish | null = null;
  private last: Quoted | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private question = new AbortController();
  private isAsking = false;

  constructor(surroundings: Surroundings) {
    this.surroundings = surroundings;
  }

  /** Wishes for something else; null: for nothing. */
  wish(wish: Wish | null): void {
    this.stop();
    this.wished = wish;
    if (wish === null) {
      this.surroundings.tell({ stage: 'none' });
      return;
    }
    this.surroundings.tell({ stage: 'asking', last: this.last });
    this.timer = setTimeout(() => void this.ask(wish), PAUSE_MS);
  }

  /** Asks for the same again, now. */
  renew(): void {
    const wish = this.wished;
    if (wish === null) return;
    this.stop();
    this.surroundings.tell({ stage: 'asking', last: this.last });
    void this.ask(wish);
  }

  /** When somebody looks at the page again, or the line is back: timers may have slept meanwhile, and answers got lost. */
  wake(): void {
    const { wished: wish, last } = this;
    if (wish === null) return;
    const until = last?.wish === wish && !this.isAsking ? last.until : null;
    if (last !== null && until !== null) {
      if (this.surroundings.now() < until) return;
      this.stop();
      this.surroundings.tell({ stage: 'expired', last });
      return;
    }
    this.stop();
    void this.ask(wish);
  }

  /** Gives up what is under way. */
  stop(): void {
    clearTimeout(this.timer);
    this.question.abort();
    this.question = new AbortController();
    this.isAsking = false;
  }

  private async ask(wish: Wish): Promise<void> {
    const { signal } = this.question;
    const { tell, now, quoteLifetimeS } = this.surroundings;
    const askedAt = now();
    this.isAsking = true;
    this.timer = setTimeout(() => tell({ stage: 'asking', last: this.last }), LATE_MS);
    try {
      const found = await this.found(wish, signal);
      if (signal.aborted) return;
      this.isAnswered();
      const holds = found.quote.calcId !== null;
      const until = holds ? askedAt + quoteLifetimeS() * 1_000 - MARGIN_MS : null;
      const quoted = { wish, ...found, until };
      this.last = quoted;
      tell({ stage: 'quoted', last: quoted });
      if (until === null) this.askLater(wish);
      else this.timer = setTimeout(() => tell({ stage: 'expired', last: quoted }), until - now());
    } catch (error) {
      if (signal.aborted) return;
      this.isAnswered();
      tell({ stage: 'refused', error });
      this.askLater(wish);
    }
  }

  private isAnswered(): void {
    clearTimeout(this.timer);
    this.isAsking = false;
  }

  private askLater(wish: Wish): void {
    this.timer = setTimeout(() => void this.ask(wish), REFRESH_MS);
  }

  private async found(wish: Wish, signal: AbortSignal): Promise<Pick<Quoted, 'source' | 'quote'>> {
    const ask = (source: Decimal) => this.surroundings.ask(wish, source, signal);
    const [entry] = wish.entries;
    if (wish.side === 'send' || entry === undefined) {
      return { source: wish.amount, quote: await ask(wish.amount) };
    }
    const sides = { fromDecimals: wish.from.decimals, toDecimals: entry.asset.decimals };
    return findSource(ask, sides, wish.amount, this.last?.source ?? wish.amount);
  }
}
