/** JSON as text that may be wrong on purpose: a tree of fields in order, with any text as a value. */
export type Tree = string | TreeObject | TreeArray;

export interface TreeObject {
  readonly fields: readonly (readonly [key: string, value: Tree])[];
}

export interface TreeArray {
  readonly items: readonly Tree[];
}

/** A right value as a tree. */
export function toTree(value: unknown): Tree {
  if (Array.isArray(value)) return { items: value.map(toTree) };
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, each]) => each !== undefined);
  return { fields: fields.map(([key, each]) => [key, toTree(each)]) };
}

export function write(tree: Tree): string {
  if (typeof tree === 'string') return tree;
  if ('items' in tree) return `[${tree.items.map(write).join(',')}]`;
  return `{${tree.fields.map(([key, value]) => `${quote(key)}:${write(value)}`).join(',')}}`;
}

/** Any text as a JSON string, lone surrogates included. */
export function quote(text: string): string {
  return JSON.stringify(text);
}

/** What JSON text says, with its numbers as they were written. */
export type Node =
  | { readonly kind: 'object'; readonly fields: ReadonlyMap<string, Node> }
  | { readonly kind: 'array'; readonly items: readonly Node[] }
  | { readonly kind: 'string'; readonly text: string }
  | { readonly kind: 'number'; readonly token: string }
  | { readonly kind: 'null' }
  | { readonly kind: 'other' };

export interface Scan {
  readonly node: Node;
  /** Well formed, yet beyond what a reader must take: very deep, very long numbers, text that is not quite text. */
  readonly isOdd: boolean;
}

const TOKEN = /\s*("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:])/y;
const HALF_OR_NUL = /[\0\p{Surrogate}]/u;
const DEEP = 16;

/** Reads JSON without the code under test; null if it is malformed, overflows, or names a field twice. */
export function scan(text: string): Scan | null {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  TOKEN.lastIndex = 0;
  let isOdd = false;
  let depth = 0;
  class Duplicate extends Error {}
  const next = () => TOKEN.exec(text)?.[1] as string;
  const string = (token: string) => {
    const value = JSON.parse(token) as string;
    if (HALF_OR_NUL.test(value)) isOdd = true;
    return value;
  };
  const value = (token: string): Node => {
    if (token === '{' || token === '[') {
      depth++;
      if (depth > DEEP) isOdd = true;
      // Only the verdict counts from here on, and we need not go down with it.
      if (depth > 200) throw new RangeError();
      const node = token === '{' ? object() : array();
      depth--;
      return node;
    }
    if (token.startsWith('"')) return { kind: 'string', text: string(token) };
    if (token === 'null') return { kind: 'null' };
    if (/^[tf]/.test(token)) return { kind: 'other' };
    if (!Number.isFinite(Number(token))) throw new Duplicate();
    if (token.length > 300 || /e[+-]?0*([3-9]\d\d|\d{4,})$/i.test(token)) isOdd = true;
    return { kind: 'number', token };
  };
  const object = (): Node => {
    const fields = new Map<string, Node>();
    for (let token = next(); token !== '}'; token = next()) {
      const key = string(token === ',' ? next() : token);
      next();
      if (fields.has(key)) throw new Duplicate();
      fields.set(key, value(next()));
    }
    return { kind: 'object', fields };
  };
  const array = (): Node => {
    const items: Node[] = [];
    for (let token = next(); token !== ']'; token = next()) items.push(value(token === ',' ? next() : token));
    return { kind: 'array', items };
  };
  try {
    return { node: value(next()), isOdd };
  } catch (error) {
    if (error instanceof RangeError) return { node: { kind: 'other' }, isOdd: true };
    if (error instanceof Duplicate) return null;
    throw error;
  }
}

/** Exact decimals: coefficient × 10^-places. */
export interface Exact {
  readonly coefficient: bigint;
  readonly places: number;
}

export function exact(token: string): Exact {
  const [, mantissa = '', power = '0'] = /^(-?[\d.]+)(?:[eE]([+-]?\d+))?$/.exec(token) ?? [];
  const [whole = '', fraction = ''] = mantissa.split('.');
  const places = fraction.length - Number(power);
  const coefficient = BigInt(whole + fraction);
  return places >= 0
    ? { coefficient, places }
    : { coefficient: coefficient * 10n ** BigInt(-places), places: 0 };
}

export function compare(a: string | Exact, b: string | Exact): number {
  const [x, y] = [a, b].map((each) => (typeof each === 'string' ? exact(each) : each)) as [Exact, Exact];
  const places = Math.max(x.places, y.places);
  const difference =
    x.coefficient * 10n ** BigInt(places - x.places) - y.coefficient * 10n ** BigInt(places - y.places);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export function add(a: Exact, b: Exact): Exact {
  const places = Math.max(a.places, b.places);
  return {
    coefficient:
      a.coefficient * 10n ** BigInt(places - a.places) + b.coefficient * 10n ** BigInt(places - b.places),
    places,
  };
}

export function multiply(a: Exact, b: Exact): Exact {
  return { coefficient: a.coefficient * b.coefficient, places: a.places + b.places };
}
