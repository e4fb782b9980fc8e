import { expect, it, type TestContext } from 'vitest';

const KINDS = {
  string: { words: 'a string', holds: (value: unknown) => typeof value === 'string' },
  text: {
    words: 'a string that is not empty',
    holds: (value: unknown) => typeof value === 'string' && value !== '',
  },
  number: { words: 'a number', holds: (value: unknown) => typeof value === 'number' },
  integer: { words: 'an integer', holds: Number.isSafeInteger },
  time: { words: 'a Unix time in seconds, or 0', holds: isTime },
  ratio: { words: 'a number above 0 and at most 1', holds: (value: unknown) => isWithin(value, 0, 1) },
  boolean: { words: 'true or false', holds: (value: unknown) => typeof value === 'boolean' },
  array: { words: 'an array', holds: Array.isArray },
  records: { words: 'null or an array', holds: (value: unknown) => value === null || Array.isArray(value) },
} as const;

/** What each field of a table holds. */
export type FieldTable = Readonly<Record<string, keyof typeof KINDS>>;

type Load = (ctx: TestContext) => Promise<unknown>;

/** One test per field of a table: that it is there, and of its type. */
export function itHasTheFields(table: FieldTable, load: Load): void {
  for (const [name, kind] of Object.entries(table)) {
    it(`${name} is ${KINDS[kind].words}`, async (ctx) => {
      expectField(await load(ctx), name, kind);
    });
  }
}

/** Every record has all fields of the table. */
export function expectFields(records: readonly unknown[], table: FieldTable): void {
  for (const record of records) {
    for (const [name, kind] of Object.entries(table)) expectField(record, name, kind);
  }
}

function expectField(record: unknown, name: string, kind: keyof typeof KINDS): void {
  const fields = record as Record<string, unknown>;
  expect(Object.keys(fields), `the field ${name} is missing`).toContain(name);
  const { words, holds } = KINDS[kind];
  expect(holds(fields[name]), `${name} must be ${words}, not ${JSON.stringify(fields[name])}`).toBe(true);
}

const YEAR_2001_S = 1_000_000_000;
const YEAR_2286_S = 9_999_999_999;

function isTime(value: unknown): boolean {
  return value === 0 || (Number.isSafeInteger(value) && isWithin(value, YEAR_2001_S, YEAR_2286_S));
}

function isWithin(value: unknown, above: number, most: number): boolean {
  return typeof value === 'number' && value > above && value <= most;
}
