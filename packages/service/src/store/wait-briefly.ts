import type { Queryable } from './database.ts';

/** Whoever comes after waits behind whoever waits for a lock that stops others. */
const LOCK_WAIT_MS = 250;
/** Autovacuum makes way for whoever has waited so long, if the server lets us say so; usually that is a second. */
const VACUUM_WAIT_MS = 100;

/** SQLSTATE: a statement took too long. */
const TOO_SLOW = '57014';
/** SQLSTATE: a lock was not to be had in time; two waited for each other. */
const BUSY = new Set(['55P03', '40P01', TOO_SLOW]);

/** In this transaction a lock is waited for so briefly that nobody behind it notices. */
export async function waitBriefly(client: Queryable): Promise<void> {
  await client.query(
    `SELECT set_config('lock_timeout', '${LOCK_WAIT_MS}ms', true),
            CASE WHEN has_parameter_privilege(current_user, 'deadlock_timeout', 'SET')
                 THEN set_config('deadlock_timeout', '${VACUUM_WAIT_MS}ms', true) END`,
  );
}

/** Somebody was in the way: it may be tried again. */
export function wasBusy(error: unknown): boolean {
  return BUSY.has((error as { code?: string }).code ?? '');
}

/** It had its locks, or did not need to wait for them, and took too long. */
export function wasTooSlow(error: unknown): boolean {
  return (error as { code?: string }).code === TOO_SLOW;
}
