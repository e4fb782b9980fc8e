-- What screening stopped and is not worth the fee of its refund is the treasury's by the ledger, but it lies where nothing is paid
-- from until somebody releases it: nobody may be promised it. What goes back by itself is owed to its order, and was never free.

CREATE VIEW apart_units AS
  SELECT q.asset_id, sum(c.units) AS units
    FROM deposit q JOIN coin c ON c.chain_id = q.chain_id AND c.spend = q.txid || ':' || q.index
   WHERE q.quarantined_at > 0 AND q.use = 'refund' AND NOT EXISTS (SELECT 1 FROM payout o WHERE o.deposit_id = q.id)
   GROUP BY q.asset_id;

CREATE OR REPLACE VIEW treasury_units AS
  SELECT asset_id,
         booked.units - greatest(0, h.ledger_units - h.wallet_units, x.mined) - coalesce(x.waiting, 0)
           - coalesce(l.units, 0) AS units
    FROM (
      SELECT asset_id,
             - sum(units) FILTER (WHERE account = 'treasury')
             - greatest(0, sum(units) FILTER (WHERE account = 'network'))
             - greatest(0, sum(units) FILTER (WHERE account = 'loss')) AS units
        FROM (SELECT account, asset_id, units FROM ledger_balance WHERE account IN ('treasury', 'network', 'loss')
              UNION ALL
              SELECT account, asset_id, units FROM ledger_delta WHERE account IN ('treasury', 'network', 'loss')) AS part
       GROUP BY asset_id HAVING bool_or(account = 'treasury')) AS booked
    LEFT JOIN halt h USING (asset_id) LEFT JOIN unexplained_units x USING (asset_id) LEFT JOIN apart_units l USING (asset_id);
