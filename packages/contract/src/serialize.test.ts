import fc from 'fast-check';
import Type from 'typebox';
import { describe, expect, it } from 'vitest';
import { volume } from '../../../test/support/volume.ts';
import { Decimal, formatDecimal } from './decimal.ts';
import { type Json, parseJson } from './parse-json.ts';
import { Amount, Integer } from './schema.ts';
import { serializer } from './serialize.ts';

const Thing = Type.Object({
  name: Type.String(),
  count: Integer(),
  isOpen: Type.Boolean(),
  amount: Amount(),
  note: Type.Optional(Type.String()),
  parts: Type.Array(Type.Object({ amount: Amount() })),
  output: Type.Union([Type.Array(Type.String()), Type.Null()]),
  nothing: Type.Null(),
});

const amount = fc
  .tuple(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.integer({ min: -30, max: 10 }))
  .map(([coefficient, exponent]) => formatDecimal(coefficient, exponent));
const text = fc.string({ unit: 'binary' }).map((any) => any.replaceAll('\0', ''));

const thing = fc.record(
  {
    name: text,
    count: fc.maxSafeInteger(),
    isOpen: fc.boolean(),
    amount,
    note: text,
    parts: fc.array(fc.record({ amount })),
    output: fc.option(fc.array(text), { nil: null }),
    nothing: fc.constant(null),
  },
  { requiredKeys: ['name', 'count', 'isOpen', 'amount', 'parts', 'output', 'nothing'] },
);

/** The parsed value with its numbers as text. */
function asText(value: Json): unknown {
  if (value instanceof Decimal) return value.toString();
  if (Array.isArray(value)) return value.map(asText);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, asText(field)]));
}

describe('a serializer', () => {
  it('writes JSON that reads back as the same value, digit for digit', () => {
    const write = serializer(Thing);
    const property = fc.property(thing, (value) => {
      const written = write(value);
      expect(asText(parseJson(written))).toEqual({ ...value, count: String(value.count + 0) });
      // The same for a reader with doubles, as far as doubles go.
      expect(JSON.parse(written).name).toBe(value.name);
      expect(Buffer.byteLength(written)).toBe(written.length);
    });
    fc.assert(property, { numRuns: volume(300, 1_000) });
  });

  it('writes an amount as a number, not as a string', () => {
    expect(serializer(Type.Object({ price: Amount() }))({ price: '0.123456789012345678' })).toBe(
      '{"price":0.123456789012345678}',
    );
  });

  it('writes nothing that the schema does not name', () => {
    const write = serializer(Type.Object({ key: Type.String() }));
    expect(write({ key: 'k', secret: 'never' })).toBe('{"key":"k"}');
  });

  it('leaves out what is not there, first, last and alone', () => {
    const write = serializer(Type.Object({ a: Type.Optional(Integer()), b: Type.Optional(Integer()) }));
    expect([write({}), write({ a: 1 }), write({ b: 2 }), write({ a: 1, b: 2 })]).toEqual([
      '{}',
      '{"a":1}',
      '{"b":2}',
      '{"a":1,"b":2}',
    ]);
    expect(serializer(Type.Array(Integer()))([])).toBe('[]');
  });

  it('is refused for a schema that it cannot write', () => {
    expect(() => serializer(Type.Object({ price: Type.Number() }))).toThrow(TypeError);
  });
});
