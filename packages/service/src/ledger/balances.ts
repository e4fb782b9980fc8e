import type { Database, Queryable } from '../store/database.ts';
import { LOCK } from '../store/locks.ts';
import { transaction } from '../store/transaction.ts';
import type { LedgerAccount } from './accounts.ts';

/** Units by asset. */
export type Balances = Map<number, bigint>;

const MOST_AT_ONCE = 20_000;
/** So many rows of capital are read as they are. */
const MOST_CAPITAL = 1_000;

/** An account's balance in each asset where it has one, exact as of now. */
export async function balancesOf(client: Queryable, account: LedgerAccount): Promise<Balances> {
  return (await balancesOfAll(client, [account])).get(account) ?? new Map();
}

/** The same of several accounts, at one moment. */
export async function balancesOfAll(
  client: Queryable,
  accounts: readonly LedgerAccount[],
): Promise<Map<LedgerAccount, Balances>> {
  const { rows } = await client.query<{ account: LedgerAccount; asset_id: number; units: string }>({
    name: 'ledger-balances',
    text: `
      SELECT account, asset_id, sum(units)::text AS units FROM (
        SELECT account, asset_id, units FROM ledger_balance WHERE account = ANY ($1::text[])
        UNION ALL
        SELECT account, asset_id, units FROM ledger_delta WHERE account = ANY ($1::text[])
      ) AS part GROUP BY account, asset_id`,
    values: [accounts],
  });
  const balances = new Map<LedgerAccount, Balances>(accounts.map((account) => [account, new Map()]));
  for (const { account, asset_id, units } of rows) balances.get(account)?.set(asset_id, BigInt(units));
  return balances;
}

/** Adds what is not folded yet to the balances, so that reading one never takes long. Rows of capital become one for each asset. */
export async function foldLedger(database: Database, mostCapital = MOST_CAPITAL): Promise<void> {
  await transaction(database, async (client) => {
    const lock = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS mine', [
      LOCK.balances,
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
    await client.query({
      name: 'fold-capital',
      text: `
        WITH moved AS (
          DELETE FROM capital
           WHERE EXISTS (SELECT 1 FROM capital OFFSET $2) AND id IN (SELECT id FROM capital ORDER BY id LIMIT $1)
          RETURNING posting, asset_id, units
        )
        INSERT INTO capital (posting, asset_id, units)
        SELECT max(posting), asset_id, sum(units) FROM moved GROUP BY asset_id HAVING sum(units) <> 0`,
      values: [MOST_AT_ONCE, mostCapital],
    });
  });
}
