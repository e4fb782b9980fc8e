import { describe, expect, it } from 'vitest';
import { Refusal } from '../refusal.ts';
import { type Price, Rates } from './rates.ts';

const price = (abbr: string, at: number, source = 'static'): Price => ({ abbr, value: 5n, at, source });

describe('rates', () => {
  it('give a price that is young enough', () => {
    const rates = new Rates([price('BTC', 100)]);
    expect(rates.find('BTC', 100)).toBe(5n);
    expect(rates.find('BTC', 101)).toBeNull();
    expect(rates.find('ETH', 0)).toBeNull();
    expect(rates.find('btc', 0)).toBeNull();
  });

  it('refuse to quote without one', () => {
    const rates = new Rates([price('BTC', 100)]);
    expect(rates.get('BTC', 100)).toBe(5n);
    for (const [abbr, oldest] of [
      ['BTC', 101],
      ['ETH', 0],
      ['__proto__', 0],
    ] as const) {
      expect(() => rates.get(abbr, oldest)).toThrow(new Refusal('server is busy, please try again later'));
    }
  });

  it('say which feeds they came from, each once', () => {
    expect(new Rates([price('BTC', 1, 'test'), price('ETH', 1, 'test')]).source).toBe('test');
    expect(new Rates([price('BTC', 1, 'test'), price('ETH', 1, 'static')]).source).toBe('test,static');
    expect(new Rates([]).source).toBe('');
  });
});
