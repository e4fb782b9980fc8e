import Type, { type TSchema, type TSchemaOptions } from 'typebox';
import { Decimal } from './decimal.ts';

/**
 * The few kinds of value that stand on the wire. TypeBox schemas, with one difference: numbers are exact.
 * Read, a number is a Decimal; written, it is decimal text. What JSON Schema calls it is kept under WIRE.
 */
export const WIRE = 'x-wire';

export interface Bounds {
  readonly minimum?: string;
  readonly exclusiveMinimum?: string;
  readonly maximum?: string;
}

/** A number in a request: any JSON number within the bounds, digits kept. */
export function Quantity(bounds: Bounds, options: TSchemaOptions = {}) {
  const { minimum, exclusiveMinimum, maximum } = parseBounds(bounds);
  const accepts = (value: unknown): boolean =>
    value instanceof Decimal &&
    (minimum === null || value.compare(minimum) >= 0) &&
    (exclusiveMinimum === null || value.compare(exclusiveMinimum) > 0) &&
    (maximum === null || value.compare(maximum) <= 0);
  const wire = { type: 'number', format: 'double', ...numericBounds(bounds), ...options };
  return Type.Refine(
    Type.Unsafe<Decimal>({ [WIRE]: wire }),
    accepts,
    () => `must be a number${inWords(bounds)}`,
  );
}

/** An integer in a request. Arrives as a Decimal too; read it with toInteger(). */
export function Whole(bounds: { minimum?: number; maximum?: number }, options: TSchemaOptions = {}) {
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = bounds;
  const accepts = (value: unknown): boolean => {
    const whole = value instanceof Decimal ? value.toInteger() : null;
    return whole !== null && whole >= minimum && whole <= maximum;
  };
  const wire = { type: 'integer', ...bounds, ...options };
  const words = () => `must be a whole number${inWords({ ...asText(bounds) })}`;
  return Type.Refine(Type.Unsafe<Decimal>({ [WIRE]: wire }), accepts, words);
}

/** A number in an answer: decimal text, printed as it is. */
export function Amount(options: TSchemaOptions = {}) {
  return Type.Unsafe<string>({ [WIRE]: { type: 'number', format: 'double', ...options } });
}

/** An integer in an answer. */
export function Integer(options: TSchemaOptions = {}) {
  return Type.Integer(options);
}

/** A string in a request; every string has a longest length. */
export function Text(length: { minLength?: number; maxLength: number }, options: TSchemaOptions = {}) {
  return Type.String({ ...length, ...options });
}

/** One of a few words. */
export function OneOf<const Words extends string[]>(words: Words, options: TSchemaOptions = {}) {
  return Type.Unsafe<Words[number]>({ type: 'string', enum: words, ...options });
}

/**
 * The schema as plain JSON Schema: what a document or a foreign validator understands. A part that a document describes elsewhere,
 * under a name, is a reference to that.
 */
export function toJsonSchema(
  schema: TSchema,
  nameOf: (part: object) => string | undefined = () => undefined,
): Record<string, unknown> {
  return plain(schema, nameOf) as Record<string, unknown>;
}

function plain(node: unknown, nameOf: (part: object) => string | undefined): unknown {
  if (Array.isArray(node)) return node.map((each) => plain(each, nameOf));
  if (typeof node !== 'object' || node === null) return node;
  const name = nameOf(node);
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  if (WIRE in node) return node[WIRE];
  const entries = Object.entries(node).filter(([key]) => !key.startsWith('~'));
  return Object.fromEntries(entries.map(([key, value]) => [key, plain(value, nameOf)]));
}

function parseBounds(bounds: Bounds) {
  const read = (text: string | undefined) => (text === undefined ? null : Decimal.parse(text));
  return {
    minimum: read(bounds.minimum),
    exclusiveMinimum: read(bounds.exclusiveMinimum),
    maximum: read(bounds.maximum),
  };
}

function numericBounds(bounds: Bounds): Record<string, number> {
  return Object.fromEntries(Object.entries(bounds).map(([key, text]) => [key, Number(text)]));
}

function asText(bounds: { minimum?: number; maximum?: number }): Bounds {
  return Object.fromEntries(Object.entries(bounds).map(([key, value]) => [key, String(value)]));
}

function inWords({ minimum, exclusiveMinimum, maximum }: Bounds): string {
  const least = minimum !== undefined ? ` of at least ${minimum}` : '';
  const above = exclusiveMinimum !== undefined ? ` above ${exclusiveMinimum}` : '';
  const most = maximum !== undefined ? `${least || above ? ' and' : ' of'} at most ${maximum}` : '';
  return `${least}${above}${most}`;
}
