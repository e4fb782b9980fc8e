import { TooManyRequests } from '../access/rate-limit.ts';
import type { Queryable } from '../store/database.ts';

/** Within so long … */
const WINDOW_S = 900;
/** … an address may try so often, whatever the names … */
const PER_ADDRESS = 10;
/** … and a name may be tried so often, from wherever. More than one address may, so that no single one locks a name. */
const PER_NAME = 30;

/** Who tries to sign in as whom. */
export interface Attempt {
  readonly address: string;
  readonly name: string;
}

/**
 * Counts an attempt to sign in before anything of it is looked at, in the store: for all nodes, and however many come at
 * once. Throws when there have been too many. A name that does not exist is counted like any other.
 */
export async function countAttempt(client: Queryable, attempt: Attempt, now: number): Promise<void> {
  await client.query('DELETE FROM login_attempt WHERE since <= $1', [now - WINDOW_S]);
  const { rows } = await client.query<{ scope: string; attempts: number; since: number }>({
    name: 'count-login-attempt',
    text: `
      INSERT INTO login_attempt AS l (scope, attempts, since)
      SELECT scope, 1, $2 FROM unnest($1::text[]) AS scope ORDER BY scope
          ON CONFLICT (scope) DO UPDATE SET attempts = l.attempts + 1
      RETURNING scope, attempts, since`,
    values: [scopesOf(attempt), now],
  });
  const [ofAddress] = scopesOf(attempt);
  const tooMany = rows.filter(
    ({ scope, attempts }) => attempts > (scope === ofAddress ? PER_ADDRESS : PER_NAME),
  );
  if (tooMany.length === 0) return;
  throw new TooManyRequests(Math.max(...tooMany.map(({ since }) => since + WINDOW_S - now)));
}

/** Whoever has signed in has not been guessing. */
export async function forgetAttempts(client: Queryable, attempt: Attempt): Promise<void> {
  await client.query('DELETE FROM login_attempt WHERE scope = ANY ($1::text[])', [scopesOf(attempt)]);
}

function scopesOf({ address, name }: Attempt): [string, string] {
  return [`address ${address}`, `name ${name.toLowerCase()}`];
}
