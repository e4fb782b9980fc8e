import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { volume } from '../../../test/support/volume.ts';
import { Decimal } from './decimal.ts';
import { isPlainText, type Json, parseJson } from './parse-json.ts';

/** One text for equal values, however they are held: numbers as doubles, objects by their own keys alone. */
function canonical(value: unknown): string {
  if (value instanceof Decimal) return String(Number(value.toString()));
  if (typeof value === 'number') return String(value + 0);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`);
    return `{${fields.sort().join(',')}}`;
  }
  return JSON.stringify(value);
}

function reasonToRefuse(text: string): string | null {
  try {
    parseJson(text);
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError);
    return (error as Error).message;
  }
}

const anyJson = fc
  .json({ maxDepth: 8, stringUnit: 'binary' })
  .filter((text) => isPlainText(JSON.stringify(text)));

describe('exact JSON', () => {
  it('parses to what JSON.parse gives, numbers apart', () => {
    const property = fc.property(anyJson, fc.constantFrom(0, 1, '\t', ' \r\n'), (text, space) => {
      fc.pre(!text.includes('\\u0000'));
      const written = JSON.stringify(JSON.parse(text), null, space);
      expect(canonical(parseJson(written))).toBe(canonical(JSON.parse(written)));
    });
    fc.assert(property, { numRuns: volume(600, 3_000) });
  });

  it('tells names apart, however alike they are to names before', () => {
    // More than it keeps, so that many are kept at the same place.
    const names = Array.from({ length: 3_000 }, (_, n) => `name${n}`);
    const text = `{${names.map((name, n) => `"${name}":${n}`).join(',')}}`;
    for (let turn = 0; turn < 2; turn++) {
      expect(Object.keys(parseJson(text) as object)).toEqual(names);
      expect(() => parseJson(`{"name7":1,"name7":2}`)).toThrow('"name7" stands twice');
    }
  });

  it('keeps every digit of a number', () => {
    const digit = fc.constantFrom(...'0123456789');
    const longNumber = fc
      .tuple(
        fc.string({ unit: digit, minLength: 1, maxLength: 40 }),
        fc.string({ unit: digit, minLength: 1, maxLength: 40 }),
      )
      .map(([whole, fraction]) => `7${whole}.${fraction}3`);
    const property = fc.property(longNumber, (number) => {
      const parsed = parseJson(`{"a":[${number},-${number}]}`) as { a: [Decimal, Decimal] };
      expect(parsed.a.map(String)).toEqual([number, `-${number}`]);
    });
    fc.assert(property);
  });

  it('is refused where JSON.parse refuses, after any small damage', () => {
    const damage = fc.record({
      at: fc.nat(),
      cut: fc.integer({ min: 0, max: 3 }),
      paste: fc.string({
        unit: fc.constantFrom(...'{}[]",:.\\eE+-0123tfnul \n\t\u0001\u00a0'),
        maxLength: 3,
      }),
    });
    const property = fc.property(fc.json({ maxDepth: 4 }), damage, (text, { at, cut, paste }) => {
      const place = at % (text.length + 1);
      const damaged = text.slice(0, place) + paste + text.slice(place + cut);
      let expected: unknown;
      let isJson = true;
      try {
        expected = JSON.parse(damaged);
      } catch {
        isJson = false;
      }
      const reason = reasonToRefuse(damaged);
      if (!isJson) {
        expect(reason).not.toBeNull();
      } else if (reason === null) {
        expect(canonical(parseJson(damaged))).toBe(canonical(expected));
      } else {
        // Only what is refused on purpose: a field that stands twice, text that no store can hold, a huge exponent.
        expect(/twice|a NUL/.test(reason) || /[eE][+-]?\d{3}/.test(damaged)).toBe(true);
      }
    });
    fc.assert(property, { numRuns: volume(2_000, 10_000) });
  });

  it.each([
    ['nothing', ''],
    ['white space alone', ' \n'],
    ['a second value', '1 2'],
    ['a comma at the end', '[1,]'],
    ['a comma at the end of an object', '{"a":1,}'],
    ['a lonely comma', '[,]'],
    ['a key without quotes', '{a:1}'],
    ['single quotes', "{'a':1}"],
    ['a missing colon', '{"a" 1}'],
    ['an open string', '"abc'],
    ['an open string that ends in a backslash', '"abc\\'],
    ['an open array', '[1'],
    ['an open object', '{"a":1'],
    ['a raw line break in a string', '"a\nb"'],
    ['a wrong escape', '"\\x41"'],
    ['half of an escape', '"\\u12"'],
    ['a number with a leading zero', '[01]'],
    ['a number with a leading plus', '[+1]'],
    ['a number that is hexadecimal', '[0x1F]'],
    ['a number with two points', '[1.2.3]'],
    ['NaN', '[NaN]'],
    ['Infinity', '[-Infinity]'],
    ['a number beyond any double', '[1e309]'],
    ['a misspelt word', '[nul]'],
    ['a word run into another', '[truefalse]'],
    ['a comment', '[1/* one */]'],
    ['a byte order mark', '\ufeff1'],
    ['a space that JSON does not know', '[\u00a01]'],
  ])('is refused with %s', (_what, text) => {
    expect(reasonToRefuse(text)).not.toBeNull();
  });

  it('is refused when a field stands twice, also in another spelling', () => {
    expect(reasonToRefuse('{"a":1,"a":1}')).toContain('"a" stands twice');
    expect(reasonToRefuse('{"a":1,"\\u0061":2}')).toContain('twice');
    expect(reasonToRefuse('[{"a":1},{"a":1}]')).toBeNull();
    expect(reasonToRefuse('{"a":{"a":1}}')).toBeNull();
  });

  it('is refused when nested more than 16 deep, however deep, without running out of stack', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(reasonToRefuse(nested(16))).toBeNull();
    expect(reasonToRefuse(nested(16).replace('[]', '[1]'))).toBeNull();
    expect(reasonToRefuse(nested(18))).toBe('nested too deeply');
    expect(reasonToRefuse(`${'{"a":'.repeat(17)}1${'}'.repeat(17)}`)).toBe('nested too deeply');
    expect(reasonToRefuse('['.repeat(60_000))).toBe('nested too deeply');
  });

  it('is refused with text that no store can hold, in values and in names', () => {
    for (const bad of ['\\u0000', '\\ud800', '\\udc00', '\\udc00\\ud800', '\ud800', 'a\\ud83dz']) {
      expect(reasonToRefuse(`["${bad}"]`)).toContain('a NUL or half a character');
      expect(reasonToRefuse(`{"${bad}":1}`)).toContain('a NUL or half a character');
    }
    expect(parseJson('"\\ud83d\\ude00😀"')).toBe('😀😀');
  });

  it('never touches a prototype', () => {
    const parsed = parseJson('{"__proto__":{"polluted":1},"constructor":2,"toString":3}') as {
      [key: string]: Json;
    };
    expect(Object.keys(parsed)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect('toString' in (parseJson('{}') as object)).toBe(false);
  });

  it('is refused with a repeated __proto__ like any other field', () => {
    expect(reasonToRefuse('{"__proto__":1,"__proto__":2}')).toContain('twice');
  });
});

describe('plain text', () => {
  it('is any text that survives a trip through UTF-8 and has no NUL', () => {
    const unit = fc.constantFrom('a', '\0', '\ud83d', '\ude00', '😀', 'é', '\u2028');
    const property = fc.property(fc.string({ unit, maxLength: 6 }), (text) => {
      const survives = Buffer.from(text, 'utf8').toString('utf8') === text;
      expect(isPlainText(text)).toBe(survives && !text.includes('\0'));
    });
    fc.assert(property, { numRuns: volume(300, 1_000) });
  });
});
