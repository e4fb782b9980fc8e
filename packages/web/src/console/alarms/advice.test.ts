import { expect, it } from 'vitest';
import { adviceParts } from './advice.ts';

const commands = (advice: string) =>
  adviceParts(advice)
    .filter(({ isCommand }) => isCommand)
    .map(({ text }) => text);

it.each([
  [
    'Nothing moves. Is an engine running? npx swapdesk start, or: npx swapdesk engine. Its log says what fails',
    ['npx swapdesk start', 'npx swapdesk engine'],
  ],
  [
    'Signing is stopped, the asset is halted (npx swapdesk halt list), or short (npx swapdesk treasury show)',
    ['npx swapdesk halt list', 'npx swapdesk treasury show'],
  ],
  [
    'If BTC is right: npx swapdesk price confirm BTC. Or give it back: npx swapdesk order resolve AB12 refund',
    ['npx swapdesk price confirm BTC', 'npx swapdesk order resolve AB12 refund'],
  ],
  [
    'book it: npx swapdesk venue book kraken --as-told --moved --why TEXT. If the store was restored',
    ['npx swapdesk venue book kraken --as-told --moved --why TEXT'],
  ],
  ['See: npx swapdesk doctor, and the log of PostgreSQL', ['npx swapdesk doctor']],
  ['If nobody knows it: SELECT pg_terminate_backend(77)', ['SELECT pg_terminate_backend(77)']],
  ['Once: VACUUM (ANALYZE) orders', ['VACUUM (ANALYZE) orders']],
  ['Let it come to an end: VACUUM (FREEZE), and what holds it back', ['VACUUM (FREEZE)']],
  ['Run NTP on both', []],
])('of an advice its commands can be copied: %s', (advice, expected) => {
  expect(commands(advice)).toEqual(expected);
  // Nothing of it is lost.
  expect(
    adviceParts(advice)
      .map(({ text }) => text)
      .join(''),
  ).toBe(advice);
});
