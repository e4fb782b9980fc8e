import type { Queryable } from '../store/database.ts';
import { readReplication, whyLossy } from '../store/replication.ts';
import type { Finding } from './finding.ts';

/** Whether a standby that is promoted has all that was acknowledged. */
export async function replicationFinding(client: Queryable): Promise<Finding> {
  const replication = await readReplication(client);
  const why = whyLossy(replication);
  return {
    what: 'replication',
    isWell: why === null,
    facts: why ?? factsOf(replication.standbys, replication.waitsFor),
    advice:
      'A standby that is promoted may lack orders, deposits and payments that were acknowledged; the desk is held then, as after a restore. See docs/ha.md, "Nothing acknowledged is lost"',
  };
}

function factsOf(standbys: number, waitsFor: string): string {
  if (waitsFor === '') return 'no standby follows this server, as far as it knows';
  return `${standbys} follow, and every commit waits for ${waitsFor}`;
}
