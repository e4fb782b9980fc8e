import { Decimal, type Json } from '@swapdesk/contract';
import { closest } from './did-you-mean.ts';

/** Something wrong in the file: where, and what to write instead. */
export interface Problem {
  /** Such as `chains.Ethereum.endpoints[0]`; empty for the file as a whole. */
  readonly path: string;
  readonly words: string;
}

/** The part of JSON Schema that our configuration is written in. */
export interface SchemaNode {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, SchemaNode>>;
  readonly type?: string;
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly SchemaNode[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
  readonly patternProperties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly patternErrorMessage?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

type Fields = Readonly<Record<string, Json>>;

/**
 * All that a value has against a schema, in words for a person. General validators stop at the first, or answer a
 * misspelt key of one alternative with a list of what all the others lack.
 */
export function problemsOf(schema: SchemaNode, value: Json): Problem[] {
  return new Examination(schema.$defs ?? {}).of(schema, value, '');
}

/** `chains` and `Litecoin` as `chains.Litecoin`. */
export function below(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

/** Whether a path is another one or leads on from there. */
export function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);
}

class Examination {
  private readonly definitions: Readonly<Record<string, SchemaNode>>;

  constructor(definitions: Readonly<Record<string, SchemaNode>>) {
    this.definitions = definitions;
  }

  of(given: SchemaNode, value: Json, path: string): Problem[] {
    const node = this.resolve(given);
    if (node.anyOf !== undefined) return this.ofAny(node.anyOf, value, path);
    if (!hasKind(node, value)) return [{ path, words: `must be ${this.describe(node)}` }];
    if (node.type === 'object') return this.ofObject(node, value as Fields, path);
    if (node.type === 'array') return this.ofArray(node, value as Json[], path);
    return fits(node, value) ? [] : [{ path, words: `must be ${this.describe(node)}${shown(node, value)}` }];
  }

  /** Of several alternatives, what the one that was probably meant has against it. */
  private ofAny(alternatives: readonly SchemaNode[], value: Json, path: string): Problem[] {
    const meant = alternatives
      .map((each) => this.resolve(each))
      .filter((each) => hasKind(each, value) && sharedKeys(each, value) > 0)
      .map((each) => ({ shared: sharedKeys(each, value), problems: this.of(each, value, path) }));
    if (meant.some(({ problems }) => problems.length === 0)) return [];
    const [best] = meant.sort((a, b) => b.shared - a.shared || a.problems.length - b.problems.length);
    const all = alternatives.map((each) => this.describe(this.resolve(each)));
    return best?.problems ?? [{ path, words: `must be ${inWords(all)}` }];
  }

  private ofObject(node: SchemaNode, fields: Fields, path: string): Problem[] {
    const known = node.properties ?? {};
    const problems: Problem[] = [];
    for (const [key, value] of Object.entries(fields)) {
      const schema = Object.hasOwn(known, key) ? known[key] : Object.values(node.patternProperties ?? {})[0];
      if (schema === undefined) problems.push({ path: below(path, key), words: unknown(key, known) });
      else problems.push(...this.of(schema, value, below(path, key)));
    }
    for (const key of node.required ?? []) {
      const isThere = Object.hasOwn(fields, key);
      const wanted = this.describe(this.resolve(known[key] as SchemaNode));
      if (!isThere) problems.push({ path: below(path, key), words: `is missing; write ${wanted}` });
    }
    return problems;
  }

  private ofArray({ items, minItems = 0, maxItems }: SchemaNode, values: Json[], path: string): Problem[] {
    if (values.length < minItems) return [{ path, words: `must have at least ${minItems}` }];
    if (maxItems !== undefined && values.length > maxItems)
      return [{ path, words: `must have at most ${maxItems}` }];
    return values.flatMap((value, n) => this.of(items as SchemaNode, value, `${path}[${n}]`));
  }

  private resolve(node: SchemaNode): SchemaNode {
    return node.$ref === undefined
      ? node
      : (this.definitions[node.$ref.replace('#/$defs/', '')] as SchemaNode);
  }

  private describe(node: SchemaNode): string {
    if (node.anyOf !== undefined) return inWords(node.anyOf.map((each) => this.describe(this.resolve(each))));
    if (node.const !== undefined) return JSON.stringify(node.const);
    if (node.enum !== undefined) return inWords(node.enum.map((word) => JSON.stringify(word)));
    if (node.type === 'integer') return `a whole number from ${node.minimum} to ${node.maximum}`;
    if (node.type === 'number') return `a number of at least ${node.minimum}`;
    if (node.type === 'boolean') return 'true or false';
    if (node.type === 'null') return 'null';
    if (node.type === 'array') return 'a list: [ … ]';
    if (node.type === 'object') return describeObject(node);
    return node.patternErrorMessage ?? 'text';
  }
}

function describeObject({ properties, required = [] }: SchemaNode): string {
  const keys = required.length > 0 ? required : Object.keys(properties ?? {});
  return keys.length === 0 ? 'an object: { … }' : `{ ${keys.map((key) => `"${key}": …`).join(', ')} }`;
}

function unknown(key: string, known: Readonly<Record<string, SchemaNode>>): string {
  const names = Object.keys(known);
  const meant = closest(key, names);
  return meant === undefined
    ? `is not known here; there are ${names.join(', ')}`
    : `is not known here; did you mean "${meant}"?`;
}

/** Whether a value is of the kind that a node wants, be it right or wrong otherwise. */
function hasKind({ type }: SchemaNode, value: Json): boolean {
  if (type === 'integer' || type === 'number') return value instanceof Decimal;
  if (type === 'object') return isFields(value);
  if (type === 'array') return Array.isArray(value);
  return type === (value === null ? 'null' : typeof value);
}

function isFields(value: Json): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Decimal);
}

function fits(node: SchemaNode, value: Json): boolean {
  if (value instanceof Decimal) return fitsNumber(node, value);
  if (typeof value !== 'string') return true;
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = node;
  return (
    (node.const === undefined || node.const === value) &&
    (node.enum === undefined || node.enum.includes(value)) &&
    (node.pattern === undefined || new RegExp(node.pattern, 'u').test(value)) &&
    value.length >= minLength &&
    value.length <= maxLength
  );
}

function fitsNumber({ type, minimum, maximum }: SchemaNode, value: Decimal): boolean {
  const bound = (number: number) => Decimal.parse(String(number)) as Decimal;
  return (
    (type !== 'integer' || value.toInteger() !== null) &&
    (minimum === undefined || value.compare(bound(minimum)) >= 0) &&
    (maximum === undefined || value.compare(bound(maximum)) <= 0)
  );
}

/** What was given, where that cannot be a secret. */
function shown({ enum: words, const: word }: SchemaNode, value: Json): string {
  if (value instanceof Decimal) return `, not ${value}`;
  return words !== undefined || word !== undefined ? `, not ${JSON.stringify(value)}` : '';
}

/** How much of an object is what an alternative speaks of; for any other kind of value, 1. */
function sharedKeys({ properties = {} }: SchemaNode, value: Json): number {
  return isFields(value) ? Object.keys(value).filter((key) => Object.hasOwn(properties, key)).length : 1;
}

function inWords(alternatives: readonly string[]): string {
  const distinct = [...new Set(alternatives)];
  return distinct.length < 2
    ? distinct.join('')
    : `${distinct.slice(0, -1).join(', ')} or ${distinct.at(-1)}`;
}
