import type pg from 'pg';

/**
 * Adds deposit addresses to the pool, ready to be given. They are made up, no key belongs to them; what is measured is
 * how they are given, not the curve arithmetic that the service does ahead of need.
 */
export async function addAddresses(database: pg.Pool, countPerSpace: number): Promise<void> {
  await database.query(
    `WITH space AS (UPDATE address_space SET derived = derived + $1 RETURNING name, derived)
     INSERT INTO deposit_address (space, index, address)
     SELECT name, derived - n, left(md5(name || (derived - n)) || md5('-' || (derived - n)), 42)
       FROM space, generate_series($1::bigint, 1, -1) AS n`,
    [countPerSpace],
  );
}
