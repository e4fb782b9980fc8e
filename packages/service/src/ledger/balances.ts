import type { Database, Queryable } from '../store/database.ts';
import { transaction } from '../store/transaction.ts';
import type { Account } from './accounts.ts';

const FOLD_LOCK = 727_004;
const MOST_AT_ONCE = 20_000;

/** An account's balance in each asset where it has one, exact as of now. */
export async function balancesOf(client: Queryable, account: Account): Promise<Map<number, bigint>> {
  const { rows } = await client.query<{ asset_id: number; units: string }>({
    name: 'ledger-balances',
    text: `
      SELECT asset_id, sum(units)::text AS units FROM (
        SELECT asset_id, units FROM ledger_balance WHERE account = $1
        UNION ALL
        SELECT asset_id, units FROM ledger_delta WHERE account = $1
      ) AS part GROUP BY asset_id`,
    values: [account],
  });
  return new Map(rows.map(({ asset_id, units }) => [asset_id, BigInt(units)]));
}

/** Adds what is not folded yet to the balances, so that reading one never takes long. */
export async function foldLedger(database: Database): Promise<void> {
  await transaction(database, async (client) => {
    const lock = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS mine', [
      FOLD_LOCK,
    ]);
    if (!lock.rows[0]?.mine) return;
    await client.query({
      name: 'fold-ledger',
      text: `
        WITH moved AS (
          DELETE FROM ledger_delta WHERE id IN (SELECT id FROM ledger_delta ORDER BY id LIMIT $1)
          RETURNING account, asset_id, units
        )
        INSERT INTO ledger_balance AS b (account, asset_id, units)
        SELECT account, asset_id, sum(units) FROM moved GROUP BY account, asset_id
            ON CONFLICT (account, asset_id) DO UPDATE SET units = b.units + excluded.units`,
      values: [MOST_AT_ONCE],
    });
  });
}
