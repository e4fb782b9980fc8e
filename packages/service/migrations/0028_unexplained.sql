-- What is free in the treasury is never more than there is. Where somebody else has spent of ours, the ledger does not say
-- so before an operator has decided what it was; and what came back to us of it has been booked as if it were new.

-- Coins that were used up by what is no payment of ours, in a block or not.
CREATE VIEW unexplained_units AS
  SELECT c.asset_id, coalesce(sum(c.units) FILTER (WHERE u.height IS NOT NULL), 0) AS mined,
         coalesce(sum(c.units) FILTER (WHERE u.height IS NULL), 0) AS waiting
    FROM unknown_spend u JOIN coin c ON c.chain_id = u.chain_id AND c.spend = u.spend
   WHERE u.settled_at = 0
     -- What has become a payment of ours since, or is about to, is explained.
     AND NOT EXISTS (SELECT 1 FROM payment_spend s WHERE s.chain_id = u.chain_id AND s.spend = u.spend)
     AND NOT EXISTS (SELECT 1 FROM lost_payment l WHERE l.chain_id = u.chain_id
                        AND (l.txid = u.txid OR u.txid IS NULL AND l.payment -> 'spends' ? u.spend))
   GROUP BY c.asset_id;

-- By what the books have more than the chain, of all that blocks have; and by what waits on top.
CREATE OR REPLACE VIEW treasury_units AS
  SELECT asset_id,
         units - greatest(0, h.ledger_units - h.wallet_units, x.mined) - coalesce(x.waiting, 0) AS units
    FROM (
      SELECT asset_id,
             - sum(units) FILTER (WHERE account = 'treasury')
             - greatest(0, sum(units) FILTER (WHERE account = 'network'))
             - greatest(0, sum(units) FILTER (WHERE account = 'loss')) AS units
        FROM (SELECT account, asset_id, units FROM ledger_balance WHERE account IN ('treasury', 'network', 'loss')
              UNION ALL
              SELECT account, asset_id, units FROM ledger_delta WHERE account IN ('treasury', 'network', 'loss')) AS part
       GROUP BY asset_id HAVING bool_or(account = 'treasury')) AS booked
    LEFT JOIN halt h USING (asset_id) LEFT JOIN unexplained_units x USING (asset_id);
