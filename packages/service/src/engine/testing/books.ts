import { ORDER_STATUS } from '@swapdesk/contract';
import { DEPOSIT, depositIsNot } from '../../deposits/life.ts';
import { payoutIsNot, SETTLED } from '../../payouts/life.ts';
import type { Queryable } from '../../store/database.ts';
import type { World } from './world.ts';

const { completed, refunded } = ORDER_STATUS;

/** All that is wrong with the books; empty, if nothing is. To be asked after every test, whatever it did. */
export async function wrongsOf(world: World): Promise<unknown[]> {
  return [
    ...(await world.rows(
      'SELECT asset_id, sum(units)::text AS unbalanced FROM ledger_entry GROUP BY asset_id HAVING sum(units) <> 0',
    )),
    ...(await world.rows(`
      SELECT l.order_id, l.asset_id, sum(l.units)::text AS still_owed FROM ledger_entry l
        JOIN orders o ON o.id = l.order_id
       WHERE o.status IN (${completed}, ${refunded}) AND NOT EXISTS (
             SELECT 1 FROM deposit d WHERE d.order_id = o.id AND ${depositIsNot('d', DEPOSIT.gone)} AND (d.use IS NULL OR ${depositIsNot('d', DEPOSIT.confirmed)}))
         AND NOT EXISTS (SELECT 1 FROM payout p WHERE p.order_id = o.id AND ${payoutIsNot('p', ...SETTLED)})
       GROUP BY l.order_id, l.asset_id HAVING sum(l.units) <> 0`)),
    ...(await world.rows(`
      SELECT p.order_id, p.reason, p.entry, p.deposit_id, count(*) AS paid_times
        FROM payout p JOIN attempt y USING (payment_id)
        JOIN sim_tx t ON t.chain_id = y.chain_id AND t.txid = y.txid AND t.state = 'mined'
       GROUP BY p.id HAVING count(*) > 1`)),
    ...(await world.rows('SELECT asset_id, ledger_units, wallet_units FROM halt')),
    ...(await wrongWallets(world.database)),
  ];
}

/** Assets of which the ledger's wallet and the network's differ, as of the block that was followed last. */
export async function wrongWallets(database: Queryable): Promise<unknown[]> {
  const { rows } = await database.query(`
    SELECT a.id AS asset_id, ledger.units::text AS ledger, chain.units::text AS chain
      FROM asset a,
           LATERAL (SELECT coalesce(sum(units), 0) AS units FROM ledger_entry
                     WHERE account = 'wallet' AND asset_id = a.id) AS ledger,
           LATERAL (SELECT coalesce((SELECT b.units FROM sim_balance b
                     WHERE b.chain_id = a.chain_id AND b.asset_id = a.id AND b.height <= (
                           SELECT max(height) FROM followed_block f WHERE f.chain_id = a.chain_id)
                     ORDER BY b.height DESC LIMIT 1), 0) AS units) AS chain
     WHERE ledger.units <> chain.units`);
  return rows;
}
