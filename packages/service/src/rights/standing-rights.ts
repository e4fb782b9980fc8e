import type { Queryable } from '../store/database.ts';
import type { DeskKind } from './parts.ts';
import { roleName } from './role-sql.ts';

/** What the roles of this prefix say of their desk, by the rights that they have. Null: they do not say, as they are not there or were taken apart. */
export interface StandingDesk {
  readonly hasSigner: boolean | null;
  readonly isSimulated: boolean | null;
}

/** For which desk the roles that stand were made: the seed is its holder's alone, and simulated networks are written only where there are any. */
export async function standingDesk(client: Queryable, prefix: string): Promise<StandingDesk> {
  const { rows } = await client.query<{ role: string; has_seed: boolean; has_networks: boolean }>(
    `SELECT rolname::text AS role, has_column_privilege(oid, 'wallet', 'sealed_seed', 'SELECT') AS has_seed,
            has_table_privilege(oid, 'sim_tx', 'INSERT') AS has_networks
       FROM pg_roles WHERE rolname = ANY ($1) AND has_column_privilege(oid, 'address_space', 'derived', 'SELECT')`,
    [[roleName(prefix, 'engine'), roleName(prefix, 'signer')]],
  );
  const engine = rows.find(({ role }) => role === roleName(prefix, 'engine'));
  const signer = rows.find(({ role }) => role === roleName(prefix, 'signer'));
  if (engine === undefined || signer === undefined) return { hasSigner: null, isSimulated: null };
  return {
    // Both or none: somebody's hand was in it, and there is nothing to go by.
    hasSigner: engine.has_seed === signer.has_seed ? null : signer.has_seed,
    isSimulated: engine.has_networks,
  };
}

/** What giving these rights anew would move that nobody may have meant to; null: nothing. */
export function whatWouldMove(standing: StandingDesk, wanted: DeskKind): string | null {
  const moves: string[] = [];
  if (standing.hasSigner !== null && standing.hasSigner !== wanted.hasSigner)
    moves.push(
      standing.hasSigner
        ? 'the signer holds the keys, and the configuration that was found names no signer: the engine would be given the seed, and the signer could not read it any more'
        : 'the engine holds the keys, and the configuration that was found names a signer: the engine could not read the seed any more',
    );
  if (standing.isSimulated !== null && standing.isSimulated !== wanted.isSimulated)
    moves.push(
      standing.isSimulated
        ? 'chains are simulated, and the configuration that was found names real ones'
        : 'chains are real, and the configuration that was found names none: the tables of simulated networks would be opened',
    );
  return moves.length === 0 ? null : moves.join('; ');
}
