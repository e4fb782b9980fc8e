import { EVERYWHERE, type Sides, sideTeller } from './sides.ts';
import type { Sql } from './statements.ts';

/** What would not work as it is, where there is not one PostgreSQL with everything in it. */
export interface Step {
  readonly kind: string;
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** What an engine that only speaks PostgreSQL's protocol may not have, by the words that ask for it. */
const BY_WORDS: Readonly<Record<string, RegExp>> = {
  'lock on a number': /\bpg_(?:try_)?advisory_\w*lock\b/g,
  'word between sessions': /\bLISTEN \S|\bpg_notify\(/g,
  'lock on a table': /\bLOCK TABLE\b/g,
  'lock on a row': /\bFOR (?:NO KEY UPDATE|UPDATE|KEY SHARE|SHARE)\b/g,
  trigger: /\bCREATE (?:CONSTRAINT )?TRIGGER\b/g,
  'function in the store': /\bCREATE (?:OR REPLACE )?FUNCTION\b/g,
  'number in order': /\bAS IDENTITY\b|\bCREATE SEQUENCE\b|\bnextval\(/g,
  'temporary table': /\bCREATE (?:TEMP|TEMPORARY|UNLOGGED)\b/g,
  'word about the server':
    /\b(?:pg_walfile_name|pg_current_wal_lsn|pg_is_in_recovery|pg_stat_\w+|pg_locks|pg_backup_\w+|pg_create_\w+|pg_drop_\w+|pg_ls_\w+|pg_current_xact_id|xmin|pg_reload_conf|pg_postmaster_\w+)\b/g,
  'setting of a session': /\bset_config\(|\bSET LOCAL\b|\bSET (?:SESSION )?\w+ (?:=|TO)\b/g,
};

const REFERENCE = /\bREFERENCES (\w+)/g;
const MADE = /\b(?:CREATE TABLE|ALTER TABLE) (\w+)/;
const CHANGES = /\b(?:INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)/;
const READS = /^\s*(?:WITH|SELECT|UPDATE|DELETE)\b/;

/** Finds them in all SQL, in the order of files and lines. */
export function findSteps(sql: readonly Sql[], sides: Sides): Step[] {
  const sidesOf = sideTeller(sql, sides);
  return sql.flatMap((each) => [
    ...byWords(each),
    ...referencesAcross(each, sides),
    ...statementAcross(each, sidesOf),
    ...overAll(each, sidesOf),
  ]);
}

function byWords(sql: Sql): Step[] {
  return Object.entries(BY_WORDS).flatMap(([kind, words]) =>
    Array.from(sql.text.matchAll(words), ({ index }) => at(sql, kind, index)),
  );
}

/** A row may only refer to one that is on its own side, or everywhere. */
function referencesAcross(sql: Sql, sides: Sides): Step[] {
  const from = sides.get(MADE.exec(sql.text)?.[1] ?? '');
  if (from === undefined) return [];
  return Array.from(sql.text.matchAll(REFERENCE))
    .filter(([, to = '']) => {
      const side = sides.get(to);
      return side !== undefined && side !== EVERYWHERE && side !== from;
    })
    .map(({ index }) => at(sql, 'reference across the cut', index));
}

/** Tables are made on a side each; only what runs later can have to do with several. */
const RUNS_LATER = /^CREATE (?:OR REPLACE )?(?:CONSTRAINT )?(?:FUNCTION|VIEW|TRIGGER)\b/;

type SidesOf = (text: string) => ReadonlySet<string>;

/** One statement, or part of one, with tables of two sides. What changes rows on one by another's must become two. */
function statementAcross(sql: Sql, sidesOf: SidesOf): Step[] {
  if (isMigration(sql) && !RUNS_LATER.test(sql.text)) return [];
  if (sidesOf(sql.whole).size < 2) return [];
  return [at(sql, CHANGES.test(sql.whole) ? 'change across the cut' : 'question across the cut', 0)];
}

/** What names a row of an account, or whose it is. */
const KEYED =
  /\b(?:id|order_id|account_id|roll_id|no|query_code|key|name|code|whose|settlement_id|proposal_id|position)\s*(?:=|IN\b|= ANY|<>|>|<|BETWEEN)/;

/** Rows of accounts, and of no account in particular: with several stores each would have to be asked. */
function overAll(sql: Sql, sidesOf: SidesOf): Step[] {
  if (isMigration(sql) || !READS.test(sql.text) || !/\b(?:FROM|UPDATE)\b/.test(sql.text)) return [];
  if (!sidesOf(sql.whole).has('account') || KEYED.test(sql.whole)) return [];
  return [at(sql, 'statement over all accounts', 0)];
}

function isMigration({ file }: Sql): boolean {
  return file.startsWith('migrations/');
}

function at({ file, line, text }: Sql, kind: string, index: number): Step {
  const before = text.slice(0, index);
  const rest = text.slice(index).trimStart().split('\n')[0] as string;
  return { kind, file, line: line + before.split('\n').length - 1, text: rest.trim().slice(0, 80) };
}
