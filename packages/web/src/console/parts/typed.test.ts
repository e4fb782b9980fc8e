import { describe, expect, it } from 'vitest';
import { saysOfTyped } from './says-of-typed.ts';
import { amountOf, feeOf, signedOf } from './typed.ts';

describe('an amount that an operator types', () => {
  it.each([
    ['50', '50'],
    ['1.234', '1.234'],
    ['1,234.5', '1234.5'],
    ['50 000', '50000'],
    ['5,5', '5.5'],
    // Fifty thousand to one reader, fifty to the next.
    ['50.000', null],
    ['50,000', null],
    ['1e3', null],
    ['-5', null],
    ['many', null],
  ])('%s is %s', (text, amount) => {
    expect(amountOf(text)?.toString() ?? null).toBe(amount);
  });

  it('may be below zero where something can go', () => {
    expect(signedOf('-0.5')?.toString()).toBe('-0.5');
    expect(signedOf('\u22121,234.5')?.toString()).toBe('-1234.5');
    expect(signedOf('-50.000')).toBeNull();
    expect(signedOf('--5')).toBeNull();
  });

  it('is said again as it was understood, with what it was before', () => {
    const about = { hint: 'What should be free.', coin: 'USDT', before: '10' };
    expect(saysOfTyped('50000', about)).toEqual({
      tone: 'hint',
      text: 'From 10 to 50,000 USDT. What should be free.',
    });
    expect(saysOfTyped('10', about).text).toBe('What should be free.');
    expect(saysOfTyped('-2', { coin: 'BTC', isSigned: true }).text).toBe('Understood: -2 BTC.');
  });

  it('is refused where it could be two, with how to write either', () => {
    expect(saysOfTyped('50.000', { before: '0' })).toEqual({
      tone: 'wrong',
      text: '50.000 could be two amounts. Write 50000, or 50.',
    });
    expect(saysOfTyped('', { before: '0' }).tone).toBe('wrong');
    expect(saysOfTyped('', { hint: 'Empty: all of it.' }).tone).toBe('hint');
  });
});

it('a fee that could be two is none', () => {
  expect(feeOf('1.250')).toBeUndefined();
  expect(feeOf('1.25')?.toString()).toBe('12500');
});
