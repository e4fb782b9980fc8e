import { setTimeout as sleep } from 'node:timers/promises';

/**
 * What would be a surprise is asked for once more, a while later, and what is said then counts: a node that is taking a block may
 * answer for a moment about the one before it with what the new one has changed, even where the block is named by its hash. Where
 * no node does (`whileMs` is absent) the first answer counts.
 */
export async function askAgain<Answer>(
  ask: () => Promise<Answer>,
  isSurprising: (answer: Answer) => boolean,
  whileMs: number | undefined,
): Promise<Answer> {
  const first = await ask();
  if (whileMs === undefined || !isSurprising(first)) return first;
  await sleep(whileMs);
  return ask();
}
