import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** The page on OWASP ASVS names files and tests: they have to be there, and its sums have to be right. */

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PAGE = readFileSync(join(ROOT, 'docs/asvs.md'), 'utf8');
/** Of levels 1 and 2, in version 5.0.0. */
const ITEMS = 253;
const FROM_ROOT = /^(packages|test|docs|scripts)\//;
const FILE = /`([\w./-]+\.(?:tsx?|mjs|sql|md))`/g;

const pathOf = (name: string) => (FROM_ROOT.test(name) ? name : `packages/service/src/${name}`);

interface Row {
  readonly items: string;
  readonly how: string;
  readonly shown: string;
}

/** The lines about items of the standard. */
const rows: Row[] = PAGE.split('\n')
  .filter((line) => /^\| \d+\.\d/.test(line))
  .map((line) => {
    const [items = '', , how = '', shown = ''] = line.slice(2).split(/ \| ?/);
    return { items, how, shown };
  });

const countOf = ({ items }: Row) => Number(/\((\d+) items\)/.exec(items)?.[1] ?? items.split(',').length);
const sum = (some: readonly Row[]) => some.reduce((all, row) => all + countOf(row), 0);
const beginning = (word: string) => rows.filter(({ how }) => how.startsWith(`**${word}`));

describe('the page on OWASP ASVS', () => {
  it('has every item of levels 1 and 2 once', () => {
    expect(sum(rows)).toBe(ITEMS);
    const named = rows.flatMap(({ items }) => items.match(/\d+\.\d+\.\d+/g) ?? []);
    expect(new Set(named).size).toBe(named.length);
  });

  it('adds up as its summary says', () => {
    const [na, yours, not] = [beginning('Does not apply'), beginning('Yours'), beginning('Not met')].map(sum);
    const said = (what: string) =>
      Number(new RegExp(`^\\| ${what}[^|]*\\| (\\d+) \\|$`, 'm').exec(PAGE)?.[1]);
    expect([said('does not apply'), said('yours'), said('not met')]).toEqual([na, yours, not]);
    expect(said('met')).toBe(ITEMS - (na ?? 0) - (yours ?? 0) - (not ?? 0));
  });

  it('lists at its top all that is not met, and nothing else', () => {
    const top = PAGE.slice(0, PAGE.indexOf('## '));
    const numbers = (text: string) => [...new Set(text.match(/\b\d+\.\d+\.\d+\b/g) ?? [])].sort();
    expect(numbers(top.replace('5.0.0', '').replace(/https\S+/, ''))).toEqual(
      numbers(
        beginning('Not met')
          .map(({ items }) => items)
          .join(),
      ),
    );
  });

  it('names files that are there', () => {
    const names = Array.from(PAGE.matchAll(FILE), ([, name = '']) => name);
    expect(names.length).toBeGreaterThan(100);
    expect(names.map(pathOf).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('names suites that a test runs', () => {
    const names = rows.flatMap(({ shown }) => Array.from(shown.matchAll(FILE), ([, name = '']) => name));
    const suites = names.filter((name) => name.startsWith('test/attack/') && !name.endsWith('.test.ts'));
    expect(suites.length).toBeGreaterThan(0);
    const folder = join(ROOT, 'test/attack/src');
    const tests = readdirSync(folder).filter((name) => name.endsWith('.test.ts'));
    const run = tests.map((name) => readFileSync(join(folder, name), 'utf8')).join();
    expect(suites.filter((name) => !run.includes(`'./${basename(name)}'`))).toEqual([]);
  });

  it('names tests that are there, in the file before them', () => {
    const missing: string[] = [];
    for (const { shown } of rows) {
      let text = '';
      for (const [, file, name = ''] of shown.matchAll(/`([\w./-]+)`|“([^”]+)”/g)) {
        if (file !== undefined) text = readFileSync(join(ROOT, pathOf(file)), 'utf8');
        else if (!text.includes(name)) missing.push(name);
      }
    }
    expect(missing).toEqual([]);
  });

  it('says of everything that is met where that is shown', () => {
    const met = rows.filter(({ how }) => !/^\*\*(Does not apply|Yours|Not met)/.test(how));
    // What has to be written down is shown by where it is.
    const bare = met.filter(({ how, shown }) => shown === '' && !/\]\(#|`docs\//.test(how));
    expect(bare.map(({ items }) => items)).toEqual([]);
  });
});
