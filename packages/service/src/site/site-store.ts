import { type Change, MESSAGE, type SiteParts } from '@swapdesk/contract';
import { Refusal } from '../refusal.ts';
import type { Queryable } from '../store/database.ts';

/** What the console said of the site at a time. */
export interface StoredSite {
  readonly id: number;
  readonly at: number;
  readonly actor: string;
  readonly parts: SiteParts;
}

/** So many are kept to go back to. A logo in each of them is all that takes room. */
export const MOST_VERSIONS = 50;
const LONGEST_SHOWN = 120;

/** What the console says now; nothing, if it has never said anything. */
export async function readSite(client: Queryable): Promise<SiteParts> {
  return (await readVersions(client, 1))[0]?.parts ?? {};
}

/** The newest first. */
export async function readVersions(client: Queryable, most = MOST_VERSIONS): Promise<StoredSite[]> {
  const { rows } = await client.query<StoredSite>(
    'SELECT id, at, actor, parts FROM site_version ORDER BY id DESC LIMIT $1',
    [most],
  );
  return rows;
}

export interface SiteSaving {
  /** The version that whoever saves has looked at; 0: none. */
  readonly basis: number;
  readonly parts: SiteParts;
  readonly actor: string;
  readonly at: number;
}

/** Says something else in the caller's transaction, unless somebody has in between; every node shows it within a second. */
export async function saveSite(
  client: Queryable,
  { basis, parts, actor, at }: SiteSaving,
): Promise<Change[]> {
  await client.query('LOCK TABLE site_version IN SHARE ROW EXCLUSIVE MODE');
  const [newest] = await readVersions(client, 1);
  if ((newest?.id ?? 0) !== basis) throw new Refusal(MESSAGE.siteChanged);
  const changes = changesOf(newest?.parts ?? {}, parts);
  await client.query('INSERT INTO site_version (at, actor, parts) VALUES ($1, $2, $3)', [
    at,
    actor,
    JSON.stringify(parts),
  ]);
  await client.query(
    'DELETE FROM site_version WHERE id <= (SELECT id FROM site_version ORDER BY id DESC OFFSET $1 LIMIT 1)',
    [MOST_VERSIONS],
  );
  return changes;
}

/** What the console said then; of version 0, nothing. */
export async function partsOfVersion(client: Queryable, version: number): Promise<SiteParts> {
  if (version === 0) return {};
  const { rows } = await client.query<{ parts: SiteParts }>('SELECT parts FROM site_version WHERE id = $1', [
    version,
  ]);
  const [found] = rows;
  if (found === undefined) throw new Refusal(MESSAGE.siteVersionNotFound);
  return found.parts;
}

/** What the audit log says of it: each part that is another, for a person. */
export function changesOf(before: SiteParts, after: SiteParts): Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof SiteParts)[];
  return names
    .map((what) => ({ what, before: shown(what, before), after: shown(what, after) }))
    .filter(
      ({ what, before: was, after: is }) =>
        was !== is || JSON.stringify(before[what]) !== JSON.stringify(after[what]),
    );
}

/** Null: the file's. Of a picture its kind alone. */
function shown(part: keyof SiteParts, parts: SiteParts): string | null {
  const value = parts[part];
  if (value === undefined) return null;
  if (value === null) return 'none';
  if (part === 'logo') return parts.logo?.type ?? 'none';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}
