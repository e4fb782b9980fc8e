import type pg from 'pg';
import type { Database, Queryable } from '../store/database.ts';
import { transaction } from '../store/transaction.ts';

/** How long a lease runs unless it is renewed: a node that dies is replaced after that. */
export const LEASE_S = 6;

/** The right to do some work alone. */
export interface Lease {
  readonly name: string;
  readonly holder: string;
  readonly token: number;
}

/** A node that has lost its lease tried to write. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';

  constructor(lease: Lease) {
    super(`the lease ${lease.name} is no longer ${lease.holder}'s`);
  }
}

/** Takes or renews a lease; null as long as somebody else holds it. */
export async function takeLease(
  database: Queryable,
  name: string,
  holder: string,
  now: number,
  seconds: number,
): Promise<Lease | null> {
  const { rows } = await database.query<{ token: number }>({
    name: 'take-lease',
    text: `
      INSERT INTO lease AS l (name, holder, token, until) VALUES ($1, $2, 1, $3::bigint + $4)
          ON CONFLICT (name) DO UPDATE
         SET holder = excluded.holder, until = excluded.until,
             token = l.token + CASE WHEN l.holder = excluded.holder THEN 0 ELSE 1 END
       WHERE l.holder = excluded.holder OR l.until < $3
      RETURNING token`,
    values: [name, holder, now, seconds],
  });
  const row = rows[0];
  return row === undefined ? null : { name, holder, token: row.token };
}

/** Gives a lease back at once, so that nobody has to wait for it to run out. */
export async function returnLease(database: Queryable, { name, holder, token }: Lease): Promise<void> {
  await database.query('UPDATE lease SET until = 0 WHERE name = $1 AND holder = $2 AND token = $3', [
    name,
    holder,
    token,
  ]);
}

/**
 * Runs the work in one transaction that holds the lease: it cannot change hands before the commit, and if it has
 * changed hands already nothing is written.
 */
export async function underLease<T>(
  database: Database,
  lease: Lease,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return transaction(database, async (client) => {
    const { rowCount } = await client.query({
      name: 'check-lease',
      text: 'SELECT 1 FROM lease WHERE name = $1 AND holder = $2 AND token = $3 FOR SHARE',
      values: [lease.name, lease.holder, lease.token],
    });
    if (rowCount !== 1) throw new LeaseLost(lease);
    return work(client);
  });
}
