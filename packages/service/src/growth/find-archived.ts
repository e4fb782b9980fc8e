import type { Queryable } from '../store/database.ts';
import { type ArchivedFile, archivedFiles } from './archived-files.ts';
import { linesOf } from './range-file.ts';

/** Clocks of a desk differ by less than this. */
const SLACK_S = 86_400;

/** An order, as far as one has to know it to look for it. */
export interface PlacedOrder {
  readonly id: number;
  readonly created_at: number;
}

/** Lines of an order that have left the store, each as JSON, by the table that they are of. */
export interface FoundLines {
  readonly table: string;
  readonly path: string;
  readonly lines: readonly string[];
}

/** Whether something of an order may have left the store. */
export async function mayBeArchived(client: Queryable, order: PlacedOrder): Promise<boolean> {
  for (const file of await archivedFiles(client)) if (await mayHave(client, file, order)) return true;
  return false;
}

/** Looks an order up in the files that can have it: by what the store knows of them these are few. */
export async function findArchived(
  client: Queryable,
  order: PlacedOrder,
  folder: string | null = null,
): Promise<FoundLines[]> {
  const found: FoundLines[] = [];
  for (const file of await archivedFiles(client, folder)) {
    if (!(await mayHave(client, file, order))) continue;
    const lines: string[] = [];
    for await (const some of linesOf(file.path)) lines.push(...some.filter((line) => isOf(line, order.id)));
    if (lines.length > 0) found.push({ table: file.name, path: file.path, lines });
  }
  return found;
}

async function mayHave(
  client: Queryable,
  { id, name, until_at }: ArchivedFile,
  order: PlacedOrder,
): Promise<boolean> {
  if (name !== 'order_event') return until_at >= order.created_at - SLACK_S;
  const { rows } = await client.query<{ has: boolean }>(
    'SELECT counts[$2::bigint % 1000 + 1] > 0 AS has FROM told_before WHERE range_id = $1 AND block = $2::bigint / 1000',
    [id, order.id],
  );
  return rows[0]?.has === true;
}

function isOf(line: string, orderId: number): boolean {
  return (
    line.includes(`"order_id":${orderId},`) ||
    line.includes(`"for_order":${orderId}}`) ||
    line.includes(`"for_order":${orderId},`)
  );
}
