import { expect } from 'vitest';
import type { Answer } from './envelope.ts';
import { limitsOf } from './requests.ts';
import type { Limits } from './wire.ts';

const ATTEMPTS = 12;

/**
 * Asks with a quantity taken from the limits that the host reports, until the answer is as expected. Limits move
 * with prices: an answer that reports other limits than those that were used counts as an answer to an old
 * question, and it is asked anew with the fresh ones. An answer with the same limits must be as expected.
 */
export async function askAtLimit(
  ask: (quantity: number) => Promise<Answer>,
  pick: (limits: Limits) => number,
  expected: string,
): Promise<void> {
  let limits = limitsOf(await ask(1e-8));
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const quantity = pick(limits);
    const answer = await ask(quantity);
    if (answer.msg === expected) return;
    const fresh = limitsOf(answer);
    const moved = pick(fresh) !== quantity;
    expect(moved, `${quantity} with ${JSON.stringify(fresh)}: ${answer.msg}, not ${expected}`).toBe(true);
    limits = fresh;
  }
  expect.fail(
    `the limits moved ${ATTEMPTS} times in a row: no question was answered with the limits it was asked with`,
  );
}
