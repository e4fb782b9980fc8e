import { addressScope } from '../access/address-scope.ts';
import { TooManyRequests } from '../access/rate-limit.ts';
import type { Queryable } from '../store/database.ts';

/** Within so long … */
const WINDOW_S = 900;
/** … an address may try so often, whatever the names … */
const PER_ADDRESS = 10;
/** … and a name may be tried so often, from wherever, before every further attempt waits. Nobody can lock a name by trying it. */
const PER_NAME = 30;
const SLOW_MS = 3_000;
/** With the right password, so many wrong codes are accepted from everybody together. Whoever has no password cannot get there. */
const WRONG_CODES = 10;

/** Who tries to sign in as whom. */
export interface Attempt {
  readonly address: string;
  readonly name: string;
}

/**
 * Counts an attempt to sign in before anything of it is looked at, in the store: for all nodes, and however many come at
 * once. Returns for how many milliseconds it has to wait; throws when its address has tried too often. A name that does not
 * exist is counted like any other.
 */
export async function countAttempt(client: Queryable, attempt: Attempt, now: number): Promise<number> {
  await client.query('DELETE FROM login_attempt WHERE since <= $1', [now - WINDOW_S]);
  const counts = await count(client, [ofAddress(attempt), ofName(attempt)], now);
  const { attempts, since } = counts.get(ofAddress(attempt)) as Count;
  if (attempts > PER_ADDRESS) throw new TooManyRequests(since + WINDOW_S - now);
  return (counts.get(ofName(attempt)) as Count).attempts > PER_NAME ? SLOW_MS : 0;
}

/**
 * Counts a code that came with the right password, before it is looked at: however many come at once. False if there have been
 * too many wrong ones: then somebody has the password and guesses, and not even a right code lets in for a while.
 */
export async function countCode(client: Queryable, name: string, now: number): Promise<boolean> {
  await client.query('DELETE FROM login_attempt WHERE scope = $1 AND since <= $2', [
    ofCodes(name),
    now - WINDOW_S,
  ]);
  const counts = await count(client, [ofCodes(name)], now);
  return (counts.get(ofCodes(name)) as Count).attempts <= WRONG_CODES;
}

/** Whoever has signed in has not been guessing. */
export async function forgetAttempts(client: Queryable, attempt: Attempt): Promise<void> {
  const scopes = [ofAddress(attempt), ofName(attempt), ofCodes(attempt.name)];
  await client.query('DELETE FROM login_attempt WHERE scope = ANY ($1::text[])', [scopes]);
}

interface Count {
  readonly scope: string;
  readonly attempts: number;
  readonly since: number;
}

async function count(client: Queryable, scopes: string[], now: number): Promise<Map<string, Count>> {
  const { rows } = await client.query<Count>({
    name: 'count-login-attempt',
    text: `
      INSERT INTO login_attempt AS l (scope, attempts, since)
      SELECT scope, 1, $2 FROM unnest($1::text[]) AS scope ORDER BY scope
          ON CONFLICT (scope) DO UPDATE SET attempts = l.attempts + 1
      RETURNING scope, attempts, since`,
    values: [scopes, now],
  });
  return new Map(rows.map((row) => [row.scope, row]));
}

function ofAddress({ address }: Attempt): string {
  return `address ${addressScope(address)}`;
}

function ofName({ name }: Attempt): string {
  return `name ${name.toLowerCase()}`;
}

function ofCodes(name: string): string {
  return `codes ${name.toLowerCase()}`;
}
