import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { DeskKey } from '../secrets/desk-key.ts';
import type { Database, Queryable } from '../store/database.ts';
import { LOCK } from '../store/locks.ts';
import { transaction } from '../store/transaction.ts';
import type { SealKey } from './seal.ts';

/** AES-GCM with random nonces is good for 2^32 tokens a key; an hour of any load stays far below. */
const ROTATE_AFTER_S = 3_600;
/** Nodes learn of a new key within a second; until then it seals nothing. */
const SETTLE_S = 5;
/**
 * The keys that seal, newest first: what the store holds, under the key of the service. Whoever reads the store, or a copy of
 * it, can make none of them, and so no quote at a price of their own.
 */
export async function loadSealKeys(database: Queryable, deskKey: DeskKey): Promise<SealKey[]> {
  const { rows } = await database.query<{ id: number; key: Buffer; created_at: number }>(
    'SELECT id, key, created_at FROM seal_key ORDER BY id DESC',
  );
  const secret = deskKey.keyFor('quotes');
  return rows.map(({ id, key, created_at }) => ({
    id,
    key: createHmac('sha256', secret).update(key).digest(),
    createdAt: created_at,
  }));
}

/** The key to seal with now: the newest that every node has had time to learn. */
export function sealingKey(keys: readonly SealKey[], now: number): SealKey {
  const key = keys.find(({ createdAt }) => createdAt <= now - SETTLE_S) ?? keys.at(-1);
  if (key === undefined) throw new Error('the store holds no seal key');
  return key;
}

/** Adds a key when the newest is old, and drops those that can open nothing any more. */
export async function rotateSealKeys(database: Database, clock: Clock): Promise<void> {
  const now = clock();
  await transaction(database, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK.sealKeys]);
    const { rows } = await client.query('SELECT 1 FROM seal_key WHERE created_at > $1', [
      now - ROTATE_AFTER_S,
    ]);
    if (rows.length > 0) return;
    await client.query('INSERT INTO seal_key (key, created_at) VALUES ($1, $2)', [randomBytes(32), now]);
    // The one before may have sealed a moment ago, however old it is; those before that open nothing any more.
    await client.query(
      'DELETE FROM seal_key WHERE id NOT IN (SELECT id FROM seal_key ORDER BY id DESC LIMIT 2)',
    );
  });
}
