import type { Database } from '../../store/database.ts';

const SPACES = ['bitcoin', 'litecoin', 'evm', 'tron', 'solana'];

/** Every space of addresses, each with a thousand that were derived. */
export async function fillSpaces(database: Database): Promise<void> {
  await database.query(
    `INSERT INTO address_space (name, derived, treasury) SELECT name, 1000, 'treasury-' || name FROM unnest($1::text[]) AS name`,
    [SPACES],
  );
  await database.query(
    `INSERT INTO deposit_address (space, index, address)
     SELECT name, n, name || '-' || n FROM unnest($1::text[]) AS name, generate_series(0, 999) AS n`,
    [SPACES],
  );
}
