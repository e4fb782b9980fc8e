import { describe, expect, it } from 'vitest';
import { fateOf } from './fate.ts';

describe('what the console says becomes of a deposit', () => {
  const payouts = [
    { purpose: 'refund', part: '7' },
    { purpose: 'output', part: '8' },
  ] as const;

  it('is that it is given back where something is sent for it', () => {
    expect(fateOf({ id: '7', fate: 'refund' }, payouts)).toBe('given back');
  });

  it('is that it stays where it was not worth its network fee', () => {
    expect(fateOf({ id: '8', fate: 'refund' }, payouts)).toBe(
      'not worth its network fee: stays with the treasury',
    );
  });

  it('is as it was decided, or not decided', () => {
    expect(fateOf({ id: '8', fate: 'exchange' }, payouts)).toBe('exchanged');
    expect(fateOf({ id: '8', fate: '' }, payouts)).toBe('not decided');
  });
});
