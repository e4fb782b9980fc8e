import { Decimal } from '@swapdesk/contract/plain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Quote } from '../api/quote.ts';
import { asset } from './an-asset.ts';
import { LiveQuote, type QuoteState, type Wish } from './live-quote.ts';

const number = (text: string) => Decimal.parse(text) as Decimal;
const AAA = asset('Chain/AAA');
const BBB = asset('Chain/BBB');

function wish(amount: string, changes: Partial<Wish> = {}): Wish {
  const entries = [{ asset: BBB, share: number('1') }];
  return { mode: 'float', from: AAA, entries, side: 'send', amount: number(amount), ...changes };
}

/** One for one, without fees: whoever sends 5 receives 5. */
function plainQuote(source: Decimal, calcId: string | null = null): Quote {
  const entry = {
    quantity: source,
    price: number('1'),
    feeRate: number('0'),
    skewRate: number('0'),
    premiumRate: number('0'),
    networkFee: number('0'),
    isPaused: false,
  };
  return {
    limits: { least: number('1'), most: number('100') },
    calcId,
    price: number('1'),
    entries: [entry],
  };
}

/** Every question, to be answered when the test wants. */
interface Question {
  readonly source: string;
  readonly signal: AbortSignal;
  answer(quote?: Quote): void;
  refuse(error: Error): void;
}

let questions: Question[];
let told: QuoteState[];
let live: LiveQuote;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  questions = [];
  told = [];
  live = new LiveQuote({
    ask: (_, source, signal) =>
      new Promise((resolve, reject) => {
        const answer = (quote = plainQuote(source)) => resolve(quote);
        questions.push({ source: source.toString(), signal, answer, refuse: reject });
      }),
    tell: (state) => told.push(state),
    quoteLifetimeS: () => 30,
    now: Date.now,
  });
});
afterEach(() => {
  live.stop();
  vi.useRealTimers();
});

const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const stage = () => told.at(-1)?.stage;
function shown(): string | undefined {
  const state = told.at(-1);
  return state?.stage === 'quoted' ? state.last.source.toString() : undefined;
}

describe('a live quote', () => {
  it('is asked for once when somebody stops typing', async () => {
    for (const amount of ['1', '12', '12.5']) {
      live.wish(wish(amount));
      await passes(100);
    }
    await passes(1_000);
    expect(questions.map(({ source }) => source)).toEqual(['12.5']);
  });

  it('is never overwritten by an older answer that comes late', async () => {
    live.wish(wish('1'));
    await passes(300);
    live.wish(wish('2'));
    await passes(300);
    questions[1]?.answer();
    await passes(0);
    questions[0]?.answer();
    await passes(0);
    expect(shown()).toBe('2');
    expect(questions[0]?.signal.aborted).toBe(true);
  });

  it('is asked for again every few seconds while the price moves', async () => {
    live.wish(wish('1'));
    await passes(300);
    questions[0]?.answer();
    await passes(4_000);
    expect(questions).toHaveLength(2);
    expect(stage()).toBe('quoted');
  });

  it('that is fixed is held, and then said to have expired, a second before the service lets go of it', async () => {
    live.wish(wish('1', { mode: 'fixed' }));
    await passes(300);
    questions[0]?.answer(plainQuote(number('1'), 'sealed'));
    await passes(28_900);
    expect(questions).toHaveLength(1);
    expect(stage()).toBe('quoted');
    await passes(200);
    expect(stage()).toBe('expired');
    live.renew();
    expect(questions).toHaveLength(2);
  });

  it('that is fixed has expired when somebody comes back to a page whose timers slept', async () => {
    live.wish(wish('1', { mode: 'fixed' }));
    await passes(300);
    questions[0]?.answer(plainQuote(number('1'), 'sealed'));
    await passes(0);
    vi.setSystemTime(60_000);
    live.wake();
    expect(stage()).toBe('expired');
  });

  it('is called live no longer when the next answer does not come, and is asked for anew by who looks again', async () => {
    live.wish(wish('1'));
    await passes(300);
    questions[0]?.answer();
    await passes(4_000);
    expect(stage()).toBe('quoted');
    await passes(4_000);
    expect(stage()).toBe('asking');
    expect(questions).toHaveLength(2);
    live.wake();
    expect(questions[1]?.signal.aborted).toBe(true);
    questions[2]?.answer();
    await passes(0);
    expect(stage()).toBe('quoted');
    await passes(3_900);
    expect(stage()).toBe('quoted');
  });

  it('is asked for anew by who looks again though the first answer never came', async () => {
    live.wish(wish('1', { mode: 'fixed' }));
    await passes(300);
    live.wake();
    expect(questions[0]?.signal.aborted).toBe(true);
    expect(questions).toHaveLength(2);
  });

  it('that was refused is asked for again', async () => {
    live.wish(wish('1'));
    await passes(300);
    questions[0]?.refuse(new Error('busy'));
    await passes(0);
    expect(stage()).toBe('refused');
    await passes(4_000);
    questions[1]?.answer();
    await passes(0);
    expect(shown()).toBe('1');
  });

  it('for an amount to receive finds what to send', async () => {
    live.wish(wish('7', { side: 'receive' }));
    await passes(300);
    // At half the price, twice as much has to be sent.
    const dear = (source: string) => ({ ...plainQuote(number(source)), price: number('0.5') });
    questions[0]?.answer(dear('7'));
    await passes(0);
    expect(questions[1]?.source).toBe('14');
    questions[1]?.answer(dear('14'));
    await passes(0);
    expect(shown()).toBe('14');
  });

  it('is not asked for when nothing is wished for', async () => {
    live.wish(wish('1'));
    live.wish(null);
    await passes(10_000);
    expect(questions).toHaveLength(0);
    expect(stage()).toBe('none');
  });
});
