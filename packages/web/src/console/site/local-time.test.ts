import { expect, it } from 'vitest';
import { isTooEarly, localText, utcText } from './local-time.ts';

it('a moment is typed in one’s own time and comes back as it was', () => {
  for (const local of ['2026-12-01T08:00', '2026-07-01T23:30', '2000-01-01T00:00'])
    expect(localText(utcText(local))).toBe(local);
  expect([utcText(''), localText('')]).toEqual(['', '']);
});

it('a year that is half typed is no moment, and nothing of it is turned into another', () => {
  for (const local of ['0002-12-01T08:00', '0020-12-01T08:00', '1999-12-31T23:59']) {
    expect(isTooEarly(local)).toBe(true);
    expect(utcText(local)).toBe(local);
  }
  expect([isTooEarly(''), isTooEarly('2026-12-01T08:00')]).toEqual([false, false]);
});
