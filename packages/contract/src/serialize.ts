import type { TSchema } from 'typebox';
import { WIRE } from './schema.ts';

/** Writes a value as JSON text. */
export type Serializer<T = unknown> = (value: T) => string;

type Node = TSchema & {
  readonly type?: string;
  readonly properties?: Record<string, Node>;
  readonly required?: readonly string[];
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
};

/** Builds the writer of a schema's values. Amounts are written digit for digit; JSON.stringify would need a float. */
export function serializer(schema: TSchema): Serializer {
  const node = schema as Node;
  if (WIRE in node) return (value) => value as string;
  if (node.anyOf !== undefined) return nullable(node.anyOf);
  switch (node.type) {
    case 'object':
      return object(node);
    case 'array':
      return array(node);
    case 'null':
      return () => 'null';
    case 'integer':
    case 'boolean':
      return String;
    case 'string':
      return JSON.stringify as Serializer;
    default:
      throw new TypeError(`no serializer for ${JSON.stringify(schema)}`);
  }
}

function object(node: Node): Serializer {
  const fields = Object.entries(node.properties ?? {}).map(([key, field]) => ({
    key,
    prefix: `${JSON.stringify(key)}:`,
    write: serializer(field),
  }));
  return (value) => {
    const source = value as Record<string, unknown>;
    let text = '';
    for (const { key, prefix, write } of fields) {
      const field = source[key];
      if (field === undefined) continue;
      text += `${text === '' ? '' : ','}${prefix}${write(field)}`;
    }
    return `{${text}}`;
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
