import { performance } from 'node:perf_hooks';
import { setImmediate as nextRound, setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { Admission } from './admission.ts';

let told: { msg: string; refused: number }[];
let admission: Admission;
beforeEach(() => {
  told = [];
  admission = new Admission(
    pino({ base: null }, { write: (line: string) => void told.push(JSON.parse(line)) }),
  );
});

/** How many of so many that come in one round are let in. */
function come(many: number): number {
  let entered = 0;
  for (let n = 0; n < many; n++) {
    if (!admission.hasRoom(performance.now())) continue;
    admission.enter();
    entered++;
  }
  return entered;
}

function leave(many: number): void {
  for (let n = 0; n < many; n++) admission.leave();
}

/** A loop that has no rest for so long, and answers all that is under way once in each of its rounds. */
async function workFor(ms: number, asked: number, roundMs: number): Promise<number[]> {
  const entered: number[] = [];
  for (const until = performance.now() + ms; performance.now() < until; ) {
    const many = come(asked);
    for (const end = performance.now() + roundMs; performance.now() < end; );
    leave(many);
    entered.push(many);
    await nextRound();
    await nextRound();
  }
  return entered;
}

describe('a node', () => {
  it('lets a burst in, and no more than it can answer soon', () => {
    expect(come(5_000)).toBe(128);
  });

  it('never refuses whoever finds fewer than 32 under way, whatever was before', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ come: fc.nat(400), leave: fc.nat(400), rests: fc.boolean() }), {
          maxLength: 30,
        }),
        async (steps) => {
          const fresh = new Admission(pino({ enabled: false }));
          let underWay = 0;
          for (const step of steps) {
            for (let n = 0; n < step.come; n++) {
              const hasRoom = fresh.hasRoom(performance.now());
              if (underWay < 32) expect(hasRoom).toBe(true);
              if (hasRoom) {
                fresh.enter();
                underWay++;
              }
            }
            for (let n = 0; n < step.leave && underWay > 0; n++, underWay--) fresh.leave();
            if (step.rests) await nextRound();
          }
        },
      ),
      { numRuns: 50 },
    ));

  it('lets in less and less where its rounds are long, and a burst again soon after they are not', async () => {
    const entered = await workFor(1_000, 500, 25);
    expect(entered[0]).toBe(128);
    expect(Math.max(...entered.slice(-5))).toBeLessThanOrEqual(60);
    await sleep(250);
    // Rounds in which nobody is refused.
    await workFor(50, 1, 0);
    expect(come(5_000)).toBeGreaterThanOrEqual(128);
  });

  it('lets in what a store that is slow answers within a second, and no more', async () => {
    let underWay = 0;
    for (let n = 0; n < 100; n++) {
      underWay += come(400);
      await sleep(5);
      leave(4);
      underWay -= 4;
    }
    expect(underWay).toBeGreaterThan(300);
    expect(underWay).toBeLessThanOrEqual(1_500);
  });

  it('says once in a minute how many it refused', async () => {
    come(200);
    await nextRound();
    await nextRound();
    come(200);
    await nextRound();
    await nextRound();
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ refused: 72, msg: expect.stringContaining('server is busy') });
  });
});
