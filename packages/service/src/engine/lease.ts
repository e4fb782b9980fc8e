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

/** The time by which leases are judged: the database's, or, in worlds with a clock of their own, parameter $3. */
const NOW = 'coalesce($3::bigint, floor(extract(epoch FROM clock_timestamp()))::bigint)';

/**
 * Takes or renews a lease; null as long as somebody else holds it. One that ends later than any lease can was made by a
 * clock that was wrong, and is taken. Without a time, the database's counts, which all nodes share.
 */
export async function takeLease(
  database: Queryable,
  name: string,
  holder: string,
  now: number | null,
  seconds: number,
): Promise<Lease | null> {
  const { rows } = await database.query<{ token: number }>({
    name: 'take-lease',
    // Whoever sees that it is held does not even wait for its row. A new one is made for any conflict, not for that of its
    // name: two at the same moment may collide on the other key first, and that would be an error.
    text: `
      WITH taken AS (
        UPDATE lease SET holder = $2, until = ${NOW} + $4, token = token + CASE WHEN holder = $2 THEN 0 ELSE 1 END
         WHERE name = $1 AND (holder = $2 OR until NOT BETWEEN ${NOW} AND ${NOW} + $4)
        RETURNING token
      ), made AS (
        INSERT INTO lease (name, holder, token, until) SELECT $1, $2, 1, ${NOW} + $4
         WHERE NOT EXISTS (SELECT 1 FROM lease o WHERE o.name = $1)
            ON CONFLICT DO NOTHING RETURNING token
      )
      SELECT token FROM taken UNION ALL SELECT token FROM made`,
    values: [name, holder, now, seconds],
  });
  const row = rows[0];
  return row === undefined ? null : { name, holder, token: row.token };
}

/** Renews leases by the database's clock, whatever transactions are under way; returns the names of those still held. */
export async function renewLeases(
  database: Queryable,
  leases: readonly Lease[],
  seconds: number,
): Promise<Set<string>> {
  const { rows } = await database.query<{ name: string }>({
    name: 'renew-leases',
    text: `
      UPDATE lease l SET until = floor(extract(epoch FROM clock_timestamp()))::bigint + $4
        FROM unnest($1::text[], $2::text[], $3::bigint[]) AS t (name, holder, token)
       WHERE l.name = t.name AND l.holder = t.holder AND l.token = t.token
      RETURNING l.name`,
    values: [
      leases.map(({ name }) => name),
      leases.map(({ holder }) => holder),
      leases.map(({ token }) => token),
      seconds,
    ],
  });
  return new Set(rows.map(({ name }) => name));
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
 * changed hands already nothing is written. It can be renewed meanwhile: that changes no key.
 */
export async function underLease<T>(
  database: Database,
  lease: Lease,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return transaction(database, async (client) => {
    const { rowCount } = await client.query({
      name: 'check-lease',
      text: 'SELECT 1 FROM lease WHERE name = $1 AND holder = $2 AND token = $3 FOR KEY SHARE',
      values: [lease.name, lease.holder, lease.token],
    });
    if (rowCount !== 1) throw new LeaseLost(lease);
    return work(client);
  });
}
