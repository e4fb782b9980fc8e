import { expect, it } from 'vitest';
import { plainDigits } from './digits.ts';
import { pasted, quoted } from './pasted.ts';

const ADDRESS = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';

it.each([
  ['spaces and a line break', ` ${ADDRESS}\n`],
  ['the marks of a page in Arabic', `\u2066${ADDRESS}\u2069`],
  ['a mark before it and a byte order mark', `\u200e\ufeff${ADDRESS}`],
  ['places to break within it', `${ADDRESS.slice(0, 20)}\u200b${ADDRESS.slice(20)}`],
])('an address is copied without %s', (_, text) => {
  expect(pasted(text)).toBe(ADDRESS);
});

it('what turns letters round is kept, for the service to refuse', () => {
  expect(pasted(`\u202e${ADDRESS}`)).toBe(`\u202e${ADDRESS}`);
});

it('what somebody else has written is no longer than there is room, and turns nothing round', () => {
  expect(quoted('\u202efriend\u202c\0', 10)).toBe('friend');
  expect(quoted('a friend of the house', 10)).toBe('a friend …');
  expect(quoted('😀'.repeat(5), 5)).toBe('😀'.repeat(5));
});

it.each([
  ['١٢٣٤', '1234'],
  ['۱۲۳۴', '1234'],
  ['ABCD-١٢٣٤', 'ABCD-1234'],
])('the digits of %s are plain ones', (text, plain) => {
  expect(plainDigits(text)).toBe(plain);
});
