-- What is free in the treasury is never more than there is. Where somebody else has spent of ours, the ledger does not say
-- so before an operator has decided what it was; and what came back to us of it has been booked as if it were new.
CREATE OR REPLACE VIEW treasury_units AS
  SELECT asset_id,
         units - greatest(0,
           (SELECT h.ledger_units - h.wallet_units FROM halt h WHERE h.asset_id = booked.asset_id),
           (SELECT sum(c.units) FROM unknown_spend u JOIN coin c ON c.chain_id = u.chain_id AND c.spend = u.spend
             WHERE u.settled_at = 0 AND c.asset_id = booked.asset_id)) AS units
    FROM (
      SELECT asset_id,
             - sum(units) FILTER (WHERE account = 'treasury')
             - greatest(0, sum(units) FILTER (WHERE account = 'network'))
             - greatest(0, sum(units) FILTER (WHERE account = 'loss')) AS units
        FROM (SELECT account, asset_id, units FROM ledger_balance WHERE account IN ('treasury', 'network', 'loss')
              UNION ALL
              SELECT account, asset_id, units FROM ledger_delta WHERE account IN ('treasury', 'network', 'loss')) AS part
       GROUP BY asset_id HAVING bool_or(account = 'treasury')) AS booked;
