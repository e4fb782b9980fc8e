import { foreignWords } from '../foreign-words.ts';
import { leaveOut } from '../leave-out.ts';
import type { Alarm } from './alert.ts';

const MOST_LETTERS = 1_000;

/**
 * An alarm as it may leave the desk: what doctor says names transactions and hosts, and words of nodes may hold anything. Whoever is told looks
 * at doctor or the console for the rest.
 */
export function withoutSecrets({ what, facts, advice }: Alarm): Alarm {
  return { what: clean(what), facts: clean(facts), advice: clean(advice) };
}

function clean(text: string): string {
  return foreignWords(leaveOut(text), MOST_LETTERS);
}
