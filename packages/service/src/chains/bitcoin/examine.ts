import type { Examination, ExaminedChain } from '../chain.ts';
import type { NodeState } from './core-node.ts';

/** What to look at in a node, given why it is not believed; null if it is. */
export function examineNode(
  host: string,
  state: NodeState,
  problem: string | null,
  { followed, now }: Pick<ExaminedChain, 'followed' | 'now'>,
): Examination {
  const { chain, blocks, headers, tipTime, firstKept } = state;
  const kept = firstKept === null ? '' : `, pruned below ${firstKept}`;
  return {
    what: `endpoint ${host}`,
    facts: `chain "${chain}", block ${blocks} of ${headers}, ${now - tipTime} s old${kept}`,
    advice: problem ?? lacks(firstKept, followed),
  };
}

function lacks(firstKept: number | null, followed: number | null): string | null {
  if (firstKept === null || followed === null || firstKept <= followed + 1) return null;
  return (
    `It has thrown blocks away from ${followed + 1} on, which have not been followed: let it fetch them again, ` +
    'or name one that has them, with a larger -prune'
  );
}
