import { chainKey } from '../catalog/chain-names.ts';
import type { AddressSpace, Network } from '../chains/family.ts';
import type { Database } from '../store/database.ts';
import { UsageError } from './command.ts';

/** A chain of the catalogue. */
export interface ChainRow {
  readonly id: number;
  readonly name: string;
  readonly space: AddressSpace;
  /** The wallet's. */
  readonly network: Network;
}

/** By any of its names, without regard to case; says where the names are if there is none. */
export async function findChain(database: Database, name: string): Promise<ChainRow> {
  const { rows } = await database.query<ChainRow>(
    `SELECT id, name, address_space AS space, coalesce((SELECT network FROM wallet), 'test') AS network
       FROM chain WHERE lower(name) = $1`,
    [chainKey(name)],
  );
  if (rows[0] === undefined) throw new UsageError(`There is no chain ${name}. See: npx swapdesk chain list`);
  return rows[0];
}
