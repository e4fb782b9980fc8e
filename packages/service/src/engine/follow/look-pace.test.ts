import { expect, it } from 'vitest';
import type { Chain } from '../../chains/chain.ts';
import { type Expected, LookPace } from './look-pace.ts';

const POLL = { busyS: 1, idleS: 5 };

/** How many of the rounds of a minute, two a second, ask the node. */
function looksPerMinute(expected: Expected, chain: Partial<Chain>): number {
  let now = 0;
  const pace = new LookPace(chain as Chain, () => now);
  pace.isDue(expected);
  let looks = 0;
  for (now = 500; now <= 60_000; now += 500) if (pace.isDue(expected)) looks++;
  return looks;
}

it.each([
  // What is expected, what the node tells by itself, looks per minute.
  ['our own', 'nothing', 120],
  ['our own', 'everything', 120],
  ['something', 'nothing', 60],
  ['something', 'blocks', 60],
  ['something', 'everything', 12],
  ['nothing', 'nothing', 12],
  ['nothing', 'blocks', 2],
  ['nothing', 'everything', 2],
] as const)('where %s is expected of a node that tells %s, it is asked %i times a minute', (...row) => {
  const [expected, telling, looks] = row;
  expect(looksPerMinute(expected, { poll: POLL, telling })).toBe(looks);
});

it('where asking costs nothing, every round asks', () => {
  expect(looksPerMinute('nothing', {})).toBe(120);
});

it('a block that is told of is looked at in the next round, once', () => {
  const pace = new LookPace({ poll: POLL } as Chain, () => 0);
  expect(pace.isDue('nothing')).toBe(true);
  expect(pace.isDue('nothing')).toBe(false);
  pace.hear('block');
  expect([pace.isDue('nothing'), pace.isDue('nothing')]).toEqual([true, false]);
});

it('a transaction that is told of is looked at if something is expected: on a busy network there are many', () => {
  const pace = new LookPace({ poll: POLL } as Chain, () => 0);
  pace.isDue('nothing');
  pace.hear('transaction');
  expect(pace.isDue('nothing')).toBe(false);
  expect([pace.isDue('something'), pace.isDue('something')]).toEqual([true, false]);
});
