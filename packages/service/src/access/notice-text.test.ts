import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noticeTexts, readNoticeText } from './notice-text.ts';
import type { Share } from './rate-limit.ts';
import type { CallerNotice } from './shared-limits.ts';

const share = fc.tuple(fc.string({ maxLength: 60 }), fc.nat(100_000)) as fc.Arbitrary<Share>;
const notice: fc.Arbitrary<CallerNotice> = fc.record({
  from: fc.string({ minLength: 1, maxLength: 12 }),
  spent: fc.array(share, { maxLength: 40 }),
  streams: fc.array(share, { maxLength: 40 }),
});
const MOST = 1_000;

/** What is said of whom, in whatever pieces. */
const said = (notices: readonly CallerNotice[]) =>
  notices
    .flatMap(({ from, spent, streams }) => [
      ...spent.map((each) => JSON.stringify([from, 'spent', ...each])),
      ...streams.map((each) => JSON.stringify([from, 'streams', ...each])),
    ])
    .toSorted();

describe('what nodes tell each other', () => {
  it('is read as it was written, in pieces that fit', () => {
    const property = fc.property(fc.array(notice, { maxLength: 6 }), (notices) => {
      const texts = noticeTexts(notices, MOST);
      expect(Math.max(0, ...texts.map((text) => Buffer.byteLength(text)))).toBeLessThanOrEqual(MOST);
      expect(said(texts.flatMap(readNoticeText))).toEqual(said(notices));
    });
    fc.assert(property);
  });

  it('is one text for as long as that is enough', () => {
    const shares = Array.from({ length: 20 }, (_, n): Share => [`ip:10.0.0.${n}`, 12]);
    const notices = ['a', 'b', 'c'].map((from) => ({ from, spent: shares.slice(0, 10), streams: [] }));
    expect(noticeTexts(notices, MOST).length).toBe(1);
    expect(noticeTexts([], MOST)).toEqual([]);
  });

  it('is read where a newer version says more beside it, or in lines of its own', () => {
    const newer =
      '["a",[["x",3,"and more"]],[["y",2]],{"more":true}]\n{"of":"another form"}\n["b",[],[["z",1]]]';
    const [one, ...others] = readNoticeText(newer);
    expect(one).toMatchObject({ from: 'a', streams: [['y', 2]] });
    expect(one?.spent[0]?.slice(0, 2)).toEqual(['x', 3]);
    expect(others).toEqual([{ from: 'b', spent: [], streams: [['z', 1]] }]);
  });

  it.each([
    '',
    'nonsense',
    '[]',
    'null',
    '{"from":"a"}',
    '["a",[["x",-1]],[]]',
    '["a",[["x","1"]],[]]',
    '["a",[["x"]],[]]',
    '[1,[],[]]',
  ])('is passed over where it has another form: %s', (text) => {
    expect(readNoticeText(text)).toEqual([]);
  });
});
