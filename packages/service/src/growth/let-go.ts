import pg from 'pg';
import { patiently } from '../store/connection.ts';
import type { Database, Queryable } from '../store/database.ts';
import { keepRange } from './begin-range.ts';
import { briefly } from './briefly.ts';
import type { RangeExport } from './export-range.ts';
import type { GrowingTable } from './growing.ts';
import type { StoredRange } from './stored-ranges.ts';

const { escapeIdentifier: name } = pg;

class WasTouched extends Error {
  override readonly name = 'WasTouched';
}

export interface LeavingRange {
  readonly id: number;
  readonly table: GrowingTable;
  readonly beyond: number;
  readonly leaves: readonly StoredRange[];
  readonly file: string;
  readonly exported: RangeExport;
  readonly now: number;
}

/**
 * In one transaction the range leaves, what stays takes its place, and what is known of it counts. False if anything was written to it
 * since it was watched: then nothing happens.
 */
export async function letGo(database: Database, leaving: LeavingRange): Promise<boolean> {
  const { id, table, beyond, leaves, file, exported, now } = leaving;
  const remainder = await makeRemainder(database, leaving);
  const leave = briefly(database, async (client) => {
    await keepRange(client, id, exported.sha256);
    for (const { leaf } of leaves)
      await client.query(`ALTER TABLE ${name(table.name)} DETACH PARTITION ${name(leaf)}`);
    // Nobody writes now; whoever has written has committed.
    if (await wasTouched(client, leaves)) throw new WasTouched();
    await client.query(
      `ALTER TABLE ${name(table.name)} ATTACH PARTITION ${name(remainder)} FOR VALUES FROM (MINVALUE) TO (${beyond})`,
    );
    for (const { leaf } of leaves) await client.query(`DROP TABLE ${name(leaf)}`);
    const { rows, kept, sha256, fromAt, untilAt } = exported;
    await client.query(
      `UPDATE archive_range SET file = $2, rows = $3, kept = $4, sha256 = $5, from_at = $6, until_at = $7, closed_at = $8
        WHERE id = $1`,
      [id, file, rows, kept, sha256, fromAt, untilAt, now],
    );
    return true;
  });
  return leave.catch((error: unknown) => {
    if (error instanceof WasTouched) return false;
    throw error;
  });
}

/** A table with what stays, beside those that it will replace. Nobody sees it yet. */
async function makeRemainder(database: Database, leaving: LeavingRange): Promise<string> {
  const { id, table, beyond, leaves, exported } = leaving;
  const remainder = `${table.name}_until_${beyond}`;
  await briefly(database, async (client) => {
    await client.query('SET LOCAL statement_timeout = 0');
    await keepRange(client, id, exported.sha256);
    const { rows } = await client.query<{ key: string; whole: string }>(
      'SELECT key, whole FROM growing WHERE name = $1',
      [table.name],
    );
    const { key, whole } = rows[0] as { key: string; whole: string };
    // Of somebody who was killed.
    await client.query(`DROP TABLE IF EXISTS ${name(remainder)}`);
    await client.query(
      `CREATE TABLE ${name(remainder)} (LIKE ${name(table.name)}
         INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES INCLUDING STORAGE)`,
    );
    await client.query(
      `ALTER TABLE ${name(remainder)} ADD CONSTRAINT ${name(`${remainder}_bound`)} CHECK (${name(key)} < ${beyond})`,
    );
    if (exported.stays.length > 0) {
      for (const { leaf } of leaves) {
        await client.query(
          patiently(
            `INSERT INTO ${name(remainder)} SELECT * FROM ONLY ${name(leaf)} WHERE ${name(whole)} = ANY ($1)`,
            [exported.stays],
          ),
        );
      }
    }
  });
  return remainder;
}

async function wasTouched(client: Queryable, leaves: readonly StoredRange[]): Promise<boolean> {
  const { rowCount } = await client.query('SELECT 1 FROM archive_touched WHERE name = ANY ($1) LIMIT 1', [
    leaves.map(({ leaf }) => leaf),
  ]);
  return rowCount !== 0;
}
