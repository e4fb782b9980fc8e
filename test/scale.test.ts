import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { literalsOf } from './support/sql/literals.ts';
import { type Sides, tablesOf } from './support/sql/sides.ts';
import { readSql, sqlIn, statementsOf } from './support/sql/statements.ts';
import { findSteps, type Step } from './support/sql/steps.ts';

/** What docs/scale.md says of a store that is cut, or of another engine, is held against the SQL of the service. */

const PAGE = join(fileURLToPath(new URL('..', import.meta.url)), 'docs/scale.md');
const MARKS = /(<!-- steps -->\n)[\s\S]*?(\n<!-- \/steps -->)/;
/** `SWAPDESK_STEPS=1 npm test -- test/scale.test.ts` writes the table anew, and says where everything is. */
const WRITES = process.env.SWAPDESK_STEPS === '1';

const page = () => readFileSync(PAGE, 'utf8');

/** On which side each table is, as the page has it. */
function sidesOf(text: string): Sides {
  const rows = text.matchAll(/^\| (account|chain|one|everywhere) \| (.*?) \|/gm);
  return new Map(
    [...rows].flatMap(([, side = '', tables = '']) =>
      Array.from(tables.matchAll(/`(\w+)`/g), ([, table = '']): [string, string] => [table, side]),
    ),
  );
}

/** The room of a file: its folder. */
function roomOf({ file }: Step): string {
  return file
    .replace(/^src\//, '')
    .split('/')
    .slice(0, -1)
    .join('/');
}

function tableOf(steps: readonly Step[]): string {
  const kinds = [...new Set(steps.map(({ kind }) => kind))].sort();
  const lines = kinds.map((kind) => {
    const rooms = new Map<string, number>();
    const its = steps.filter((step) => step.kind === kind);
    for (const step of its) rooms.set(roomOf(step), (rooms.get(roomOf(step)) ?? 0) + 1);
    const where = [...rooms]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([room, many]) => `\`${room}\` ${many}`);
    return `| ${kind} | ${its.length} | ${where.join(', ')} |`;
  });
  return ['| Step | Places | Where |', '| --- | --- | --- |', ...lines].join('\n');
}

const placesOf = (steps: readonly Step[]) =>
  steps.map(({ kind, file, line, text }) => `${kind}: packages/service/${file}:${line} ${text}`).join('\n');

describe('docs/scale.md', () => {
  const sql = readSql();
  const sides = sidesOf(page());
  const steps = findSteps(sql, sides);

  it('says of every table where it would be, once', () => {
    const tables = tablesOf(sql).filter((table) => !table.startsWith('sim_'));
    expect(tables.length).toBeGreaterThan(70);
    expect([...sides.keys()].sort()).toEqual(tables.sort());
  });

  it('counts every step that would not work there, room by room', () => {
    if (WRITES) {
      writeFileSync(
        PAGE,
        page().replace(MARKS, (_, before, after) => before + tableOf(steps) + after),
      );
      console.log(placesOf(steps));
    }
    const told = MARKS.exec(page())?.[0] ?? '';
    const found = tableOf(steps);
    // What differs is where somebody has to look.
    const lines = found.split('\n').filter((line) => !told.includes(line));
    const kinds = lines.map((line) => line.split(' | ')[0]?.replace('| ', ''));
    expect(lines, placesOf(steps.filter(({ kind }) => kinds.includes(kind)))).toEqual([]);
    expect(told.split('\n').length).toBe(found.split('\n').length + 2);
  });

  it('says of each what to do instead', () => {
    const text = page();
    const silent = [...new Set(steps.map(({ kind }) => kind))].filter(
      (kind) => !text.includes(`- **${kind}**:`),
    );
    expect(silent).toEqual([]);
  });
});

