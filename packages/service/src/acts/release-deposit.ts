import { MESSAGE } from '@swapdesk/contract';
import { releaseQuarantined } from '../deposits/use-deposits.ts';
import type { Done } from '../operators/audit.ts';
import { freeFromCoin } from '../payouts/note-payouts.ts';
import { Refusal } from '../refusal.ts';
import type { Queryable } from '../store/database.ts';

/** What screening stopped, and where it lies. */
export interface Quarantined {
  readonly id: number;
  readonly no: string | null;
  readonly assetId: number;
  readonly units: string;
  readonly txid: string;
  readonly since: number;
}

export async function listQuarantined(client: Queryable): Promise<Quarantined[]> {
  const { rows } = await client.query<Quarantined>(`
    SELECT d.id, o.no, d.asset_id AS "assetId", d.units::text, d.txid, d.quarantined_at AS since
      FROM deposit d LEFT JOIN orders o ON o.id = d.order_id WHERE d.quarantined_at > 0 ORDER BY d.quarantined_at, d.id`);
  return rows;
}

/** Lets what screening stopped be spent and swept like everything else: whoever does it answers for it. */
export async function releaseDeposit(client: Queryable, id: number, why: string): Promise<Done<void>> {
  if (!(await releaseQuarantined(client, id))) throw new Refusal(MESSAGE.nothingToChange);
  await freeFromCoin(client, id);
  const changes = [
    { what: 'quarantine', before: 'kept apart', after: 'released' },
    { what: 'why', before: null, after: why },
  ];
  return { act: 'deposit release', subject: `deposit ${id}`, changes, result: undefined };
}
