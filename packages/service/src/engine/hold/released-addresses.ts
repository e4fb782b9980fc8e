import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { AddressSpace } from '../../chains/family.ts';
import type { SigningRecord } from '../../record/signing-record.ts';
import type { Database } from '../../store/database.ts';

/** So many are looked at before they are given. */
const SOME = 50;

interface Space {
  name: AddressSpace;
  derived: number;
  released: number | null;
}

/**
 * Lets addresses be given that were derived since. On record first: whatever becomes of the store, nobody will be given
 * them a second time.
 */
export async function releaseAddresses(
  database: Database,
  record: SigningRecord,
  /** Throws for an address that is none of ours, if somebody with the keys can tell. */
  check?: CheckOurs,
): Promise<void> {
  const { rows } = await database.query<Space>({
    name: 'address-spaces',
    text: 'SELECT name, derived, released FROM address_space ORDER BY name',
  });
  const wanted = rows
    .filter(({ derived, released }) => derived > (released ?? -1))
    // Those that have to be looked at some at a time: somebody may wait for the first.
    .map((space) =>
      check === undefined
        ? space
        : { ...space, derived: Math.min(space.derived, (space.released ?? 0) + SOME) },
    );
  const { sound: grown, failures } = await checked(database, wanted, check);
  if (grown.length === 0 && failures.length > 0) throw failures[0];
  if (grown.length === 0) return;
  await record.noteAddresses(new Map(grown.map(({ name, derived }) => [name, derived])));
  const { rowCount } = await database.query({
    name: 'release-addresses',
    text: `
      UPDATE address_space s SET released = greatest(s.released, t.derived)
        FROM unnest($1::text[], $2::bigint[]) AS t (name, derived)
       WHERE s.name = t.name AND NOT EXISTS (SELECT 1 FROM hold WHERE id IS NOT NULL)`,
    values: [grown.map(({ name }) => name), grown.map(({ derived }) => derived)],
  });
  const isMore = rows.some(({ name, derived }) =>
    grown.some((each) => each.name === name && each.derived < derived),
  );
  // None while the desk is held.
  if (isMore && rowCount !== 0) await releaseAddresses(database, record, check);
  else if (failures.length > 0) throw failures[0];
}

/** An engine whose public keys somebody has exchanged would put addresses of theirs there, for others to pay to. */
export type CheckOurs = (space: AddressSpace, index: number, address: string) => void;

/** An address of somebody else in one space keeps those of no other from being given. */
async function checked(
  database: Database,
  spaces: readonly Space[],
  check: CheckOurs | undefined,
): Promise<{ sound: readonly Space[]; failures: readonly unknown[] }> {
  if (check === undefined) return { sound: spaces, failures: [] };
  const sound: Space[] = [];
  const failures: unknown[] = [];
  for (const space of spaces) {
    await checkAll(database, space, check).then(
      () => sound.push(space),
      (error: unknown) => failures.push(error),
    );
  }
  return { sound, failures };
}

async function checkAll(
  database: Database,
  { name, derived, released }: Space,
  check: CheckOurs,
): Promise<void> {
  const { rows } = await database.query<{ index: number; address: string }>({
    name: 'addresses-to-release',
    text: 'SELECT index, address FROM deposit_address WHERE space = $1 AND index >= $2 AND index < $3 ORDER BY index',
    values: [name, released ?? 0, derived],
  });
  for (const { index, address } of rows) {
    check(name, index, address);
    // Curve arithmetic takes a good part of a millisecond.
    await nextTurn();
  }
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
