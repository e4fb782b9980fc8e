/** A text that stands in quotes in TypeScript, and the line on which it begins. */
export interface Literal {
  readonly line: number;
  /** Where it begins in the file. */
  readonly at: number;
  /** Without the quotes; what is filled in later is a question mark, and its own texts are literals of their own. */
  readonly text: string;
  /** The code of what is filled in. */
  readonly filledIn: readonly string[];
}

/** After these a slash begins a regular expression; after anything else it divides. */
const BEFORE_PATTERN = /(^|[(,=:[!&|?{};<>+]|=>|\breturn|\bcase)\s*$/;

/** All texts of a file. */
export function literalsOf(source: string): Literal[] {
  const found: Literal[] = [];
  let at = 0;
  let line = 1;
  const step = () => {
    if (source[at] === '\n') line++;
    at++;
  };
  const skipTo = (end: string) => {
    while (at < source.length && !source.startsWith(end, at)) step();
    for (let n = 0; n < end.length; n++) step();
  };
  const readPattern = () => {
    let isClass = false;
    for (step(); at < source.length && source[at] !== '\n'; step()) {
      if (source[at] === '\\') step();
      else if (source[at] === '[') isClass = true;
      else if (source[at] === ']') isClass = false;
      else if (source[at] === '/' && !isClass) break;
    }
    step();
  };
  const readText = (quote: string) => {
    const began = { line, at };
    const filledIn: string[] = [];
    let text = '';
    for (step(); at < source.length && source[at] !== quote; ) {
      if (quote === '`' && source.startsWith('${', at)) {
        text += '?';
        step();
        step();
        const from = at;
        readCode('}');
        filledIn.push(source.slice(from, at - 1));
      } else {
        if (source[at] === '\\') step();
        text += source[at] ?? '';
        step();
      }
    }
    step();
    found.push({ ...began, text, filledIn });
  };
  /** Code up to a closing brace of its own, or to the end of the file. */
  const readCode = (end: '}' | null) => {
    let depth = 0;
    while (at < source.length) {
      const next = source[at] as string;
      if (source.startsWith('//', at)) skipTo('\n');
      else if (source.startsWith('/*', at)) skipTo('*/');
      else if (next === "'" || next === '"' || next === '`') readText(next);
      else if (next === '/' && BEFORE_PATTERN.test(source.slice(Math.max(0, at - 40), at))) readPattern();
      else if (next === end && depth === 0) {
        step();
        return;
      } else {
        if (next === '{') depth++;
        if (next === '}') depth--;
        step();
      }
    }
  };
  readCode(null);
  return found;
}
