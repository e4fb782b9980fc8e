import { expect } from 'vitest';

/** Enough for a median that a busy machine moves little. */
const ROUNDS = 60;
/** A host that looks at more for the one than for the other shows it each time; what chance did is over the next time. */
const ATTEMPTS = 5;
const TOLERANCE = 0.25;

type Ask = (round: number) => Promise<unknown>;

/** Two questions are answered in the same time, as far as medians of many turns can tell. */
export async function expectSameTime(one: Ask, other: Ask): Promise<void> {
  const ratios: number[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const ratio = await ratioOf(one, other);
    if (Math.abs(Math.log(ratio)) < Math.log(1 + TOLERANCE)) return;
    ratios.push(ratio);
  }
  expect.fail(
    `the one took ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')} times as long as the other`,
  );
}

async function ratioOf(one: Ask, other: Ask): Promise<number> {
  const times = { one: [] as number[], other: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    // By turns, and each of them first by turns: whatever else happens happens to both.
    const turns = [['one', one] as const, ['other', other] as const];
    for (const [which, ask] of round % 2 === 0 ? turns : turns.reverse()) {
      const began = performance.now();
      await ask(round);
      times[which].push(performance.now() - began);
    }
  }
  return median(times.one) / median(times.other);
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] as number;
}
