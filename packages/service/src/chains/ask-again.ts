import { setTimeout as sleep } from 'node:timers/promises';

/** More than a node takes to put a block in its place. */
const WHILE_MS = 250;

/**
 * A node that is taking a block may answer for a moment about the one before it with what the new one has changed: anvil does,
 * even where the block is named by its hash. So what would be a surprise is asked for once more, a while later, and what is
 * said then counts.
 */
export async function askAgain<Answer>(
  ask: () => Promise<Answer>,
  isSurprising: (answer: Answer) => boolean,
): Promise<Answer> {
  const first = await ask();
  if (!isSurprising(first)) return first;
  await sleep(WHILE_MS);
  return ask();
}
