import type { Queryable } from './database.ts';

/** Who has given no sign of life for so long has ended, or cannot reach the store. */
export const SILENT_S = 30;
/** Whoever has taken an api node can say that any number runs. The oldest are what matters. */
const MOST_SHOWN = 1_000;
/** The first migration with which nodes tell that they run. Engines before it are seen by their leases alone. */
export const FIRST_THAT_TELL = 36;

/** A process that works on the store. */
export interface LivingNode {
  readonly id: string;
  /** The command that it runs; null for one that does not tell. */
  readonly role: string | null;
  readonly host: string;
  readonly process: number;
  readonly version: string;
  /** The number of the last migration that it knows, at most. */
  readonly knows: number;
  /** Unix seconds. */
  readonly beganAt: number;
  /** How long ago it was last seen. */
  readonly silentS: number;
}

const NOW = 'floor(extract(epoch FROM clock_timestamp()))::bigint';

/** All that were seen a moment ago, the oldest version first. */
export async function livingNodes(client: Queryable): Promise<LivingNode[]> {
  const { rows } = await client.query<{ signs: boolean; leases: boolean }>(
    `SELECT to_regclass('node') IS NOT NULL AS signs, to_regclass('lease') IS NOT NULL AS leases`,
  );
  const { signs = false, leases = false } = rows[0] ?? {};
  const found = [...(signs ? await whoTell(client) : []), ...(leases ? await whoDoNot(client, signs) : [])];
  return found.sort((one, other) => one.knows - other.knows || one.beganAt - other.beganAt);
}

/** SQL: text that somebody who has taken an api node may have written, without what a terminal obeys. */
const shown = (column: string) =>
  `regexp_replace(left(${column}, 255), '[[:cntrl:]]', '?', 'g') AS ${column}`;

async function whoTell(client: Queryable): Promise<LivingNode[]> {
  const { rows } = await client.query<LivingNode>(
    `SELECT ${['id', 'role', 'host', 'version'].map(shown).join(', ')}, process, knows, began_at AS "beganAt", greatest(0, ${NOW} - seen_at) AS "silentS"
       FROM node WHERE seen_at > ${NOW} - $1 ORDER BY knows, began_at LIMIT $2`,
    [SILENT_S, MOST_SHOWN],
  );
  return rows;
}

/** Of a version before. */
async function whoDoNot(client: Queryable, signs: boolean): Promise<LivingNode[]> {
  const { rows } = await client.query<{ holder: string }>(
    `SELECT DISTINCT holder FROM lease l WHERE until >= ${NOW}
        ${signs ? 'AND NOT EXISTS (SELECT 1 FROM node n WHERE n.id = l.holder)' : ''}`,
  );
  return rows.map(({ holder }) => ({
    id: holder,
    role: null,
    host: '',
    process: 0,
    version: '',
    knows: FIRST_THAT_TELL - 1,
    beganAt: 0,
    silentS: 0,
  }));
}

/** A node, for a person. */
export function nodeText({ id, role, host, process, version, knows, silentS }: LivingNode): string {
  const name = id.slice(0, 8);
  if (role === null)
    return `${name}: an engine or signer of a version ${versionText({ version, knows })}, by its lease`;
  const ago = silentS > SILENT_S / 2 ? `, silent for ${silentS} s` : '';
  return `${name}: ${role} ${versionText({ version, knows })} on ${host}, process ${process}${ago}`;
}

/** What a program is, and what it knows of stores. */
export function versionText({ version, knows }: Pick<LivingNode, 'version' | 'knows'>): string {
  return version === ''
    ? `before ${String(FIRST_THAT_TELL).padStart(4, '0')}`
    : `${version} (${String(knows).padStart(4, '0')})`;
}
