import { Exact, Given, type Params, type Value } from './example.ts';

/** How a language writes what an example sends. */
export interface Literals {
  text(text: string): string;
  exact(digits: string): string;
  given(given: Given): string;
  entry(name: string, value: Value, written: string): string;
  /** Around and within an object of one line. */
  readonly braces: readonly [string, string];
}

/** So wide may a line be: examples are read beside text, and on phones. */
const WIDEST = 64;

/** A value as a language writes it: in one line, or where that would be long, with a line for each part. */
export function literal(value: Value, of: Literals, indent = ''): string {
  if (typeof value === 'string') return of.text(value);
  if (value instanceof Exact) return of.exact(value.digits);
  if (value instanceof Given) return of.given(value);
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    const parts = value.map((each) => literal(each, of, deeper));
    return joined(parts, ['[', ']'], ['[', ']'], indent);
  }
  const parts = Object.entries(value as Params).map(([name, each]) =>
    of.entry(name, each, literal(each, of, deeper)),
  );
  return parts.length === 0 ? '{}' : joined(parts, of.braces, ['{', '}'], indent);
}

function joined(
  parts: readonly string[],
  [open, close]: readonly [string, string],
  [first, last]: readonly [string, string],
  indent: string,
): string {
  const line = `${open}${parts.join(', ')}${close}`;
  if (line.length + indent.length <= WIDEST && !line.includes('\n')) return line;
  return `${first}\n${parts.map((part) => `${indent}  ${part}`).join(',\n')}\n${indent}${last}`;
}
