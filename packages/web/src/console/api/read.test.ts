import { parseJson } from '@swapdesk/contract/plain';
import { describe, expect, it } from 'vitest';
import { numbersAsText, sumOf } from './read.ts';

describe('what the console reads', () => {
  it('keeps every digit of every number, however deep', () => {
    const read = numbersAsText(
      parseJson('{"a":[{"b":0.123456789012345678901}],"c":null,"d":"text","e":true,"f":7}'),
    );
    expect(read).toEqual({ a: [{ b: '0.123456789012345678901' }], c: null, d: 'text', e: true, f: '7' });
  });

  it('adds amounts without losing a unit', () => {
    expect(sumOf(['0.1', '0.2', '99999999999999999.000000000000000001'])).toBe(
      '99999999999999999.300000000000000001',
    );
    expect(sumOf([])).toBe('0');
    expect(sumOf(['1.5', '-2'])).toBe('-0.5');
  });
});
