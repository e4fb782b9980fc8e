import { ORDER_STATUSES } from '@swapdesk/contract';
import { describe, expect, it } from 'vitest';
import { TRANSITIONS, transition } from './life.ts';

/** The table of docs/decisions.md, by hand. */
const DECIDED = [
  [1, 2],
  [1, 8],
  [1, 9],
  [2, 1],
  [2, 8],
  [2, 3],
  [2, 7],
  [3, 4],
  [3, 7],
  [4, 7],
  [7, 3],
  [7, 5],
  [5, 7],
  [8, 2],
  [8, 9],
  [9, 7],
];

const stampsOf = (from: number, to: number) =>
  TRANSITIONS.filter((each) => each.from === from && each.to === to).map(({ stamps, clears }) => ({
    stamps,
    clears,
  }));

describe('the life of an order', () => {
  it('has the transitions that were decided, and no others', () => {
    const pairs = new Set(TRANSITIONS.map(({ from, to }) => `${from} → ${to}`));
    expect([...pairs].toSorted()).toEqual(DECIDED.map(([from, to]) => `${from} → ${to}`).toSorted());
  });

  it('reaches every status from the first', () => {
    const reached = new Set([1]);
    for (let before = 0; before !== reached.size; ) {
      before = reached.size;
      for (const { from, to } of TRANSITIONS) if (reached.has(from)) reached.add(to);
    }
    expect([...reached].toSorted()).toEqual([...ORDER_STATUSES].toSorted());
  });

  it('ends with completion, unless a reorganisation takes an output back for good', () => {
    expect(TRANSITIONS.filter(({ from }) => from === 4).map(({ to, cause }) => [to, cause])).toEqual([
      [7, 'output undone'],
    ]);
  });

  it('has one transition for a cause between two statuses', () => {
    const keys = TRANSITIONS.map(({ from, to, cause }) => `${from} ${to} ${cause}`);
    expect(new Set(keys).size).toBe(keys.length);
    for (const each of TRANSITIONS) expect(transition(each.from, each.to, each.cause)).toBe(each);
    expect(transition(1, 4, 'completed')).toBeNull();
  });

  it('stamps what happens with its time, and takes back what is no longer so', () => {
    const paid = { stamps: ['paid_at'], clears: [] };
    expect(stampsOf(1, 2)).toEqual([paid]);
    expect(stampsOf(8, 2)).toEqual([paid]);
    for (const to of [1, 8]) expect(stampsOf(2, to)).toEqual([{ stamps: [], clears: ['paid_at'] }]);
    expect(stampsOf(2, 3)).toEqual([{ stamps: ['accepted_at'], clears: [] }]);
    expect(stampsOf(7, 3)).toEqual([{ stamps: ['accepted_at'], clears: [] }]);
    for (const from of [2, 3]) expect(stampsOf(from, 7)).toEqual([{ stamps: ['frozen_at'], clears: [] }]);
    expect(stampsOf(3, 4)).toEqual([{ stamps: ['finished_at'], clears: [] }]);
    expect(stampsOf(7, 5)).toEqual([{ stamps: ['finished_at'], clears: [] }]);
    for (const from of [4, 5])
      expect(stampsOf(from, 7)).toEqual([{ stamps: ['frozen_at'], clears: ['finished_at'] }]);
    expect(stampsOf(9, 7)).toEqual([{ stamps: ['paid_at', 'frozen_at'], clears: ['deleted_at'] }]);
    for (const from of [1, 8]) {
      for (const each of stampsOf(from, 9)) expect(each).toEqual({ stamps: ['deleted_at'], clears: [] });
    }
  });
});
