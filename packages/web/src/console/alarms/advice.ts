/** A part of an advice: words to read, or a command to copy. */
export interface AdvicePart {
  readonly text: string;
  readonly isCommand: boolean;
}

/**
 * A command of ours goes up to the next punctuation or the word that goes on with the sentence: `observe/finding.ts` promises that. One of
 * PostgreSQL's ends with its bracket, or with the table behind it.
 */
const COMMAND =
  /npx swapdesk(?: (?!(?:and|or|then)\b)[^\s.,;:()]+(?:[.:][^\s.,;:()]+)*)+|SELECT pg_\w+\([^)]*\)|VACUUM \([A-Z, ]+\)(?: \w+)?/g;

/** What an advice says, apart from what is to be typed. */
export function adviceParts(advice: string): AdvicePart[] {
  const parts: AdvicePart[] = [];
  let at = 0;
  for (const { 0: command, index } of advice.matchAll(COMMAND)) {
    parts.push({ text: advice.slice(at, index), isCommand: false }, { text: command, isCommand: true });
    at = index + command.length;
  }
  parts.push({ text: advice.slice(at), isCommand: false });
  return parts.filter(({ text }) => text !== '');
}
