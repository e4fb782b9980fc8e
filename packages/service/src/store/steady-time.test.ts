import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Look, SteadyTime, type Witness } from './steady-time.ts';

const START = 1_700_000_000_000;
const HOUR = 3_600_000;
const NOBODY: Witness = { ms: 0, databaseMs: 0, accepted: 0 };

/** A node that looks at the database's clock once a second, while somebody sets that. */
class Node {
  passedMs: number;
  wrongMs = 0;
  witness: Witness;
  readonly time: SteadyTime;

  constructor(passedMs = 5_000, wrongMs = 0, witness = NOBODY) {
    this.passedMs = passedMs;
    this.wrongMs = wrongMs;
    this.witness = witness;
    this.time = new SteadyTime(this.sees());
  }

  private sees(): Look {
    return {
      passedMs: this.passedMs,
      databaseMs: START + this.passedMs + this.wrongMs,
      witness: this.witness,
    };
  }

  run(seconds: number): void {
    for (let n = 0; n < seconds; n++) {
      this.passedMs += 1_000;
      this.time.look(this.sees());
    }
  }

  /** How far its time is from the right one. */
  get offMs(): number {
    return this.time.at(this.passedMs) - (START + this.passedMs);
  }

  /** What it leaves in the store. */
  get left(): Witness {
    return { ...this.witness, ms: this.time.at(this.passedMs), databaseMs: this.sees().databaseMs };
  }
}

describe('a clock that is set', () => {
  it.each([
    ['an hour ahead', HOUR],
    ['an hour back', -HOUR],
    ['3,700 s ahead', 3_700_000],
    ['four seconds ahead', 4_000],
  ])('%s does not move the time, which is unsettled until it is back for a while', (_, wrongMs) => {
    const node = new Node();
    node.run(5);
    node.wrongMs = wrongMs;
    node.run(8);
    expect([node.offMs, node.time.isSettled, node.time.databaseAheadMs]).toEqual([0, false, wrongMs]);
    node.run(3_600);
    expect([node.offMs, node.time.isSettled]).toEqual([0, false]);
    node.wrongMs = 0;
    node.run(1);
    expect(node.time.isSettled).toBe(false);
    node.run(2);
    expect([node.offMs, node.time.isSettled]).toEqual([0, true]);
  });

  it('is followed where it only drifts', () => {
    const node = new Node();
    for (let n = 0; n < 100; n++) {
      node.wrongMs += 50;
      node.run(1);
    }
    expect([node.offMs, node.time.isSettled]).toEqual([5_000, true]);
  });

  it('is right if an operator says so', () => {
    const node = new Node();
    node.wrongMs = -HOUR;
    node.run(8);
    node.witness = { ...node.witness, accepted: 1 };
    node.run(1);
    expect([node.offMs, node.time.isSettled]).toEqual([-HOUR, true]);
  });

  it('is not believed by who slept while it was accepted, and finds it set again', () => {
    const sleeper = new Node();
    const other = new Node();
    other.witness = { ms: START + 5_000, databaseMs: START + 5_000, accepted: 1 };
    other.run(60);
    other.wrongMs = HOUR;
    other.run(60);
    sleeper.passedMs = other.passedMs;
    sleeper.wrongMs = HOUR;
    sleeper.witness = other.left;
    sleeper.run(1);
    expect([sleeper.offMs, sleeper.time.isSettled]).toEqual([0, false]);
  });

  it('never makes the time jump, however it is set', () => {
    const settings = fc.array(
      fc.record({ wrongMs: fc.integer({ min: -2 * HOUR, max: 2 * HOUR }), s: fc.nat(20) }),
    );
    fc.assert(
      fc.property(settings, (all) => {
        const node = new Node();
        for (const { wrongMs, s } of all) {
          node.wrongMs = wrongMs;
          for (let n = 0; n < s; n++) {
            const before = node.time.at(node.passedMs);
            node.run(1);
            expect(Math.abs(node.time.at(node.passedMs) - before - 1_000)).toBeLessThanOrEqual(3_000);
          }
        }
      }),
    );
  });
});

describe('a node that begins', () => {
  it('goes by the clock, if nobody has been there, or if all was down for a while', () => {
    expect(new Node().time.isSettled).toBe(true);
    const old = new Node();
    const next = new Node(5_000 + 86_400_000, 0, old.left);
    expect([next.offMs, next.time.isSettled]).toEqual([0, true]);
  });

  it.each([HOUR, -HOUR])('while the clock is %d ms off takes up the time of those before it', (wrongMs) => {
    const dead = new Node();
    dead.wrongMs = wrongMs;
    dead.run(5);
    const next = new Node(dead.passedMs + 2_000, wrongMs, dead.left);
    expect([next.offMs, next.time.isSettled]).toEqual([0, false]);
    next.wrongMs = 0;
    next.run(3);
    expect([next.offMs, next.time.isSettled]).toEqual([0, true]);
  });

  it('after the clock was set back while nobody looked does not go back behind what was seen', () => {
    const dead = new Node();
    const next = new Node(dead.passedMs + 10_000, -HOUR, dead.left);
    expect(next.time.isSettled).toBe(false);
    expect(next.time.at(next.passedMs)).toBe(dead.left.ms);
  });

  it('after the clock is back again goes by it at once', () => {
    const dead = new Node();
    dead.wrongMs = HOUR;
    dead.run(5);
    const next = new Node(dead.passedMs + 10_000, 0, dead.left);
    expect([next.offMs, next.time.isSettled]).toEqual([0, true]);
  });
});
