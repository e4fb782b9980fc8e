import { setTimeout as sleep } from 'node:timers/promises';
import type { SigningRecord } from '../../record/signing-record.ts';
import type { Database } from '../../store/database.ts';

interface Space {
  name: string;
  derived: number;
  released: number | null;
}

/**
 * Lets addresses be given that were derived since. On record first: whatever becomes of the store, nobody will be given
 * them a second time.
 */
export async function releaseAddresses(database: Database, record: SigningRecord): Promise<void> {
  const { rows } = await database.query<Space>({
    name: 'address-spaces',
    text: 'SELECT name, derived, released FROM address_space ORDER BY name',
  });
  const grown = rows.filter(({ derived, released }) => derived > (released ?? -1));
  if (grown.length === 0) return;
  await record.noteAddresses(new Map(grown.map(({ name, derived }) => [name, derived])));
  await database.query({
    name: 'release-addresses',
    text: `
      UPDATE address_space s SET released = greatest(s.released, t.derived)
        FROM unnest($1::text[], $2::bigint[]) AS t (name, derived)
       WHERE s.name = t.name AND NOT EXISTS (SELECT 1 FROM hold WHERE id IS NOT NULL)`,
    values: [grown.map(({ name }) => name), grown.map(({ derived }) => derived)],
  });
}

/**
 * After a hold began: all addresses that may ever have been given count as given. They are derived again, so that they
 * are watched: what is paid to one becomes nobody's deposit instead of another order's.
 */
export async function jumpAddresses(database: Database, record: SigningRecord): Promise<void> {
  const { rows } = await database.query<{ name: string }>('SELECT name FROM address_space ORDER BY name');
  const names = rows.map(({ name }) => name);
  await database.query({
    name: 'jump-addresses',
    text: `
      UPDATE address_space s SET given = t.bound, released = t.bound
        FROM unnest($1::text[], $2::bigint[]) AS t (name, bound) WHERE s.name = t.name AND s.given < t.bound`,
    values: [names, names.map((name) => record.addressesUpTo(name))],
  });
}

const LOOK_MS = 100;
const MOST_LOOKS = 40;

/** Where a signer keeps the record: waits a little until it has taken note of what was derived. It may not run at all. */
export async function untilReleased(database: Database): Promise<void> {
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const { rowCount } = await database.query(
      'SELECT 1 FROM address_space WHERE coalesce(released, derived) <= given',
    );
    if (rowCount === 0) return;
    await sleep(LOOK_MS);
  }
}
