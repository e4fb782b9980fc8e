import { expect, it } from 'vitest';
import { examineNode } from './examine.ts';

const NOW = 1_800_000_000;
const STATE = {
  chain: 'main',
  genesis: '00',
  blocks: 900_000,
  headers: 900_000,
  bestHash: '00',
  tipTime: NOW - 600,
  isCatchingUp: false,
  firstKept: 890_000,
};

const advice = (firstKept: number | null, followed: number | null) =>
  examineNode('127.0.0.1:8332', { ...STATE, firstKept }, null, { followed, now: NOW }).advice;

it('a pruned node is told by what it has thrown away', () => {
  expect(examineNode('127.0.0.1:8332', STATE, null, { followed: 899_999, now: NOW })).toEqual({
    what: 'endpoint 127.0.0.1:8332',
    facts: 'chain "main", block 900000 of 900000, 600 s old, pruned below 890000',
    advice: null,
  });
});

it('a pruned node lacks blocks only if they are still to be followed', () => {
  expect(advice(890_000, 889_999)).toBeNull();
  expect(advice(890_000, 889_998)).toContain('thrown blocks away from 889999 on');
  expect(advice(890_000, null)).toBeNull();
  expect(advice(null, 1)).toBeNull();
});
