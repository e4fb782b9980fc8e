/** What a deposit's, a payout's and a payment attempt's life have in common. An order's is in orders/life.ts. */

/** A change of state that there is. Data, so that it can be checked, drawn and enforced. */
export interface Change<State extends string> {
  /** In any of these; empty: it begins. */
  readonly from: readonly State[];
  /** Null: it ends without a trace. */
  readonly to: State | null;
  /** In words, for the drawing. */
  readonly when: string;
  /** Columns that it stamps with its time. */
  readonly stamps?: readonly string[];
  /** Columns whose word is no longer so. */
  readonly clears?: readonly string[];
}

/** SQL: a column is in one of these states. Literals, so that partial indexes are found. */
export function isIn(column: string, states: readonly string[]): string {
  return states.length === 1 ? `${column} = ${quoted(states)}` : `${column} IN (${quoted(states)})`;
}

/** SQL: a column is in none of these states. */
export function isNotIn(column: string, states: readonly string[]): string {
  return states.length === 1 ? `${column} <> ${quoted(states)}` : `${column} NOT IN (${quoted(states)})`;
}

/** A word as SQL. The words are our own: none has a quote in it. */
export function literal(word: string): string {
  return `'${word}'`;
}

function quoted(words: readonly string[]): string {
  return words.map(literal).join(', ');
}

/** SQL for SET: the state after a change, with what it stamps, given a time, and clears. */
export function setTo({ to, stamps = [], clears = [] }: Change<string>, at = '0'): string {
  if (to === null) throw new Error('what ends has no state');
  return [
    `state = ${literal(to)}`,
    ...stamps.map((column) => `${column} = ${at}`),
    ...clears.map((column) => `${column} = DEFAULT`),
  ].join(', ');
}

/** A life as a Mermaid diagram. */
export function drawChanges(changes: Readonly<Record<string, Change<string>>>): string {
  const arrows = Object.entries(changes).flatMap(([name, { from, to }]) =>
    (from.length === 0 ? ['[*]'] : from).map((state) => `  ${state} --> ${to ?? '[*]'}: ${name}`),
  );
  return ['```mermaid', 'stateDiagram-v2', ...arrows, '```'].join('\n');
}
