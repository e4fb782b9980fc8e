import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { volume } from '../../../../../test/support/volume.ts';
import { parseFixed } from '../../money/fixed.ts';
import { judgeReading, readFixed, type VenueReading } from './judge-reading.ts';

const NOW = 1_760_000_000_000;
const TIMES = { aheadMs: 5_000, oldMs: 30_000 };
const GOOD: VenueReading = {
  bids: [
    [99.5, 1],
    [99.4, 2.25],
  ],
  asks: [
    ['100.1', '0.5'],
    ['100.2', '3'],
  ],
  at: NOW - 100,
};
const judge = (reading: Partial<VenueReading>) => judgeReading({ ...GOOD, ...reading }, NOW, TIMES);
const level = (price: string, amount: string) => ({ price: parseFixed(price), amount: parseFixed(amount) });

describe('a number of a venue', () => {
  it('is read to the last digit from a float, if a venue wrote 15 digits or fewer', () => {
    const digits = fc.bigInt({ min: 1n, max: 10n ** 15n - 1n });
    const property = fc.property(digits, fc.integer({ min: 0, max: 12 }), (whole, places) => {
      const text = whole.toString().padStart(places + 1, '0');
      const written = places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
      expect(readFixed(Number.parseFloat(written))).toBe(parseFixed(written));
    });
    fc.assert(property, { numRuns: volume(400, 2_000) });
  });

  it.each([
    [1e-7, 10n ** 11n],
    ['0.000000012345678901', 12_345_678_901n],
    ['97000.123456789012345678', 97_000_123_456_789_012_345_678n],
    [1e21, null],
    ['1e-19', null],
    [0, null],
    [-1, null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
    ['', null],
    ['1,5', null],
    [null, null],
    [{}, null],
  ])('%s is %s', (said, value) => {
    expect(readFixed(said)).toBe(value);
  });
});

describe('a reading', () => {
  it('is believed with its levels, best first, and the time of the venue', () => {
    expect(judge({})).toEqual({
      bids: [level('99.5', '1'), level('99.4', '2.25')],
      asks: [level('100.1', '0.5'), level('100.2', '3')],
      at: NOW - 100,
    });
  });

  it('has 20 levels of each side at most', () => {
    const asks = Array.from({ length: 50 }, (_, n): [number, number] => [100 + n, 1]);
    expect(judge({ asks })).toMatchObject({ asks: { length: 20 } });
  });

  it.each<[string, Partial<VenueReading>, 'wrong' | 'silent', RegExp]>([
    ['no time', { at: null }, 'wrong', /no time of its own/],
    ['a time that is none', { at: Number.NaN }, 'wrong', /no time of its own/],
    ['a time before all', { at: -1 }, 'wrong', /no time of its own/],
    ['a time ahead', { at: NOW + 5_001 }, 'wrong', /5 s ahead of this machine's/],
    ['an old time', { at: NOW - 30_001 }, 'silent', /30 s old by its own time/],
    ['no bids', { bids: [] }, 'wrong', /empty/],
    ['no asks', { asks: [] }, 'wrong', /empty/],
    ['a bid above the asks', { bids: [[100.2, 1]] }, 'wrong', /crossed/],
    ['a bid at the price of an ask', { bids: [[100.1, 1]] }, 'wrong', /crossed/],
    ['an amount of nothing', { asks: [[101, 0]] }, 'wrong', /other than prices and amounts/],
    ['no amount', { asks: [[101, undefined]] }, 'wrong', /other than prices and amounts/],
    [
      'bids in the wrong order',
      {
        bids: [
          [98, 1],
          [99, 1],
        ],
      },
      'wrong',
      /not in order/,
    ],
    [
      'a price twice',
      {
        asks: [
          [101, 1],
          [101, 1],
        ],
      },
      'wrong',
      /not in order/,
    ],
  ])('with %s is not', (_what, reading, what, words) => {
    expect(judge(reading)).toEqual({ what, words: expect.stringMatching(words) });
  });

  it('is believed at the very limits of time', () => {
    expect(judge({ at: NOW + 5_000 })).toMatchObject({ at: NOW + 5_000 });
    expect(judge({ at: NOW - 30_000 })).toMatchObject({ at: NOW - 30_000 });
  });
});
