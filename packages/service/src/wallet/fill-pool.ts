import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AddressSpace } from '../chains/family.ts';
import type { Database } from '../store/database.ts';
import { transaction } from '../store/transaction.ts';
import type { Derive, Derivers } from './wallet.ts';

/** Derived and stored at once; other nodes can use them from then on. */
const CHUNK = 100;

/** Derives deposit addresses until every space it can derive has as many to give as the target says, or it is to stop. */
export async function fillPool(
  database: Database,
  derivers: Derivers,
  target: number,
  stopping?: AbortSignal,
  /** Lets those be given that are derived by now. */
  release: () => Promise<void> = async () => {},
): Promise<void> {
  const full = await fullSpaces(database, target);
  let filling = (Object.entries(derivers) as [AddressSpace, Derive][]).filter(([space]) => !full.has(space));
  // Round by round, so that on a first start no chain waits for another's whole pool. Others may have derived some.
  do {
    const short: [AddressSpace, Derive][] = [];
    for (const [space, derive] of filling) {
      if (stopping?.aborted) return;
      if (await addChunk(database, space, derive, target)) short.push([space, derive]);
    }
    filling = short;
    await release();
  } while (filling.length > 0);
}

/** Adds up to a chunk of addresses; true if the space needs more. */
async function addChunk(
  database: Database,
  space: AddressSpace,
  derive: Derive,
  target: number,
): Promise<boolean> {
  const { derived, given } = await readSpace(database, space);
  const count = Math.min(CHUNK, target - (derived - given));
  if (count <= 0) return false;

  const addresses: string[] = [];
  for (let n = 0; n < count; n++) {
    addresses.push(derive(derived + n));
    // Curve arithmetic takes a good part of a millisecond: let requests through between two addresses.
    await nextTurn();
  }
  await transaction(database, async (client) => {
    // Another node may have been here meanwhile; then its addresses are the same, and stored already.
    const moved = await client.query(
      'UPDATE address_space SET derived = derived + $3 WHERE name = $1 AND derived = $2',
      [space, derived, count],
    );
    if (moved.rowCount === 0) return;
    await client.query(
      `INSERT INTO deposit_address (space, index, address)
       SELECT $1, $2::bigint + ordinal - 1, address FROM unnest($3::text[]) WITH ORDINALITY AS t (address, ordinal)`,
      [space, derived, addresses],
    );
  });
  return derived - given + count < target;
}

/** Asked every second: most of the time it is all of them. */
async function fullSpaces(database: Database, target: number): Promise<ReadonlySet<AddressSpace>> {
  const { rows } = await database.query<{ name: AddressSpace }>({
    name: 'full-address-spaces',
    text: 'SELECT name FROM address_space WHERE derived - given >= $1',
    values: [target],
  });
  return new Set(rows.map(({ name }) => name));
}

async function readSpace(
  database: Database,
  space: AddressSpace,
): Promise<{ derived: number; given: number }> {
  const { rows } = await database.query<{ derived: number; given: number }>(
    'SELECT derived, given FROM address_space WHERE name = $1',
    [space],
  );
  if (rows[0] === undefined) throw new Error(`the wallet has no address space ${space}`);
  return rows[0];
}
