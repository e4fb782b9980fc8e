import { foreignWords } from '../foreign-words.ts';
import type { Alarm } from './alert.ts';

const MOST_LETTERS = 1_000;
const LEFT_OUT = '(left out)';

/** Providers put keys into what follows the host, and before it. */
const URL_TEXT = /\b([a-z][a-z0-9+.-]*:\/\/)[^\s"'<>,;]+/gi;
/** Addresses, keys, tokens, transactions: nothing that people write is as long in one piece and has digits in it. */
const LONG_PIECE = /[A-Za-z0-9+/=_~-]{20,}/g;

/**
 * An alarm as it may leave the desk: what doctor says names transactions and hosts, and words of nodes may hold anything. Whoever is told looks
 * at doctor or the console for the rest.
 */
export function withoutSecrets({ what, facts, advice }: Alarm): Alarm {
  return { what: clean(what), facts: clean(facts), advice: clean(advice) };
}

function clean(text: string): string {
  const plain = text
    .replace(URL_TEXT, hostOf)
    .replace(LONG_PIECE, (piece) => (/\d/.test(piece) ? LEFT_OUT : piece));
  return foreignWords(plain, MOST_LETTERS);
}

function hostOf(url: string): string {
  return URL.canParse(url) && new URL(url).host !== '' ? new URL(url).host : LEFT_OUT;
}
