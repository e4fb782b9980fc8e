import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ONE } from '../../money/fixed.ts';
import { isFault, judgeReading } from './judge-reading.ts';
import { readSource, SOURCE_ASSUMPTIONS } from './source-form.ts';

const read = (text: string) => readSource(text, SOURCE_ASSUMPTIONS);
const coin = (text: string) => read(`{"time":1760000000.25,"coins":{"BTC":${text}}}`).get('BTC');
const AT = 1_760_000_000_250;

describe('a source of one’s own', () => {
  it('tells levels to the last digit, as numbers or as text', () => {
    const text = '{"bids":[[97000.123456789012345678,"1.5"]],"asks":[["97001",0.8],[97002,1]]}';
    expect(coin(text)).toEqual({
      bids: [['97000.123456789012345678', '1.5']],
      asks: [
        ['97001', '0.8'],
        ['97002', '1'],
      ],
      at: AT,
    });
  });

  it('tells a bid and an ask, at which so much is taken to stand', () => {
    expect(coin('{"bid":4000,"ask":5000}')).toEqual({
      bids: [['4000', '2.5']],
      asks: [['5000', '2']],
      at: AT,
    });
  });

  it('tells a last price, off which bid and ask are half of a spread', () => {
    const assumed = { spreadPpm: 10_000n, worth: ONE };
    expect(readSource('{"coins":{"LTC":{"last":80,"time":1}}}', assumed).get('LTC')).toMatchObject({
      bids: [['79.6', '0.012562814070351758']],
      asks: [['80.4', '0.012437810945273631']],
      at: 1_000,
    });
  });

  it('is never crossed by what is assumed', () => {
    const price = fc.integer({ min: 1, max: 10 ** 9 }).map((n) => n / 10 ** 4);
    const property = fc.property(price, (last) => {
      const reading = readSource(
        `{"coins":{"X":{"last":${last},"time":1760000000}}}`,
        SOURCE_ASSUMPTIONS,
      ).get('X');
      if (typeof reading !== 'object') throw new Error(reading);
      expect(isFault(judgeReading(reading, 1_760_000_000_000, { aheadMs: 0, oldMs: 0 }))).toBe(false);
    });
    fc.assert(property);
  });

  it.each([
    ['Unix seconds', '1760000000', 1_760_000_000_000],
    ['Unix seconds with decimals', '1760000000.123', 1_760_000_000_123],
    ['ISO 8601 in UTC', '"2025-10-09T08:53:20Z"', 1_760_000_000_000],
    ['ISO 8601 with a zone', '"2025-10-09T10:53:20.5+02:00"', 1_760_000_000_500],
    ['no zone', '"2025-10-09T10:53:20"', null],
    ['a day', '"2025-10-09"', null],
    ['nothing', 'null', null],
    ['less than nothing', '-5', null],
    ['more than can be', '1e300', null],
  ])('tells its time in %s', (_what, time, at) => {
    expect(read(`{"time":${time},"coins":{"BTC":{"last":1}}}`).get('BTC')).toMatchObject({ at });
    expect(coin(`{"last":1,"time":${time}}`)).toMatchObject({ at });
  });

  it.each([
    ['nothing', '{}', /neither/],
    ['half of a price', '{"bid":1}', /neither/],
    ['no number', '{"last":"cheap"}', /neither/],
    ['a price of 0', '{"last":0}', /neither/],
    ['one side', '{"bids":[[1,1]]}', /not lists of/],
    ['levels that are none', '{"bids":[1],"asks":[2]}', /not lists of/],
    ['a number', '7', /other than an object/],
  ])('that says %s of a coin is told so', (_what, said, words) => {
    expect(coin(said)).toMatch(words);
  });

  it.each(['', '{', '[]', '7', 'null', '{"coins":[]}', '{"coins":null}', '{"BTC":1}'])(
    'cannot be %j',
    (text) => {
      expect(() => read(text)).toThrow(SyntaxError);
    },
  );
});
