import { describe, expect, it } from 'vitest';
import { parseFixed } from '../money/fixed.ts';
import { type Course, followMedian, NO_COURSE } from './jump.ts';
import { DEFAULT_MARKET_LIMITS as LIMITS } from './market-limits.ts';
import { medianOf, midOf } from './mid.ts';
import { bookAt, NOW } from './testing/books.ts';

/** What two venues say at a time of ours, each with a time of its own, in milliseconds from the beginning. */
interface Said {
  readonly ms: number;
  readonly kraken: readonly [mid: string, ms: number];
  readonly okx: readonly [mid: string, ms: number];
}

function follow(list: readonly Said[], from: Course = NO_COURSE): Course {
  return list.reduce((course, { ms, kraken, okx }) => {
    const books = [
      bookAt('kraken', kraken[0], { at: NOW + kraken[1] }),
      bookAt('okx', okx[0], { at: NOW + okx[1] }),
    ];
    return followMedian(course, medianOf(books.map(midOf)), books, { limits: LIMITS, now: NOW + ms });
  }, from);
}
const both = (mid: string, ms: number): Said => ({ ms, kraken: [mid, ms], okx: [mid, ms] });

describe('a median', () => {
  it('may go as far as the limit within the window, and has jumped beyond it, both ways', () => {
    for (const near of ['102', '98']) expect(follow([both('100', 0), both(near, 1_000)]).jump).toBeNull();
    for (const far of ['102.01', '97.99', '1', '900'])
      expect(follow([both('100', 0), both(far, 1_000)]).jump).toMatchObject({ level: parseFixed(far) });
  });

  it('may go further in a longer time', () => {
    expect(follow([both('100', 0), both('103', 10_000)]).jump).not.toBeNull();
    expect(follow([both('100', 0), both('103', 10_001)]).jump).toBeNull();
  });

  it('cannot jump in small steps', () => {
    const steps = Array.from({ length: 202 }, (_, n) => both(String(100 + n / 100), n * 40));
    expect(follow(steps.slice(0, -1)).jump).toBeNull();
    expect(follow(steps).jump).toMatchObject({ level: parseFixed('102.01') });
  });

  it('is remembered in no more than 51 stretches, however often it is judged', () => {
    const often = Array.from({ length: 3_000 }, (_, n) => both('100', n * 9));
    expect(follow(often).recent.length).toBeLessThanOrEqual(51);
  });

  it('that came and went between two stretches was there', () => {
    const spike = [both('100', 0), both('101.5', 50), both('100', 90), both('99.4', 1_000)];
    expect(follow(spike).jump).not.toBeNull();
  });
});

describe('a jump', () => {
  const jumped = [both('100', 0), both('103', 1_000)];

  it('is confirmed when two venues say it again, each with a later time', () => {
    expect(follow([...jumped, both('103.5', 1_001)]).jump).toBeNull();
  });

  it('is not confirmed by what was said before or when it was found, however often it is heard', () => {
    const again = Array.from(
      { length: 20 },
      (_, n): Said => ({ ...both('103', 1_000), ms: 2_000 + n * 1_000 }),
    );
    expect(follow([...jumped, ...again]).jump).toMatchObject({ at: NOW + 1_000 });
  });

  it('is not confirmed by one venue alone', () => {
    const one: Said = { ms: 3_000, kraken: ['103', 3_000], okx: ['103', 1_000] };
    expect(follow([...jumped, one]).jump).not.toBeNull();
    const two: Said = { ms: 4_000, kraken: ['103', 3_000], okx: ['103', 3_500] };
    expect(follow([...jumped, one, two]).jump).toBeNull();
  });

  it('is not confirmed by a venue that says something else than where it went', () => {
    const apart: Said = { ms: 3_000, kraken: ['103', 3_000], okx: ['101.5', 3_000] };
    expect(follow([...jumped, apart]).jump).toMatchObject({ at: NOW + 1_000 });
  });

  it('found in books whose time is ahead waits for later ones', () => {
    const ahead: Said = { ms: 1_000, kraken: ['103', 4_000], okx: ['103', 4_000] };
    const course = follow([both('100', 0), ahead]);
    expect(course.jump?.at).toBe(NOW + 4_000);
    expect(follow([{ ...ahead, ms: 2_000 }], course).jump).not.toBeNull();
    expect(follow([both('103', 4_001)], course).jump).toBeNull();
  });

  it('waits for as long as nobody confirms it', () => {
    const late: Said = { ...both('103', 1_000), ms: 600_000 };
    expect(follow([...jumped, late]).jump).toMatchObject({ at: NOW + 1_000 });
  });

  it('that goes on or back is another, and does not drift there', () => {
    expect(follow([...jumped, both('106', 2_000)]).jump).toMatchObject({
      level: parseFixed('106'),
      at: NOW + 2_000,
    });
    expect(follow([...jumped, both('100', 2_000)]).jump).toMatchObject({ level: parseFixed('100') });
    expect(follow([...jumped, both('100', 2_000), both('100', 2_500)]).jump).toBeNull();
    const drift: Said[] = ['103.9', '104.1'].map((mid, n) => ({ ...both(mid, 1_000), ms: 2_000 + n }));
    expect(follow([...jumped, ...drift]).jump).toMatchObject({ level: parseFixed('104.1') });
  });

  it('once confirmed is where the next one is measured from', () => {
    const confirmed = [...jumped, both('103', 2_000)];
    expect(follow([...confirmed, both('103', 3_000)]).jump).toBeNull();
    expect(follow([...confirmed, both('100', 3_000)]).jump).not.toBeNull();
  });
});
