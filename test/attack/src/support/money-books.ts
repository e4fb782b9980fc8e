import type { Database } from '../../../../packages/service/src/store/database.ts';

export { wrongWallets } from '../../../../packages/service/src/engine/testing/books.ts';

/** What must hold of the money whenever the engine is at rest. Each is a list of what is wrong: empty, if all is well. */

export async function wrongPayouts(database: Database): Promise<unknown[]> {
  const { rows } = await database.query(`
    WITH paid AS (
      SELECT m.address, m.asset_id, count(*) AS times, sum(m.units) AS units
        FROM sim_move m JOIN sim_tx t ON t.chain_id = m.chain_id AND t.txid = m.txid AND t.state = 'mined'
       WHERE m.index IS NOT NULL AND NOT m.is_ours GROUP BY m.address, m.asset_id
    ), owed AS (
      SELECT lower(address) AS address, asset_id, count(*) AS times, sum(units) AS units FROM payout GROUP BY 1, 2
    )
    SELECT address, asset_id, paid.times AS paid_times, paid.units::text AS paid, owed.times, owed.units::text AS owed
      FROM (SELECT lower(address) AS address, asset_id, sum(times) AS times, sum(units) AS units FROM paid GROUP BY 1, 2) AS paid
      FULL JOIN owed USING (address, asset_id)
     WHERE paid.units IS DISTINCT FROM owed.units OR paid.times IS DISTINCT FROM owed.times`);
  return rows;
}

export async function unbalancedAssets(database: Database): Promise<unknown[]> {
  const { rows } = await database.query(
    'SELECT asset_id, sum(units)::text AS units FROM ledger_entry GROUP BY asset_id HAVING sum(units) <> 0',
  );
  return rows;
}

/** Orders that are done, to which or of which something is owed nevertheless. */
export async function openAccounts(database: Database): Promise<unknown[]> {
  const { rows } = await database.query(`
    SELECT l.order_id, l.asset_id, sum(l.units)::text AS units FROM ledger_entry l JOIN orders o ON o.id = l.order_id
     WHERE o.status IN (4, 5) GROUP BY l.order_id, l.asset_id HAVING sum(l.units) <> 0`);
  return rows;
}

export async function halts(database: Database): Promise<unknown[]> {
  return (await database.query('SELECT * FROM halt')).rows;
}
