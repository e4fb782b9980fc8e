import type { Database } from '../../store/database.ts';
import { transaction } from '../../store/transaction.ts';
import type { GrowingTable } from '../growing.ts';
import { makeRoom } from '../make-room.ts';

/** How many numbers a range has, of each table. */
export type Steps = Readonly<Record<GrowingTable['name'], number>>;

/** Stores what grows by small ranges, what is there already too. */
export async function smallRanges(database: Database, steps: Steps): Promise<void> {
  await transaction(database, async (client) => {
    // What was booked is not booked again.
    await client.query('SET LOCAL session_replication_role = replica');
    for (const [name, step] of Object.entries(steps)) {
      await client.query(`CREATE TEMPORARY TABLE was_${name} ON COMMIT DROP AS SELECT * FROM ${name}`);
      const { rows } = await client.query<{ leaf: string }>('SELECT leaf FROM stored_range WHERE name = $1', [
        name,
      ]);
      for (const { leaf } of rows) await client.query(`DROP TABLE ${leaf}`);
      await client.query(
        `CREATE TABLE ${name}_0 PARTITION OF ${name} FOR VALUES FROM (MINVALUE) TO (${step})`,
      );
      await client.query('UPDATE growing SET step = $2, beyond = $2, made_at = 0 WHERE name = $1', [
        name,
        step,
      ]);
    }
    await makeRoom(client);
    for (const name of Object.keys(steps))
      await client.query(`INSERT INTO ${name} OVERRIDING SYSTEM VALUE SELECT * FROM was_${name}`);
  });
}

/** The next ranges, of the size that they have: as if the last ones had sufficed for weeks. */
export async function moreRanges(database: Database): Promise<void> {
  await database.query('UPDATE growing SET made_at = 0');
  await makeRoom(database);
}
