import fc from 'fast-check';
import Type, { type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { Decimal } from './decimal.ts';
import * as contract from './index.ts';
import { Amount, Integer, OneOf, Quantity, Text, toJsonSchema, Whole, WIRE } from './schema.ts';

function accepts(schema: TSchema, value: unknown): boolean {
  return Compile(schema).Check(value);
}

const decimal = (text: string) => Decimal.parse(text) as Decimal;

describe('a quantity', () => {
  it('is accepted within its bounds, to the last digit', () => {
    const ratio = Quantity({ exclusiveMinimum: '0', maximum: '1' });
    expect(accepts(ratio, decimal('0'))).toBe(false);
    expect(accepts(ratio, decimal('-0'))).toBe(false);
    expect(accepts(ratio, decimal('1e-300'))).toBe(true);
    expect(accepts(ratio, decimal('1'))).toBe(true);
    expect(accepts(ratio, decimal('1.0000000000000000000000000000001'))).toBe(false);

    const quantity = Quantity({ minimum: '0.00000001' });
    expect(accepts(quantity, decimal('1e-8'))).toBe(true);
    expect(accepts(quantity, decimal('0.0000000099999999999999999999'))).toBe(false);
    expect(accepts(quantity, decimal('-1'))).toBe(false);
    expect(accepts(quantity, decimal('1e308'))).toBe(true);
  });

  it('is nothing but a decimal', () => {
    for (const other of [
      1,
      '1',
      null,
      undefined,
      true,
      {},
      [],
      Number.NaN,
      { coefficient: 1n, exponent: 0 },
    ]) {
      expect(accepts(Quantity({}), other)).toBe(false);
      expect(accepts(Whole({}), other)).toBe(false);
    }
  });

  it('that is refused says its bounds', () => {
    const [error] = Compile(Quantity({ minimum: '0', maximum: '1' })).Errors('x');
    expect(error?.message).toBe('must be a number of at least 0 and at most 1');
  });
});

describe('a whole number', () => {
  it('is whole, safe, and within its bounds', () => {
    const page = Whole({ minimum: 1, maximum: 100 });
    for (const good of ['1', '100', '1.0', '1e2', '10.00e1']) expect(accepts(page, decimal(good))).toBe(true);
    for (const bad of ['0', '101', '1.5', '-1', '1e3', '1e-1', '100.0000000000000000001']) {
      expect(accepts(page, decimal(bad))).toBe(false);
    }
    expect(accepts(Whole({}), decimal('9007199254740993'))).toBe(false);
  });
});

describe('a text', () => {
  it('is counted from its shortest to its longest length', () => {
    const code = Text({ minLength: 1, maxLength: 4 });
    expect(['', 'a', 'abcd', 'abcde'].map((text) => accepts(code, text))).toEqual([false, true, true, false]);
    expect(accepts(code, decimal('1'))).toBe(false);
  });
});

describe('one of a few words', () => {
  it('is one of them exactly', () => {
    const mode = OneOf(['float', 'fixed']);
    expect(['float', 'fixed', 'Float', '', 'floatfixed'].map((word) => accepts(mode, word))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

/** Every schema that the contract exports. */
const SCHEMAS = Object.entries(contract as Record<string, unknown>).filter(
  (entry): entry is [string, TSchema] =>
    typeof entry[1] === 'object' && entry[1] !== null && ('type' in entry[1] || WIRE in entry[1]),
);

const KEYWORDS = new Set(
  'type format minimum exclusiveMinimum maximum minLength maxLength minItems maxItems enum const pattern items properties patternProperties required anyOf description default'.split(
    ' ',
  ),
);

function expectPlain(schema: Record<string, unknown>): void {
  for (const keyword of Object.keys(schema)) expect(KEYWORDS).toContain(keyword);
  const { properties, patternProperties, items, anyOf } = schema as {
    properties?: Record<string, Record<string, unknown>>;
    patternProperties?: Record<string, Record<string, unknown>>;
    items?: Record<string, unknown>;
    anyOf?: Record<string, unknown>[];
  };
  const named = Object.values({ ...properties, ...patternProperties });
  for (const each of [...named, ...(items ? [items] : []), ...(anyOf ?? [])]) expectPlain(each);
}

describe('a schema as JSON Schema', () => {
  it('is looked for in the whole contract', () => {
    expect(SCHEMAS.length).toBeGreaterThan(20);
  });

  it.each(SCHEMAS)('has only keywords of JSON Schema: %s', (_name, schema) => {
    const plain = toJsonSchema(schema);
    expectPlain(plain);
    expect(JSON.parse(JSON.stringify(plain))).toEqual(plain);
  });

  it('says of a decimal what JSON calls it', () => {
    const schema = Type.Object({
      quantity: Quantity({ minimum: '0.00000001' }, { description: 'how much' }),
      page: Type.Optional(Whole({ minimum: 1 }, { default: 1 })),
      price: Amount(),
      status: Integer(),
    });
    expect(toJsonSchema(schema)).toEqual({
      type: 'object',
      required: ['quantity', 'price', 'status'],
      properties: {
        quantity: { type: 'number', format: 'double', minimum: 1e-8, description: 'how much' },
        page: { type: 'integer', minimum: 1, default: 1 },
        price: { type: 'number', format: 'double' },
        status: { type: 'integer' },
      },
    });
  });

  it('accepts the numbers that the exact schema accepts', () => {
    const bounds = { minimum: '0', maximum: '1' };
    const exact = Compile(Quantity(bounds));
    const plain = Compile(toJsonSchema(Quantity(bounds)) as TSchema);
    const property = fc.property(
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -2, max: 2 }),
      (number) => {
        expect(plain.Check(number)).toBe(exact.Check(decimal(JSON.stringify(number))));
      },
    );
    fc.assert(property);
  });
});
