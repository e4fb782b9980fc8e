/** Enough to know what is meant: some errors hold a whole page. */
const MOST_LETTERS = 200;

/**
 * Words of others, such as a node's error or what a contract says when it refuses, in one line for a log, the store or a terminal.
 * Whoever writes them may put in what cannot be seen: a zero byte, which no text of the store may have, half a character, or what a terminal obeys.
 */
export function foreignWords(words: unknown, most = MOST_LETTERS): string {
  const line = String(words).replace(/\s+/g, ' ').trim();
  // No letter takes more than two units of a string, so this much is enough to count them in.
  const letters = [...line.slice(0, 2 * most + 1)];
  const kept = letters.length > most ? `${letters.slice(0, most).join('')}…` : line;
  return kept.replace(/\p{C}/gu, '\ufffd');
}
