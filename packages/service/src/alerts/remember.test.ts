import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Alarm, NOTICE, type StoredAlert } from './alert.ts';
import { afterLook, dueNotices, MOST_ALARMS, PATIENCE_S } from './remember.ts';

const AGAIN_S = 600;
const alarm = (what: string, facts = 'so it is'): Alarm => ({ what, facts, advice: 'do something' });

/** What is told over looks, each a time and what was wrong then, by a channel that always works. */
function toldOver(looks: readonly (readonly [at: number, ...wrong: string[]])[]): string[] {
  let stored: StoredAlert[] = [];
  const told: string[] = [];
  for (const [at, ...wrong] of looks) {
    stored = afterLook(
      stored,
      wrong.map((what) => alarm(what)),
      at,
    );
    for (const { kind, what } of dueNotices(stored, at, AGAIN_S)) {
      told.push(`${at} ${kind} ${what}`);
      stored = stored.flatMap((each) =>
        each.what !== what
          ? [each]
          : kind === NOTICE.over
            ? []
            : [{ ...each, toldAt: at, times: each.times + 1 }],
      );
    }
  }
  return told;
}

describe('what is told', () => {
  it('is told once when it begins, again while it lasts, and once when it is over', () => {
    const looks = Array.from({ length: 60 }, (_, n) => [n * 30, ...(n < 45 ? ['node'] : [])] as [number]);
    expect(toldOver(looks)).toEqual(['30 began node', '630 lasts node', '1230 lasts node', '1380 over node']);
  });

  it('is not told where it passes at once, nor that it is over where it comes back at once', () => {
    expect(toldOver([[0, 'node'], [20], [40], [80]])).toEqual([]);
    expect(toldOver([[0, 'node'], [30, 'node'], [60], [80, 'node'], [120, 'node'], [150, 'node']])).toEqual([
      '30 began node',
    ]);
  });

  it('of several things holds none up for another, and two of one name are one', () => {
    expect(
      toldOver([
        [0, 'a'],
        [30, 'a', 'b'],
        [60, 'b'],
        [90, 'b'],
      ]),
    ).toEqual(['30 began a', '60 began b', '90 over a']);
    const [both] = afterLook([], [alarm('price', 'jumped'), alarm('price', 'left its peg')], 0);
    expect(both?.facts).toBe('jumped; left its peg');
  });

  it('is told even if it ended before anybody could be reached', () => {
    let stored = afterLook([], [alarm('node')], 0);
    stored = afterLook(stored, [alarm('node')], PATIENCE_S);
    // Here nobody could be reached.
    stored = afterLook(stored, [], 100);
    const [notice] = dueNotices(stored, 200, AGAIN_S);
    expect(notice).toMatchObject({ kind: NOTICE.over, since: 0, at: 100 });
  });

  it('has an id that is the same at every try, and another for what comes next', () => {
    const [stored] = afterLook([], [alarm('node')], 0) as [StoredAlert];
    const idAt = (alert: StoredAlert, at: number) => dueNotices([alert], at, AGAIN_S)[0]?.id;
    expect(idAt(stored, 30)).toBe(idAt({ ...stored, facts: 'worse' }, 90));
    const ids = [
      idAt(stored, 30),
      idAt({ ...stored, toldAt: 30, times: 1 }, 900),
      idAt({ ...stored, toldAt: 900, times: 2 }, 1_800),
      idAt({ ...stored, toldAt: 900, times: 2, endedAt: 1_000 }, 1_800),
    ];
    expect(new Set(ids).size).toBe(4);
    expect(ids).not.toContain(undefined);
  });

  it('is bounded, what stops the most first', () => {
    const many = Array.from({ length: 150 }, (_, n) => alarm(`thing ${n}`));
    const stored = afterLook([], many, 0);
    expect(stored).toHaveLength(MOST_ALARMS);
    expect(stored[0]?.what).toBe('thing 0');
    expect(stored.at(-1)).toMatchObject({ what: 'and more', facts: '51 other things are wrong as well' });
  });

  it('begins and ends in turn, whatever is seen when', () => {
    const looks = fc.array(fc.tuple(fc.integer({ min: 1, max: 200 }), fc.boolean()), { maxLength: 60 });
    fc.assert(
      fc.property(looks, (steps) => {
        let at = 0;
        const told = toldOver(
          steps.map(([pause, isWrong]) => {
            at += pause;
            return isWrong ? ([at, 'node'] as const) : ([at] as const);
          }),
        ).map((line) => line.split(' ')[1]);
        const turns = told.filter((kind) => kind !== NOTICE.lasts);
        expect(turns).toEqual(turns.map((_, n) => (n % 2 === 0 ? NOTICE.began : NOTICE.over)));
        expect(told[0] ?? NOTICE.began).toBe(NOTICE.began);
      }),
    );
  });
});
