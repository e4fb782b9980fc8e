import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Queryable } from '../store/database.ts';
import { readBackRange } from './range-file.ts';

/** A range that has left the store, and where it is. */
export interface ArchivedFile {
  readonly id: number;
  readonly name: string;
  readonly beyond: number;
  readonly path: string;
  readonly rows: number;
  readonly kept: number;
  readonly sha256: string;
  readonly from_at: number;
  readonly until_at: number;
  readonly closed_at: number;
}

interface Row extends Omit<ArchivedFile, 'path'> {
  readonly folder: string;
  readonly file: string;
}

/** All of them, in the order in which they left. Files that were moved are looked for in `folder`. */
export async function archivedFiles(
  client: Queryable,
  folder: string | null = null,
): Promise<ArchivedFile[]> {
  const { rows } = await client.query<Row>(
    `SELECT id, name, beyond, folder, file, rows, kept, sha256, from_at, until_at, closed_at FROM archive_range
      WHERE closed_at > 0 ORDER BY id`,
  );
  return rows.map(({ folder: was, file, ...range }) => ({ ...range, path: join(folder ?? was, file) }));
}

/** Where ranges were archived last; null: none was. */
export async function lastFolder(client: Queryable): Promise<string | null> {
  const { rows } = await client.query<{ folder: string }>(
    'SELECT folder FROM archive_range ORDER BY id DESC LIMIT 1',
  );
  return rows[0]?.folder ?? null;
}

/** What is wrong with the file of a range; null: it is what left the store. */
export async function wrongWith({ path, rows, sha256 }: ArchivedFile): Promise<string | null> {
  if (!existsSync(path)) return 'is not there';
  const found = await readBackRange(path).catch((error: Error) => error.message);
  if (typeof found === 'string') return `cannot be read: ${found}`;
  return found.rows === rows && found.sha256 === sha256
    ? null
    : 'holds something else than what left the store';
}
