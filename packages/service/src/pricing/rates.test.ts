import { describe, expect, it } from 'vitest';
import { type Price, Rates } from './rates.ts';

const price = (abbr: string, at: number, source = 'static'): Price => ({ abbr, value: 5n, at, source });

describe('rates', () => {
  it('give a price that is young enough', () => {
    const rates = new Rates([price('BTC', 100)]);
    const at = (now: number) => ({ now, maxAgeS: 60 });
    expect(rates.find('BTC', at(100))).toBe(5n);
    expect(rates.find('BTC', at(160))).toBe(5n);
    expect(rates.find('BTC', at(161))).toBeNull();
    expect(rates.find('ETH', at(100))).toBeNull();
    expect(rates.find('btc', at(100))).toBeNull();
  });

  it('know whether a price was one of now a moment ago, for who was promised something then', () => {
    const rates = new Rates([{ abbr: 'BTC', value: 1n, at: 1_000, source: 'test' }]);
    const was = (now: number) => rates.wasQuoted('BTC', { now, maxAgeS: 60 }, 'fixed', 30);
    expect([was(1_000), was(1_090), was(1_091)]).toEqual([true, true, false]);
    expect(rates.wasQuoted('ETH', { now: 1_000, maxAgeS: 60 }, 'fixed', 30)).toBe(false);
  });

  it('do not believe a price from the future, beyond what clocks differ', () => {
    const rates = new Rates([price('BTC', 100)]);
    expect(rates.find('BTC', { now: 70, maxAgeS: 60 })).toBe(5n);
    expect(rates.find('BTC', { now: 69, maxAgeS: 60 })).toBeNull();
  });

  it('give none that is stopped, however young it is, and are others once that changes', () => {
    const [going, stopped] = [
      new Rates([price('BTC', 100)]),
      new Rates([{ ...price('BTC', 100), stop: 'jump' }]),
    ];
    expect(stopped.find('BTC', { now: 100, maxAgeS: 60 })).toBeNull();
    expect(stopped.isSameAs(going)).toBe(false);
    expect(stopped.isSameAs(new Rates([{ ...price('BTC', 100), stop: 'jump' }]))).toBe(true);
  });

  it('are others once a ladder, a stop of a market or a premium is another', () => {
    const ladder = (amount: bigint) => ({ bids: [{ value: 1n, amount }], asks: [{ value: 1n, amount: 1n }] });
    const of = (changes: Partial<Price>) => new Rates([{ ...price('BTC', 100), ...changes }]);
    const changes = [
      {},
      { ladder: ladder(2n) },
      { ladder: ladder(3n) },
      { fixedStop: 'few' },
      { premiumPpm: 1 },
    ] as const;
    for (const [n, mine] of changes.entries())
      for (const [m, other] of changes.entries()) expect(of(mine).isSameAs(of(other))).toBe(n === m);
    expect(of({ ladder: ladder(2n) }).isSameAs(of({ ladder: ladder(2n) }))).toBe(true);
  });

  it('say which feeds they came from, each once', () => {
    expect(new Rates([price('BTC', 1, 'test'), price('ETH', 1, 'test')]).source).toBe('test');
    expect(new Rates([price('BTC', 1, 'test'), price('ETH', 1, 'static')]).source).toBe('test,static');
    expect(new Rates([]).source).toBe('');
  });
});
