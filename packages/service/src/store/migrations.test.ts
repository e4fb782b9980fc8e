import { describe, expect, it } from 'vitest';
import { boundOf, migrationOf, readMigrations } from './migrations.ts';

const of = (name: string, ...lines: string[]) => migrationOf(name, [...lines, 'SELECT 1;'].join('\n'));

describe('a migration', () => {
  it('says in its head who may go on beside it, and why it is there', () => {
    expect(
      of('0040_some.sql', '-- What is new comes', '-- here. And more.', '-- beside: 0036', ''),
    ).toMatchObject({
      number: 40,
      beside: 36,
      why: 'What is new comes here.',
    });
    expect(of('0040_some.sql', '-- A reason: and what follows.', '-- beside: none')).toMatchObject({
      beside: 40,
      why: 'A reason: and what follows.',
    });
  });

  it('of before is known by everybody', () => {
    expect(of('0012_some.sql', '-- A reason.').beside).toBe(12);
  });

  it.each([
    ['nothing', []],
    ['something else', ['-- beside: 36']],
    ['one that comes later', ['-- beside: 0041']],
  ])('that says %s of it is none', (_, head) => {
    expect(() => of('0040_some.sql', '-- A reason.', ...head)).toThrow('0040_some.sql');
  });
});

describe('the program’s own', () => {
  it('all say it, are numbered in their order, and give a reason', async () => {
    const migrations = await readMigrations();
    const numbers = migrations.map(({ number }) => number);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
    for (const { name, why } of migrations) expect(`${name}: ${why}`).toMatch(/: .{6,}\.$/);
    expect(boundOf(migrations)).toBeLessThanOrEqual(numbers.at(-1) as number);
  });
});
