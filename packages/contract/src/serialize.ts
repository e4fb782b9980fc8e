import type { TSchema } from 'typebox';
import { WIRE } from './schema.ts';

/** Writes a value as JSON text whose characters are one byte each: whoever sends it need not measure it. */
export type Serializer<T = unknown> = (value: T) => string;

type Node = TSchema & {
  readonly type?: string;
  readonly properties?: Record<string, Node>;
  readonly required?: readonly string[];
  readonly items?: Node;
  /** Of a record: the one pattern that all its names match. */
  readonly patternProperties?: Record<string, Node>;
  readonly anyOf?: readonly Node[];
};

/** Builds the writer of a schema's values. Amounts are written digit for digit; JSON.stringify would need a float. */
export function serializer(schema: TSchema): Serializer {
  const node = schema as Node;
  if (WIRE in node) return (value) => value as string;
  if (node.anyOf !== undefined) return nullable(node.anyOf);
  switch (node.type) {
    case 'object':
      return node.patternProperties === undefined ? object(node) : record(node.patternProperties);
    case 'array':
      return array(node);
    case 'null':
      return () => 'null';
    case 'integer':
    case 'boolean':
      return String;
    case 'string':
      return string as Serializer;
    default:
      throw new TypeError(`no serializer for ${JSON.stringify(schema)}`);
  }
}

/**
 * Builds the writer of an object's fields. They begin with an opening brace; or, to go on with an object whose first
 * fields are written already, with a comma.
 */
export function fieldSerializer(schema: TSchema, begin: '{' | ',' = '{'): Serializer {
  const fields = Object.entries((schema as Node).properties ?? {}).map(([key, field]) => ({
    key,
    first: `${begin}${JSON.stringify(key)}:`,
    next: `,${JSON.stringify(key)}:`,
    write: serializer(field),
  }));
  return (value) => {
    const source = value as Record<string, unknown>;
    let text = '';
    for (let n = 0; n < fields.length; n++) {
      const { key, first, next, write } = fields[n] as (typeof fields)[number];
      const field = source[key];
      if (field === undefined) continue;
      text += text === '' ? first : next;
      text += write(field);
    }
    return text;
  };
}

/** Text that JSON writes as it is. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** Almost every text is plain: to see that takes a fraction of the time that it takes to write it character by character. */
function string(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : asciiJson(text);
}

/** A value as JSON in which all other characters stand as their codes. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function object(node: Node): Serializer {
  const write = fieldSerializer(node);
  return (value) => `${write(value) || '{'}}`;
}

/** An object whose names are data. */
function record(patterns: Record<string, Node>): Serializer {
  const write = serializer(Object.values(patterns)[0] as TSchema);
  return (value) => {
    const fields = Object.entries(value as object).map(
      ([name, field]) => `${asciiJson(name)}:${write(field)}`,
    );
    return `{${fields.join(',')}}`;
  };
}

function array(node: Node): Serializer {
  const write = serializer(node.items as TSchema);
  return (value) => {
    let text = '';
    for (const item of value as unknown[]) text += `${text === '' ? '' : ','}${write(item)}`;
    return `[${text}]`;
  };
}

/** The only union in the answers: something, or null. */
function nullable(options: readonly Node[]): Serializer {
  const something = options.find((option) => option.type !== 'null');
  const write = serializer(something as TSchema);
  return (value) => (value === null ? 'null' : write(value));
}
