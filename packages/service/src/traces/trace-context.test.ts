import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readTraceparent, writeTraceparent } from './trace-context.ts';

const hex = (length: number) =>
  fc
    .array(fc.constantFrom(...'0123456789abcdef'), { minLength: length, maxLength: length })
    .map((digits) => digits.join(''))
    .filter((text) => !/^0+$/.test(text));

it('a place is read as it was written', () => {
  fc.assert(
    fc.property(hex(32), hex(16), (traceId, spanId) => {
      expect(readTraceparent(writeTraceparent({ traceId, spanId }))).toEqual({
        traceId,
        spanId,
        isSampled: true,
      });
    }),
  );
});

it('whoever does not want to be told of says so in the last bit', () => {
  const place = `00-${'a'.repeat(32)}-${'b'.repeat(16)}`;
  expect(readTraceparent(`${place}-00`)?.isSampled).toBe(false);
  expect(readTraceparent(`${place}-02`)?.isSampled).toBe(false);
  expect(readTraceparent(`${place}-03`)?.isSampled).toBe(true);
});

it('what is later than ours is read as far as it is known', () => {
  const later = `01-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  expect(readTraceparent(later)).not.toBeNull();
  expect(readTraceparent(`${later}-more`)).not.toBeNull();
});

it('what is no place is none, whatever comes', () => {
  const [trace, span] = ['a'.repeat(32), 'b'.repeat(16)];
  const wrong: unknown[] = [
    ...[
      undefined,
      null,
      7,
      '',
      ['00'],
      `00-${trace}-${span}`,
      `00-${trace}-${span}-1`,
      `0-${trace}-${span}-01`,
    ],
    ...[`ff-${trace}-${span}-01`, `00-${trace}-${span}-01-x`, `00-${'0'.repeat(32)}-${span}-01`],
    ...[
      `00-${trace}-${'0'.repeat(16)}-01`,
      `00-${trace.toUpperCase()}-${span}-01`,
      ` 00-${trace}-${span}-01`,
    ],
  ];
  for (const header of wrong) expect(readTraceparent(header), String(header)).toBeNull();
  fc.assert(fc.property(fc.string(), (text) => readTraceparent(text) === null));
});
