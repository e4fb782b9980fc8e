import type { Queryable } from './database.ts';

/** Whoever comes after waits behind whoever waits for a lock that stops others. */
const LOCK_WAIT_MS = 250;
/** Autovacuum makes way for whoever has waited so long, if the server lets us say so; usually that is a second. */
const VACUUM_WAIT_MS = 100;

/** SQLSTATE: a lock was not to be had in time; a statement took too long; two waited for each other. */
const BUSY = new Set(['55P03', '57014', '40P01']);

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
