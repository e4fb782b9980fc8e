import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { Sampler } from './sampler.ts';

const ids = Array.from({ length: 4_000 }, () => randomBytes(16).toString('hex'));
const from = (isSampled: boolean) => ({ traceId: ids[0] as string, spanId: 'b'.repeat(16), isSampled });

it('tells of the share that is wanted, and of none and of all', () => {
  const share = (ratio: number) => {
    const sampler = new Sampler({ isByParent: true, ratio }, () => 0);
    return ids.filter((id) => sampler.isTold(id, null)).length / ids.length;
  };
  expect(share(0)).toBe(0);
  expect(share(1)).toBe(1);
  expect(Math.abs(share(0.25) - 0.25)).toBeLessThan(0.05);
});

it('all who see a trace decide alike, and whoever tells of more tells of what others do', () => {
  const [few, more] = [0.1, 0.5].map((ratio) => new Sampler({ isByParent: false, ratio }, () => 0));
  for (const id of ids) if (few?.isTold(id, null)) expect(more?.isTold(id, null)).toBe(true);
});

it('goes by what was decided elsewhere, if it is to', () => {
  const never = new Sampler({ isByParent: true, ratio: 0 }, () => 0);
  const always = new Sampler({ isByParent: true, ratio: 1 }, () => 0);
  const alone = new Sampler({ isByParent: false, ratio: 0 }, () => 0);
  expect(never.isTold(ids[0] as string, from(true))).toBe(true);
  expect(always.isTold(ids[0] as string, from(false))).toBe(false);
  expect(alone.isTold(ids[0] as string, from(true))).toBe(false);
});

it('strangers who want to be told of are, fifty times a second', () => {
  let nowMs = 1_000;
  const sampler = new Sampler({ isByParent: true, ratio: 0 }, () => nowMs);
  const told = () => ids.filter((id) => sampler.isTold(id, from(true))).length;
  expect(told()).toBe(50);
  nowMs += 999;
  expect(told()).toBe(0);
  nowMs += 1;
  expect(told()).toBe(50);
});
