import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LOOK_MS, Silences } from './silences.ts';

const BOUND = 10 * LOOK_MS;
const names = (found: ReadonlyMap<string, number>) => [...found.keys()];

describe('who says nothing', () => {
  it('is found once that has lasted long enough, and others are not', () => {
    const silences = new Silences<string>(0);
    silences.hear('stuck');
    for (let now = LOOK_MS; now < BOUND; now += LOOK_MS) {
      silences.hear('well');
      expect(names(silences.look(now, BOUND))).toEqual([]);
    }
    silences.hear('well');
    expect([...silences.look(BOUND, BOUND)]).toEqual([['stuck', BOUND]]);
    silences.forget('stuck');
    expect(names(silences.look(BOUND + LOOK_MS, BOUND))).toEqual([]);
  });

  it('is not waited for before it has ever spoken', () => {
    expect(names(new Silences<string>(0).look(100 * BOUND, BOUND))).toEqual([]);
  });

  it('is not found because the listener was away, however long and however often', () => {
    const property = fc.property(fc.array(fc.integer({ min: LOOK_MS, max: 1_000 * BOUND })), (pauses) => {
      const silences = new Silences<string>(0);
      silences.hear('well');
      let now = 0;
      for (const pause of pauses) {
        now += pause;
        // What was said meanwhile is heard after the look: timers come first.
        expect(names(silences.look(now, BOUND))).toEqual([]);
        silences.hear('well');
      }
    });
    fc.assert(property);
  });

  it('is found in the end, however irregular the looks are', () => {
    const property = fc.property(
      fc.array(fc.integer({ min: 1, max: BOUND }), { minLength: 1, maxLength: 50 }),
      (pauses) => {
        const silences = new Silences<string>(0);
        silences.hear('stuck');
        let now = 0;
        for (let turn = 0; turn < BOUND; turn++) {
          now += pauses[turn % pauses.length] as number;
          const found = silences.look(now, BOUND);
          // Never before its time.
          if (now < BOUND) expect(names(found)).toEqual([]);
          if (found.size > 0) return;
        }
        expect.unreachable();
      },
    );
    fc.assert(property);
  });
});
