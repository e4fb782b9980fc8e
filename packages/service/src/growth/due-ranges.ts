import type { Queryable } from '../store/database.ts';
import { GROWING, type GrowingTable } from './growing.ts';
import { type StoredRange, storedRanges } from './stored-ranges.ts';

/** What may leave the store, of one table up to a number. */
export interface DueRange {
  readonly table: GrowingTable;
  readonly first: number;
  /** The first number that is not in it. */
  readonly beyond: number;
  readonly bytes: number;
  readonly rows: number;
}

/** For how many days each table keeps what is written; 0: for ever. */
export type KeepDays = Readonly<Record<GrowingTable['name'], number>>;

export interface DueRanges {
  readonly due: readonly DueRange[];
  /** Why what is old enough stays all the same. */
  readonly obstacles: readonly string[];
}

const DAY_S = 86_400;

/** What is old enough, of each table from the beginning on. */
export async function dueRanges(client: Queryable, keep: KeepDays, now: number): Promise<DueRanges> {
  const due: DueRange[] = [];
  const obstacles: string[] = [];
  for (const table of GROWING) {
    if (keep[table.name] === 0) continue;
    const before = now - keep[table.name] * DAY_S;
    const archivedTo = await lastArchived(client, table);
    const ranges = (await storedRanges(client, table.name)).filter(({ beyond }) => beyond > archivedTo);
    for (const range of ranges) {
      if (!(await isOver(client, table, range, before))) break;
      const why = await obstacleTo(client, table, range);
      if (why !== null) {
        obstacles.push(`${table.words} up to ${range.beyond.toLocaleString('en')}: ${why}`);
        break;
      }
      due.push({ ...range, table, first: range.first ?? 0 });
    }
  }
  return { due, obstacles };
}

async function lastArchived(client: Queryable, { name }: GrowingTable): Promise<number> {
  const { rows } = await client.query<{ beyond: number }>(
    'SELECT coalesce(max(beyond), 0) AS beyond FROM archive_range WHERE name = $1 AND closed_at > 0',
    [name],
  );
  return rows[0]?.beyond ?? 0;
}

/** Nothing new comes to it, and all of it was written before. */
async function isOver(
  client: Queryable,
  { later, youngest }: GrowingTable,
  { beyond }: StoredRange,
  before: number,
): Promise<boolean> {
  if ((await client.query(later, [beyond])).rowCount === 0) return false;
  const { rows } = await client.query<{ at: number }>(youngest, [beyond]);
  return rows[0] !== undefined && rows[0].at < before;
}

async function obstacleTo(
  client: Queryable,
  { obstacle }: GrowingTable,
  { beyond }: StoredRange,
): Promise<string | null> {
  if (obstacle === null) return null;
  const { rows } = await client.query<{ why: string }>(obstacle, [beyond]);
  return rows[0]?.why ?? null;
}
