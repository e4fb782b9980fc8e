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

/** How many looks there are in five minutes of a chain with a block every so often, and the most blocks that one finds. */
function looksAt(everyS: number, telling: 'nothing' | 'blocks'): { looks: number; most: number } {
  let now = 0;
  let [looks, most, seen, told] = [0, 0, 0, 0];
  const pace = new LookPace({ poll: POLL, telling } as Chain, () => now);
  for (; now <= 300_000; now += 500) {
    const height = Math.floor(now / 1_000 / everyS);
    if (telling === 'blocks' && height > told) pace.hear('block');
    told = height;
    if (!pace.isDue('nothing')) continue;
    looks++;
    most = Math.max(most, height - seen);
    pace.found(height - seen);
    seen = height;
  }
  return { looks, most };
}

it.each([
  // Seconds between two blocks, looks in five minutes, the most blocks at a look.
  [12, 'nothing', 61, 1],
  [12, 'blocks', 26, 1],
  [2, 'nothing', 23, 7],
  [2, 'blocks', 24, 7],
  [1, 'nothing', 44, 7],
] as const)(
  'while nothing is expected of a chain with a block every %i s that tells %s, several are taken at a look',
  (...row) => {
    const [everyS, telling, looks, most] = row;
    expect(looksAt(everyS, telling)).toEqual({ looks, most });
  },
);

it('a quick chain is looked at at once when something is expected, or when somebody asks for it', () => {
  let now = 0;
  const pace = new LookPace({ poll: POLL } as Chain, () => now);
  for (; now < 60_000; now += 1_000) if (pace.isDue('nothing')) pace.found(now / 1_000);
  while (!pace.isDue('nothing')) now += 1_000;
  now += 1_000;
  expect([pace.isDue('nothing'), pace.isDue('something')]).toEqual([false, true]);
  expect([pace.isDue('nothing'), pace.isDue('our own')]).toEqual([false, true]);
  pace.hear('look');
  expect([pace.isDue('nothing'), pace.isDue('nothing')]).toEqual([true, false]);
});
