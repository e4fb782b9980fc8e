import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bitsOf, ENOUGH_BITS } from './passphrase-strength.ts';

it.each([
  ['a'],
  [''],
  ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
  ['abcabcabcabcabcabcabcabcabcabcabcabc'],
  ['abcdefghijklmnopqrstuvwxyz0123456789'],
  ['qwertyuiopasdfghjklzxcvbnm'],
  ['Password1!Password1!'],
  ['SwapdeskSwapdeskBitcoin2026!'],
  ['correct horse battery staple'],
  ['word word word word word word word word'],
  ['antidisestablishment'],
  ['a b c d e f g h'],
  ['one two three four five six'],
  ['12345678901234567890'],
  ['Tr0ub4dor&3'],
])('%j is too weak', (passphrase) => {
  expect(bitsOf(passphrase)).toBeLessThan(ENOUGH_BITS);
});

it.each([
  ['orbit-canvas-mellow-tunnel-fresco-gadget'],
  ['orbit canvas mellow tunnel fresco gadget'],
  ['vK7#pX2!mQ9$zR4wT6'],
  ['grün Fenster laufen Wolke sieben Apfel'],
])('%j is strong enough', (passphrase) => {
  expect(bitsOf(passphrase)).toBeGreaterThanOrEqual(ENOUGH_BITS);
});

it('what chance has made is strong enough, in whatever form', () => {
  // So long that chance itself does not make one in a thousand runs look like letters in a row.
  for (let n = 0; n < 200; n++)
    for (const form of ['base64url', 'hex'] as const)
      expect(bitsOf(randomBytes(32).toString(form))).toBeGreaterThanOrEqual(ENOUGH_BITS);
});

it('saying the same again adds nothing', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9!]{1,12}$/), fc.integer({ min: 2, max: 5 }), (text, times) => {
      expect(bitsOf(text.repeat(times))).toBeLessThanOrEqual(bitsOf(text) + 1);
    }),
  );
});
