import type { Sql } from './statements.ts';

/** What each part has a copy of, as it changes seldom. */
export const EVERYWHERE = 'everywhere';

/** Where the rows of a table would be if the store were cut; what is everywhere or of the test networks is in nobody's way. */
export type Sides = ReadonlyMap<string, string>;

const TABLE = /\bCREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\w+)/;
const NAMED =
  /\b(?:FROM|JOIN|INTO|UPDATE|USING|REFERENCES|ALTER TABLE|DELETE FROM|TRUNCATE|ON)\s+(?:ONLY\s+)?(\w+)|,\s+(\w+)(?=\s+(?:AS\s+)?\w{1,2}\b|\s*$|\s+WHERE)/g;
const CTE = /\b(\w+)\s*(?:\([\w\s,]*\)\s*)?AS\s+(?:NOT\s+)?(?:MATERIALIZED\s+)?\(/g;

/** The tables that migrations make. */
export function tablesOf(sql: readonly Sql[]): string[] {
  return sql.flatMap(({ text }) => {
    const made = TABLE.exec(text)?.[1];
    return made === undefined ? [] : [made];
  });
}

/** The tables that a text names, of those that there are. */
export function tablesIn(text: string, tables: Pick<ReadonlySet<string>, 'has'>): Set<string> {
  const own = new Set(Array.from(text.matchAll(CTE), ([, name]) => name));
  const named = Array.from(text.matchAll(NAMED), ([, first, listed]) => (first ?? listed) as string);
  return new Set(named.filter((name) => tables.has(name) && !own.has(name)));
}

const FUNCTION = /\bCREATE (?:OR REPLACE )?FUNCTION (\w+)/;

/** Tells with which sides a text has to do, beside what is everywhere: by the tables that it names, and by those of the functions that it calls. */
export function sideTeller(sql: readonly Sql[], sides: Sides): (text: string) => Set<string> {
  const ofTables = (text: string) => [...tablesIn(text, sides)].map((table) => sides.get(table) as string);
  const functions = new Map<string, string[]>();
  for (const { text } of sql) {
    const name = FUNCTION.exec(text)?.[1];
    if (name !== undefined) functions.set(name, [...(functions.get(name) ?? []), ...ofTables(text)]);
  }
  const called = (text: string) =>
    [...functions].flatMap(([name, its]) => (new RegExp(`\\b${name}\\(`).test(text) ? its : []));
  return (text) => new Set([...ofTables(text), ...called(text)].filter((side) => side !== EVERYWHERE));
}
