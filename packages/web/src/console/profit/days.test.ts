import { expect, it } from 'vitest';
import { everyDay, latestDays, runningSums } from './days.ts';

it('days are without gaps, also over the end of a month', () => {
  expect(everyDay(['2026-03-02', '2026-02-27'])).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ]);
  expect(everyDay([])).toEqual([]);
});

it('of too many days the latest are shown', () => {
  const days = everyDay(['2020-01-01', '2026-01-01']);
  expect([days.length, days.at(-1)]).toEqual([400, '2026-01-01']);
});

it('the latest days end with today', () => {
  expect(latestDays(Date.parse('2026-03-01T23:59:59Z'), 2)).toEqual({ from: '2026-02-28', to: '2026-03-01' });
});

it('sums keep every digit', () => {
  expect(runningSums(['0.1', '-0.3', '0.000000000000000001'])).toEqual([
    '0.1',
    '-0.2',
    '-0.199999999999999999',
  ]);
});
