import { describe, expect, it } from 'vitest';
import { durationText, grouped, percentOf, shortened } from './format.ts';

describe('what the console writes', () => {
  it('groups whole digits and keeps every other one', () => {
    expect(['0', '999', '1000', '-1234567.89012345', '0.00012345'].map(grouped)).toEqual([
      '0',
      '999',
      '1,000',
      '-1,234,567.89012345',
      '0.00012345',
    ]);
  });

  it('shows parts per million as exact percentages', () => {
    expect([0, 1, 5000, 10_000, 12_345, 1_000_000].map(percentOf)).toEqual([
      '0 %',
      '0.0001 %',
      '0.5 %',
      '1 %',
      '1.2345 %',
      '100 %',
    ]);
  });

  it('says how long something took in its two largest units', () => {
    expect([0, 59, 60, 61, 3600, 3605, 90_061].map(durationText)).toEqual([
      '0 s',
      '59 s',
      '1 min',
      '1 min 1 s',
      '1 h',
      '1 h',
      '1 d 1 h',
    ]);
  });

  it('shortens what is long and nothing else', () => {
    expect(shortened('0x1234567890abcdef1234567890abcdef12345678')).toBe('0x123456…345678');
    expect(shortened('AB12CD34')).toBe('AB12CD34');
  });
});