describe('the reader of SQL', () => {
  const sides: Sides = new Map([
    ['orders', 'account'],
    ['order_entry', 'account'],
    ['deposit', 'chain'],
    ['asset', 'everywhere'],
  ]);
  const found = (source: string) =>
    findSteps(sqlIn('src/a/b.ts', source), sides).map(({ kind, line }) => `${kind} ${line}`);
  const foundIn = (migration: string) =>
    findSteps(statementsOf('migrations/1.sql', migration), sides).map(({ kind, line }) => `${kind} ${line}`);

  it.each([
    ['lock on a number', 'SELECT pg_try_advisory_xact_lock($1)'],
    ['word between sessions', 'LISTEN a_channel'],
    ['word between sessions', 'SELECT pg_notify($1, $2)'],
    ['lock on a table', 'LOCK TABLE asset IN SHARE ROW EXCLUSIVE MODE'],
    ['lock on a row', 'SELECT 1 FROM asset WHERE id = $1 FOR UPDATE SKIP LOCKED'],
    ['lock on a row', 'SELECT 1 FROM asset WHERE id = $1 FOR NO KEY UPDATE'],
    ['number in order', "SELECT nextval('a_number')"],
    ['temporary table', 'CREATE TEMP TABLE t (id int)'],
    ['word about the server', 'SELECT pg_walfile_name(pg_create_restore_point($1))'],
    ['setting of a session', 'SET LOCAL statement_timeout = 0'],
    ['question across the cut', 'SELECT 1 FROM orders o JOIN deposit d ON d.order_id = o.id WHERE o.id = $1'],
    ['question across the cut', 'SELECT (SELECT count(*) FROM deposit) FROM orders WHERE id = $1'],
    ['change across the cut', 'UPDATE orders o SET paid_at = 1 FROM deposit d WHERE d.order_id = o.id'],
    ['statement over all accounts', 'SELECT count(*) FROM orders WHERE status = $1'],
  ])('finds a %s', (kind, statement) => {
    expect(found(`const a = 1;\nawait client.query(\`\n${statement}\`);`).join()).toContain(kind);
  });

  it('says on which line each stands, in code and in migrations', () => {
    expect(found('a(`\n  SELECT 1\n    FROM asset\n   FOR UPDATE`)')).toEqual(['lock on a row 4']);
    const migration =
      '-- why\nCREATE TABLE a (\n  id bigint\n    GENERATED ALWAYS AS IDENTITY);\nCREATE SEQUENCE b;';
    expect(foundIn(migration)).toEqual(['number in order 4', 'number in order 5']);
  });

  it('finds rows that refer to another side, and none that refer to their own or to what is everywhere', () => {
    expect(foundIn('CREATE TABLE deposit (\n  a int REFERENCES asset,\n  o int REFERENCES orders);')).toEqual(
      ['reference across the cut 3'],
    );
    expect(foundIn('CREATE TABLE order_entry (o int REFERENCES orders);')).toEqual([]);
  });

  it('knows what functions and triggers have to do with', () => {
    const made = `CREATE FUNCTION look() RETURNS trigger AS $$ BEGIN PERFORM 1 FROM deposit; END $$;
      CREATE TRIGGER looked AFTER INSERT ON order_entry EXECUTE FUNCTION look();`;
    expect(foundIn(made)).toEqual(['function in the store 1', 'trigger 2', 'question across the cut 2']);
  });

  it('looks at what a statement is put together of, in its file', () => {
    const parts =
      'const TOLD = `INSERT INTO orders (id) SELECT id`;\nconst all = `SELECT 1 FROM deposit WHERE id = $1`;\n';
    expect(found(parts)).toEqual([]);
    expect(
      found(`${parts}const both = \`WITH t AS (\${TOLD}) SELECT 1 FROM deposit WHERE id = $1\`;`),
    ).toEqual(['change across the cut 3']);
  });

  it('takes no comment and no other word for SQL', () => {
    const source = `// SELECT 1 FROM orders\n/* FOR UPDATE */ const a = /FOR UPDATE's/;\nconst b = 'for update';
      const c = \`SELECT 1 FROM asset -- FOR UPDATE\n\`;`;
    expect(found(source)).toEqual([]);
  });

  it('finds every text of a file, with its line, whatever stands in it', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab\'"/*`{}$\\ \n'.split('')) });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1 }), (texts) => {
        const source = texts.map((each) => `f(${JSON.stringify(each)});\n`).join('');
        const literals = literalsOf(source);
        expect(literals.map(({ line }) => line)).toEqual(texts.map((_, n) => n + 1));
        // Of what is escaped, what stands behind the backslash stays.
        expect(literals.map((each) => each.text.length)).toEqual(texts.map((each) => each.length));
      }),
    );
  });
});
