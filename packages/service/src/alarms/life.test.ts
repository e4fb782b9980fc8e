import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OpenAlarm, Wrong } from './alarm.ts';
import { type AlarmStep, afterLook, BLIP_S, fromNow, isSnoozed, MOST_OPEN, OVER_AFTER_S } from './life.ts';

const wrong = (what: string, isCritical = false): Wrong => ({
  what,
  facts: 'so it is',
  advice: '',
  isCritical,
});

/** What is open after these steps, as the store would have it. */
function open(steps: readonly AlarmStep[]): OpenAlarm[] {
  return steps
    .filter(({ step }) => step !== 'closed' && step !== 'forgotten')
    .map(({ alarm }, n) => ({ ...alarm, id: alarm.id ?? n + 1 }));
}

const stepsOf = (steps: readonly AlarmStep[]) => steps.map(({ alarm, step }) => `${step} ${alarm.what}`);
const lasting = (changes: Partial<OpenAlarm> = {}): OpenAlarm => ({
  ...fromNow(wrong('node'), 1_000),
  id: 1,
  seenAt: 2_000,
  ...changes,
});

describe('an alarm', () => {
  it('opens when it is first seen, and is over when it was not seen for a minute', () => {
    let steps = afterLook([], [wrong('node')], 1_000);
    expect(stepsOf(steps)).toEqual(['opened node']);
    steps = afterLook(open(steps), [wrong('node')], 1_100);
    expect(steps[0]).toMatchObject({ step: 'seen', alarm: { since: 1_000, seenAt: 1_100 } });
    expect(stepsOf(afterLook(open(steps), [], 1_100 + OVER_AFTER_S - 1))).toEqual(['seen node']);
    expect(stepsOf(afterLook(open(steps), [], 1_100 + OVER_AFTER_S))).toEqual(['closed node']);
  });

  it('that comes back within that minute has never been away', () => {
    const steps = afterLook([lasting()], [], 2_000 + OVER_AFTER_S - 1);
    expect(afterLook(open(steps), [wrong('node')], 2_000 + OVER_AFTER_S)[0]).toMatchObject({
      step: 'seen',
      alarm: { since: 1_000 },
    });
  });

  it('that passes at once leaves no history, unless somebody has touched it', () => {
    const brief = lasting({ seenAt: 1_000 + BLIP_S - 1 });
    expect(stepsOf(afterLook([brief], [], 5_000))).toEqual(['forgotten node']);
    expect(stepsOf(afterLook([{ ...brief, owner: 'ada' }], [], 5_000))).toEqual(['closed node']);
  });

  it('that becomes critical ends its snooze, once; its owner stays', () => {
    const putOff = lasting({ owner: 'ada', snoozedUntil: 9_000, snoozedBy: 'bob' });
    const [same] = afterLook([putOff], [wrong('node')], 3_000);
    expect(isSnoozed(same!.alarm, 3_000)).toBe(true);
    const [worse] = afterLook([putOff], [wrong('node', true)], 3_000);
    expect(worse).toMatchObject({
      step: 'worse',
      alarm: { owner: 'ada', snoozedUntil: 0, isCritical: true },
    });
    const again = { ...worse!.alarm, snoozedUntil: 9_000, snoozedBy: 'bob' };
    const [still] = afterLook([again], [wrong('node', true)], 3_100);
    expect(still?.step).toBe('seen');
    expect(isSnoozed(still!.alarm, 3_100)).toBe(true);
  });

  it('is one for all that is wrong of its name, critical if any of it is', () => {
    const steps = afterLook([], [wrong('price'), wrong('price', true)], 1_000);
    expect(steps).toHaveLength(1);
    expect(steps[0]?.alarm).toMatchObject({ facts: 'so it is; so it is', isCritical: true });
  });

  it('whatever is seen when: of one name one is open, opened and closed in turn, critical ones never unseen', () => {
    const names = fc.constantFrom('a', 'b', 'c');
    const look = fc.record({
      pauseS: fc.integer({ min: 1, max: 120 }),
      found: fc.array(fc.record({ what: names, isCritical: fc.boolean() }), { maxLength: 4 }),
      putsOff: fc.option(fc.record({ what: names, forS: fc.integer({ min: 1, max: 1_000 }) }), {
        nil: undefined,
      }),
    });
    fc.assert(
      fc.property(fc.array(look, { maxLength: 60 }), (looks) => {
        let [now, alarms] = [0, [] as OpenAlarm[]];
        for (const { pauseS, found, putsOff } of looks) {
          now += pauseS;
          const before = alarms;
          const seen = found.map(({ what, isCritical }) => wrong(what, isCritical));
          const steps = afterLook(before, seen, now);
          const named = steps.map(({ alarm }) => alarm.what);
          expect(new Set(named).size).toBe(named.length);
          // What was open is told of, and what was found is open.
          for (const { what } of before) expect(named).toContain(what);
          alarms = open(steps);
          for (const { what } of seen) expect(alarms.map((alarm) => alarm.what)).toContain(what);
          for (const { alarm, step } of steps) {
            const was = before.find(({ what }) => what === alarm.what);
            expect(step === 'opened').toBe(was === undefined);
            if (step === 'closed' || step === 'forgotten')
              expect(now - alarm.seenAt).toBeGreaterThanOrEqual(OVER_AFTER_S);
            if (was?.isCritical) expect(alarm.isCritical).toBe(true);
            // Only what has become worse loses its snooze before its time.
            if (was !== undefined && alarm.snoozedUntil !== was.snoozedUntil) expect(step).toBe('worse');
            if (step === 'worse') expect(isSnoozed(alarm, now)).toBe(false);
          }
          alarms = alarms.map((alarm) =>
            alarm.what === putsOff?.what
              ? { ...alarm, snoozedUntil: now + putsOff.forS, snoozedBy: 'ada' }
              : alarm,
          );
        }
      }),
    );
  });

  it('is one of so many at most, what was found first before the rest', () => {
    const many = Array.from({ length: MOST_OPEN + 50 }, (_, n) => wrong(`thing ${n}`));
    const steps = afterLook([], many, 0);
    expect(steps).toHaveLength(MOST_OPEN);
    expect(afterLook(open(steps), many, 10)).toHaveLength(MOST_OPEN);
  });
});
