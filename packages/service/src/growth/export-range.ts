import pg from 'pg';
import { StartupError } from '../startup-error.ts';
import type { Under } from '../store/backup/progress.ts';
import { patiently } from '../store/connection.ts';
import type { Database, Queryable } from '../store/database.ts';
import { transaction } from '../store/transaction.ts';
import type { DueRange } from './due-ranges.ts';
import { type RangeContent, writeRangeFile } from './range-file.ts';
import type { StoredRange } from './stored-ranges.ts';

const { escapeIdentifier: name } = pg;
const BATCH = 5_000;

/** What was written, and what of the range stays. */
export interface RangeExport extends RangeContent {
  readonly bytes: number;
  readonly kept: number;
  readonly fromAt: number | null;
  readonly untilAt: number | null;
  /** Of the column `whole`: what has one of these stays. */
  readonly stays: readonly number[];
}

export interface RangeWork {
  readonly id: number;
  readonly range: DueRange;
  readonly leaves: readonly StoredRange[];
  /** The file that is written. */
  readonly draft: string;
}

/** Writes what leaves to the draft, and what has to be known of it to the store, where it does not count yet; all as of one moment. */
export function exportRange(database: Database, work: RangeWork, under: Under): Promise<RangeExport> {
  const { id, range, leaves, draft } = work;
  const { table } = range;
  return transaction(database, async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await client.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0');
    const { key, whole } = await columnsOf(client, table.name);
    const source = leaves.map(({ leaf }) => `SELECT * FROM ONLY ${name(leaf)}`).join(' UNION ALL ');
    const staying = await client.query<{ whole: number }>(
      patiently(
        `WITH source AS (${source}) SELECT whole FROM (${table.stays}) AS staying (whole) ORDER BY 1`,
      ),
    );
    const stays = staying.rows.map((row) => row.whole);
    const goes = `${whole} <> ALL ('{${stays.join(',')}}'::bigint[])`;
    const leaving = `SELECT * FROM (${source}) AS source WHERE ${goes}`;
    const all = await sumUp(client, source);
    const { rows: expected, from_at, until_at } = await sumUp(client, leaving);
    await carry(client, table.carry.replace(/\bleaving\b/g, `(${leaving}) AS leaving`), id);
    let bytes = 0;
    const written = await writeRangeFile(
      draft,
      read(client, { leaves, key, goes, text: await textOf(client, table.name) }, (lines) => {
        under.signal.throwIfAborted();
        const length = lines.reduce((sum, line) => sum + line.length + 1, 0);
        bytes += length;
        under.progress.add(length);
      }),
    );
    if (written.rows !== expected)
      throw new StartupError(`${written.rows} rows were written of ${expected}. Nothing left the store.`);
    // With what it came to: whoever finds this finds that too.
    await client.query('UPDATE archive_range SET sha256 = $2 WHERE id = $1', [id, written.sha256]);
    return { ...written, bytes, kept: all.rows - expected, fromAt: from_at, untilAt: until_at, stays };
  });
}

async function columnsOf(client: Queryable, table: string): Promise<{ key: string; whole: string }> {
  const { rows } = await client.query<{ key: string; whole: string }>(
    'SELECT quote_ident(key) AS key, quote_ident(whole) AS whole FROM growing WHERE name = $1',
    [table],
  );
  return rows[0] as (typeof rows)[number];
}

async function sumUp(client: Queryable, rows: string) {
  const { rows: found } = await client.query<{
    rows: number;
    from_at: number | null;
    until_at: number | null;
  }>(patiently(`SELECT count(*) AS rows, min(at) AS from_at, max(at) AS until_at FROM (${rows}) AS rows`));
  return found[0] as (typeof found)[number];
}

async function carry(client: Queryable, statement: string, id: number): Promise<void> {
  await client.query('DELETE FROM ledger_carried WHERE range_id = $1', [id]);
  await client.query('DELETE FROM told_before WHERE range_id = $1', [id]);
  await client.query(patiently(statement, [id]));
}

/** SQL: the columns of a row as JSON. Amounts are text, as many a reader of JSON knows no such large numbers. */
async function textOf(client: Queryable, table: string): Promise<string> {
  const { rows } = await client.query<{ column: string; is_amount: boolean }>(
    `SELECT attname AS column, atttypid = 'numeric'::regtype AS is_amount FROM pg_attribute
      WHERE attrelid = to_regclass(quote_ident($1)) AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [table],
  );
  return rows
    .map(({ column, is_amount }) => (is_amount ? `${name(column)}::text AS ${name(column)}` : name(column)))
    .join(', ');
}

async function* read(
  client: Queryable,
  what: { leaves: readonly StoredRange[]; key: string; goes: string; text: string },
  onLines: (lines: readonly string[]) => void,
): AsyncGenerator<readonly string[]> {
  for (const { leaf } of what.leaves) {
    await client.query(`DECLARE leaving NO SCROLL CURSOR FOR SELECT row_to_json(line)::text AS line FROM (
      SELECT ${what.text} FROM ONLY ${name(leaf)} WHERE ${what.goes} ORDER BY ${what.key}, id) AS line`);
    for (;;) {
      const { rows } = await client.query<{ line: string }>(patiently(`FETCH ${BATCH} FROM leaving`));
      if (rows.length === 0) break;
      const lines = rows.map(({ line }) => line);
      onLines(lines);
      yield lines;
    }
    await client.query('CLOSE leaving');
  }
}
