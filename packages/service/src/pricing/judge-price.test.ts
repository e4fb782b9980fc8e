import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ONE, parseFixed } from '../money/fixed.ts';
import {
  areApart,
  confirmPending,
  isFrozen,
  judgePrice,
  type PendingPrice,
  type PriceLimits,
  type SourcePrice,
  type WatchedPrice,
  whyAbsurd,
} from './judge-price.ts';

const NOW = 1_700_000_000;
const LIMITS: PriceLimits = {
  jumpPpm: 200_000,
  windowS: 600,
  confirmS: 300,
  tolerancePpm: 30_000,
  frozenS: 21_600,
  frozenStops: true,
  pegPpm: 10_000,
};

const said = (value: string, at: number): SourcePrice => ({ value: parseFixed(value), at, source: 'file' });

/** Judges one statement after the other, each heard at its own time unless it is said otherwise. */
function hear(statements: readonly (SourcePrice & { now?: number })[], limits = LIMITS, isPegged = false) {
  return statements.reduce<WatchedPrice | null>(
    (known, { now, ...each }) => judgePrice('LTC', known, each, { limits, now: now ?? each.at, isPegged }),
    null,
  ) as WatchedPrice;
}

describe('a price', () => {
  it('that is the first ever counts, as there is nothing to hold it against', () => {
    expect(hear([said('80', NOW)])).toMatchObject({
      value: parseFixed('80'),
      at: NOW,
      stop: null,
      pending: null,
    });
  });

  it('moves as far as the limit, and stops beyond it, both ways', () => {
    expect(hear([said('100', NOW), said('120', NOW + 5)])).toMatchObject({
      value: parseFixed('120'),
      stop: null,
    });
    expect(hear([said('120', NOW), said('100', NOW + 5)])).toMatchObject({
      value: parseFixed('100'),
      stop: null,
    });
    for (const [from, to] of [
      ['100', '120.000000000000000001'],
      ['120.000000000000000001', '100'],
      ['80', '8000'],
    ] as const) {
      const stopped = hear([said(from, NOW), said(to, NOW + 5)]);
      expect(stopped).toMatchObject({ value: parseFixed(from), at: NOW, stop: 'jump' });
      expect(stopped.pending).toMatchObject({ value: parseFixed(to), at: NOW + 5, since: NOW + 5 });
    }
  });

  it('that jumps back goes on by itself', () => {
    const back = hear([said('80', NOW), said('8000', NOW + 5), said('81', NOW + 10)]);
    expect(back).toMatchObject({ value: parseFixed('81'), at: NOW + 10, stop: null, pending: null });
  });

  it('that comes back from a day away 30 % off has jumped', () => {
    expect(hear([said('100', NOW), said('130', NOW + 86_400)]).stop).toBe('jump');
    expect(hear([said('100', NOW), said('110', NOW + 86_400)]).stop).toBeNull();
  });

  it('counts once its source has said the jump for the whole time, not a second before', () => {
    const jump = [said('80', NOW), said('160', NOW + 5)];
    expect(hear([...jump, said('161', NOW + 304)]).stop).toBe('jump');
    expect(hear([...jump, said('161', NOW + 305)])).toMatchObject({ value: parseFixed('161'), stop: null });
  });

  it('waits from the beginning when the jump becomes another', () => {
    const moved = [said('80', NOW), said('160', NOW + 5), said('170', NOW + 200), said('170', NOW + 305)];
    expect(hear(moved)).toMatchObject({ stop: 'jump', pending: { since: NOW + 200 } });
  });

  it('does not drift away while it waits: every statement is held against the first', () => {
    const steps = ['160', '164', '168', '172'].map((value, n) => said(value, NOW + 5 + n * 100));
    expect(hear([said('80', NOW), ...steps]).pending).toMatchObject({ since: NOW + 205 });
  });

  it('is confirmed by no source that has died: only its own time counts', () => {
    const dead = { ...said('160', NOW + 5), now: NOW + 100_000 };
    expect(hear([said('80', NOW), said('160', NOW + 5), dead]).stop).toBe('jump');
  });

  it('is not confirmed at once by a source whose first word was old', () => {
    const old = { ...said('160', NOW - 400), now: NOW };
    expect(hear([said('80', NOW - 500), old, said('160', NOW + 5)]).stop).toBe('jump');
  });

  it('is never confirmed by its source where only an operator may', () => {
    const limits = { ...LIMITS, confirmS: 0 };
    expect(hear([said('80', NOW), said('160', NOW + 5), said('160', NOW + 90_000)], limits).stop).toBe(
      'jump',
    );
  });

  it('may jump as it likes without a limit', () => {
    expect(hear([said('80', NOW), said('8000', NOW + 5)], { ...LIMITS, jumpPpm: 0 }).stop).toBeNull();
  });

  it('cannot jump in small steps', () => {
    const steps = Array.from({ length: 27 }, (_, n) => said(String(80 * 1.19 ** n), NOW + n * 5));
    expect(hear(steps)).toMatchObject({ stop: 'jump', value: parseFixed(String(80 * 1.19)) });
  });

  it('from a clock that ran ahead keeps out none that is right', () => {
    const ahead = { ...said('80', NOW + 3_600), now: NOW + 3_600 };
    expect(hear([ahead, said('81', NOW)])).toMatchObject({ value: parseFixed('81'), at: NOW, stop: null });
    expect(hear([ahead, said('8000', NOW)]).stop).toBe('jump');
  });

  it('that jumped and stands still is frozen since it jumped, not since that was confirmed', () => {
    const limits = { ...LIMITS, frozenS: 200 };
    const jumped = [said('80', NOW), said('120', NOW + 10)];
    const later = (...at: number[]) => at.map((each) => said('120', NOW + each));
    expect(hear([...jumped, ...later(200, 309)], limits)).toMatchObject({ stop: 'jump' });
    expect(hear([...jumped, ...later(310)], limits)).toMatchObject({ stop: 'frozen', changedAt: NOW + 10 });
    const moving = [...jumped, said('121', NOW + 200), said('121', NOW + 310)];
    expect(hear(moving, limits)).toMatchObject({ stop: null, changedAt: NOW + 200 });
    expect(hear([...moving, said('121', NOW + 401)], limits)).toMatchObject({ stop: 'frozen' });
  });

  it('that stands still for too long is frozen, and goes on when it moves', () => {
    const still = [said('80', NOW), said('80', NOW + 21_601)];
    expect(hear([said('80', NOW), said('80', NOW + 21_600)]).stop).toBeNull();
    expect(hear(still)).toMatchObject({ stop: 'frozen', changedAt: NOW });
    expect(hear([...still, said('80.01', NOW + 21_605)]).stop).toBeNull();
    expect(hear(still, { ...LIMITS, frozenStops: false }).stop).toBeNull();
    expect(hear(still, { ...LIMITS, frozenS: 0 }).stop).toBeNull();
    expect(hear(still, LIMITS, true).stop).toBeNull();
    expect(hear([said('1', NOW), said('1', NOW + 90_000)]).stop).toBeNull();
    expect(isFrozen(hear(still, { ...LIMITS, frozenStops: false }), LIMITS.frozenS, false)).toBe(true);
  });

  it('of a stable coin stops it beyond its peg, from the first word on, until it is back', () => {
    const stable = (...values: string[]) =>
      hear(
        values.map((each, n) => said(each, NOW + 5 * n)),
        LIMITS,
        true,
      ).floatStop;
    expect(stable('1', '1.01')).toBeNull();
    expect(stable('1', '0.99')).toBeNull();
    expect(stable('1', '1.010000000000000001')).toBe('peg');
    expect(stable('1', '0.989999999999999999')).toBe('peg');
    expect(stable('0.9')).toBe('peg');
    expect(stable('1', '0.9', '0.995')).toBeNull();
    expect(hear([said('1', NOW), said('0.9', NOW + 5)]).floatStop).toBeNull();
  });

  it.each([
    ['0', 0, 'must be above 0'],
    ['-1', 0, 'must be above 0'],
    ['1000000000000.1', 0, 'between'],
    ['0.0000000000009', 0, 'between'],
    ['1', 31, 'is from the future'],
    ['1', 1e15, 'is from the future'],
  ])('of %s, %d s ahead, can be nobody’s', (value, ahead, why) => {
    expect(whyAbsurd({ value: parseFixed(value), at: NOW + ahead }, NOW)).toContain(why);
  });

  it.each(['1000000000000', '0.000000000001', '97000.5'])('of %s can be one', (value) => {
    expect(whyAbsurd({ value: parseFixed(value), at: NOW + 30 }, NOW)).toBeNull();
  });
});

