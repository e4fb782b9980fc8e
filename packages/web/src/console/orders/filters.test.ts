import { describe, expect, it } from 'vitest';
import { asQuery, readFilters, writeFilters } from './filters.ts';

describe('the filters of orders', () => {
  it('come back from the address as they were written', () => {
    const filters = { status: '7', chain: 'Ethereum', until: '2026-11-15' };
    expect(readFilters(new URLSearchParams(writeFilters(filters)))).toEqual(filters);
  });

  it('leave an address without them as it is', () => {
    expect(writeFilters({ status: '' })).toBe('');
    expect(readFilters(new URLSearchParams('text=abc&other=1'))).toEqual({});
  });

  it('take in the whole of the last day', () => {
    const { created_start, created_end, ...rest } = asQuery({
      from: '2026-11-15',
      until: '2026-11-15',
      abbr: 'ETH',
    });
    expect(rest).toEqual({ abbr: 'ETH' });
    expect(Number(created_end) - Number(created_start)).toBe(86_400);
  });

  it('pass over a day that is none', () => {
    expect(asQuery({ from: 'yesterday', until: '' })).toEqual({});
  });
});
