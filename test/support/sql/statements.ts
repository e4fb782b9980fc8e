import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Literal, literalsOf } from './literals.ts';

const PACKAGE = fileURLToPath(new URL('../../../packages/service/', import.meta.url));
const IS_SQL =
  /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE|ALTER TABLE|LOCK TABLE|LISTEN|JOIN|FROM|WHERE|pg_\w+\(|nextval|set_config|SET LOCAL)\b/;

/** SQL as it stands somewhere: a statement, or a part that is put into one. */
export interface Sql {
  /** Below `packages/service`. */
  readonly file: string;
  readonly line: number;
  /** Without comments; as many lines as there are in the file. */
  readonly text: string;
  /** With what is put into it from the same file, by its name. What comes from other files is not known. */
  readonly whole: string;
}

/** All SQL of the service: of its migrations, and of its code. Test networks have their own, which no real desk runs. */
export function readSql(): Sql[] {
  return [...ofMigrations(), ...ofCode()];
}

/** The statements of a migration, one by one. */
export function statementsOf(file: string, source: string): Sql[] {
  const bare = source.replace(/--.*$/gm, '');
  const found: Sql[] = [];
  let line = 1;
  // A function's body is one text in dollars: what ends statements in it ends none here.
  for (const text of bare.match(/(?:\$\$[\s\S]*?\$\$|[^;$]|\$(?!\$))+;?/g) ?? []) {
    const blank = /^\s*/.exec(text)?.[0] ?? '';
    const bareText = text.slice(blank.length);
    found.push({ file, line: line + lines(blank), text: bareText, whole: bareText });
    line += lines(text);
  }
  return found.filter(({ text }) => text !== '');
}

/** The SQL among the texts of a file of code. */
export function sqlIn(file: string, source: string): Sql[] {
  const sql = literalsOf(source).filter(({ text }) => IS_SQL.test(text));
  const named = new Map<string, string[]>();
  for (const literal of sql) {
    const name = nameOf(source, literal);
    if (name !== undefined) named.set(name, [...(named.get(name) ?? []), literal.text]);
  }
  const partsOf = ({ filledIn }: Literal) =>
    filledIn.flatMap((code) =>
      Array.from(code.matchAll(/\b\w+\b/g)).flatMap(([name]) => named.get(name) ?? []),
    );
  return sql.map((literal) => {
    const text = literal.text.replace(/--.*$/gm, '');
    return { file, line: literal.line, text, whole: [text, ...partsOf(literal)].join('\n') };
  });
}

/** What the text, or what makes it, is called in its file. */
function nameOf(source: string, { at }: Literal): string | undefined {
  const names = [...source.slice(0, at).matchAll(/^(?:export )?(?:const|class|(?:async )?function) (\w+)/gm)];
  return names.at(-1)?.[1];
}

function ofMigrations(): Sql[] {
  return readdirSync(join(PACKAGE, 'migrations'))
    .sort()
    .flatMap((name) => statementsOf(`migrations/${name}`, read(join(PACKAGE, 'migrations', name))));
}

function ofCode(): Sql[] {
  const isOurs = (name: string) =>
    name.endsWith('.ts') && !name.endsWith('.test.ts') && !/\/testing\/|^chains\/sim\//.test(name);
  return readdirSync(join(PACKAGE, 'src'), { recursive: true, encoding: 'utf8' })
    .filter(isOurs)
    .sort()
    .map((name) => join(PACKAGE, 'src', name))
    .flatMap((path) => sqlIn(relative(PACKAGE, path), read(path)));
}

function read(path: string): string {
  return readFileSync(path, 'utf8');
}

function lines(text: string): number {
  return text.split('\n').length - 1;
}