const value = fc.bigInt(1n, 1_000n).map((n) => n * ONE);
/** A source that goes on for some time; its statements are heard in order. */
const story = fc
  .array(fc.record({ after: fc.nat(400), value }), { minLength: 1, maxLength: 40 })
  .map((steps) => {
    let at = NOW;
    return steps.map(({ after, value: each }) => {
      at += after;
      return { value: each, at, source: 'file' };
    });
  });

/** What is known after each statement. */
function histories(statements: readonly SourcePrice[]): WatchedPrice[] {
  return statements.map((_, n) => hear(statements.slice(0, n + 1)));
}

describe('whatever a source says', () => {
  it('the price is always one that it said, and a jump that waits is what it says now', () => {
    fc.assert(
      fc.property(story, (statements) => {
        histories(statements).forEach((known, n) => {
          const newest = statements[n] as SourcePrice;
          expect(statements.slice(0, n + 1).map((each) => each.value)).toContain(known.value);
          expect((known.pending ?? known).value).toBe(newest.value);
          expect((known.pending ?? known).at).toBe(newest.at);
          expect(known.stop === 'jump').toBe(known.pending !== null);
        });
      }),
    );
  });

  it('a price that is quoted moves beyond the limit only if the source has said so for long enough', () => {
    fc.assert(
      fc.property(story, (statements) => {
        const all = histories(statements);
        all.forEach((known, n) => {
          const before = all[n - 1];
          if (before === undefined || !areApart(before.value, known.value, LIMITS.jumpPpm)) return;
          const { pending } = before as { pending: PendingPrice };
          expect(known.at - pending.since).toBeGreaterThanOrEqual(LIMITS.confirmS);
          const heard = statements.filter(({ at }) => at >= pending.since && at < known.at);
          const isNear = (each: SourcePrice) => !areApart(each.value, pending.first, LIMITS.tolerancePpm);
          expect(heard.slice(-1).every(isNear)).toBe(true);
          expect(isNear(statements[n] as SourcePrice)).toBe(true);
        });
      }),
      { numRuns: 500 },
    );
  });

  it('within a window, unconfirmed steps never add up to more than the limit, once each way', () => {
    const small = fc.array(fc.integer({ min: -19, max: 19 }), { minLength: 2, maxLength: 60 });
    fc.assert(
      fc.property(small, (percents) => {
        let price = 1_000_000n;
        const steps = percents.map((percent, n) => {
          price = (price * BigInt(100 + percent)) / 100n + 1n;
          return { value: price, at: NOW + n * 4, source: 'file' };
        });
        const quoted = histories(steps).filter(({ stop }) => stop === null);
        for (const each of quoted)
          expect(areApart(each.value, (quoted[0] as WatchedPrice).value, LIMITS.jumpPpm)).toBe(false);
      }),
    );
  });

  it('an older word changes nothing, whoever brings it and whatever it says', () => {
    fc.assert(
      fc.property(story, value, fc.integer({ min: 1, max: 90_000 }), (statements, other, age) => {
        const known = hear(statements);
        const newest = (statements.at(-1) as SourcePrice).at;
        const late = { value: other, at: newest - age, source: 'slow' };
        expect(judgePrice('LTC', known, late, { limits: LIMITS, now: newest + 1, isPegged: false })).toBe(
          known,
        );
      }),
    );
  });

  it('two nodes that read the same say the same: the second word changes no price and no waiting', () => {
    fc.assert(
      fc.property(story, (statements) => {
        const twice = statements.flatMap((each) => [each, each]);
        expect(hear(twice)).toEqual(hear(statements));
      }),
    );
  });

  it('its last good price always lets the coin go on', () => {
    fc.assert(
      fc.property(story, (statements) => {
        const known = hear(statements);
        const at = (statements.at(-1) as SourcePrice).at + 1;
        const again = { value: known.value, at, source: 'file' };
        const limits = { ...LIMITS, frozenS: 0 };
        expect(judgePrice('LTC', known, again, { limits, now: at, isPegged: false })).toMatchObject({
          value: known.value,
          stop: null,
          pending: null,
        });
      }),
    );
  });

  it('what an operator confirms is the price, and small steps are measured from it', () => {
    fc.assert(
      fc.property(story, (statements) => {
        const known = hear(statements);
        fc.pre(known.pending !== null);
        const { value: jumped, at } = known.pending as PendingPrice;
        expect(confirmPending(known, known.pending as PendingPrice)).toMatchObject({
          value: jumped,
          at,
          stop: null,
          pending: null,
          anchor: { value: jumped, at },
        });
      }),
    );
  });
});

describe('the distance of two prices', () => {
  it('is the same both ways', () => {
    fc.assert(
      fc.property(value, value, fc.nat(5_000_000), (a, b, ppm) => {
        expect(areApart(a, b, ppm)).toBe(areApart(b, a, ppm));
      }),
    );
  });
});
