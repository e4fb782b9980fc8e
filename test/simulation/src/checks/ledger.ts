import { type Check, statementCheck } from './check.ts';

/** What the books must say. */
export const LEDGER_CHECKS: readonly Check[] = [
  statementCheck(
    'posting',
    `SELECT format('posting %s is off by %s of asset %s: %s', posting, sum(units), asset_id, min(why)) AS problem
       FROM ledger_entry GROUP BY posting, asset_id HAVING sum(units) <> 0`,
  ),
  statementCheck(
    'balance',
    `WITH written AS (SELECT account, asset_id, sum(units) AS units FROM ledger_entry GROUP BY account, asset_id),
          told AS (SELECT account, asset_id, sum(units) AS units FROM (
                     SELECT account, asset_id, units FROM ledger_balance
                      UNION ALL SELECT account, asset_id, units FROM ledger_delta) AS part GROUP BY account, asset_id)
     SELECT format('%s of asset %s: the entries add up to %s, the balance is %s', account, asset_id, w.units, t.units) AS problem
       FROM written w FULL JOIN told t USING (account, asset_id)
      WHERE coalesce(w.units, 0) <> coalesce(t.units, 0)`,
  ),
  statementCheck(
    'wallet',
    `WITH chain AS (
       SELECT m.asset_id, sum(m.units) AS units FROM sim_move m JOIN sim_tx t ON t.chain_id = m.chain_id AND t.txid = m.txid
        WHERE t.state = 'mined' AND m.is_ours GROUP BY m.asset_id
     ), ledger AS (SELECT asset_id, sum(units) AS units FROM ledger_entry WHERE account = 'wallet' GROUP BY asset_id)
     SELECT format('asset %s: the ledger says %s, the chain %s', asset_id, ledger.units, chain.units) AS problem
       FROM chain FULL JOIN ledger USING (asset_id) WHERE coalesce(chain.units, 0) <> coalesce(ledger.units, 0)`,
  ),
  statementCheck(
    'on the way',
    `SELECT format('%s still holds %s of asset %s', account, sum(units), asset_id) AS problem
       FROM ledger_entry WHERE account IN ('incoming', 'outgoing') GROUP BY account, asset_id HAVING sum(units) <> 0`,
  ),
  statementCheck(
    'owed',
    // What we owe to an order is what it sent and nothing was done about, and what it has not been paid yet.
    `WITH account AS (
       SELECT order_id, asset_id, -sum(units) AS units FROM ledger_entry WHERE account = 'order' GROUP BY order_id, asset_id
     ), due AS (
       SELECT order_id, asset_id, sum(units) AS units FROM (
         SELECT order_id, asset_id, units FROM deposit WHERE state = 'confirmed' AND use IS NULL AND order_id IS NOT NULL
          UNION ALL SELECT order_id, asset_id, units FROM payout WHERE state <> 'confirmed' AND order_id IS NOT NULL) AS part
        GROUP BY order_id, asset_id
     )
     SELECT format('order %s (%s): its account holds %s of asset %s, but %s are due', order_id,
                   (SELECT status FROM orders WHERE id = order_id), coalesce(account.units, 0), asset_id,
                   coalesce(due.units, 0)) AS problem
       FROM account FULL JOIN due USING (order_id, asset_id) WHERE coalesce(account.units, 0) <> coalesce(due.units, 0)`,
  ),
  statementCheck(
    'done',
    `SELECT format('order %s is %s, but payout %s is %s', o.id, o.status, p.id, p.state) AS problem
       FROM orders o JOIN payout p ON p.order_id = o.id
      WHERE o.status IN (4, 5) AND p.state <> 'confirmed' AND (p.reason = 'output') = (o.status = 4)`,
  ),
  statementCheck(
    'loss',
    `WITH lost AS (
       SELECT asset_id, sum(units) AS units FROM deposit
        WHERE use IS NOT NULL AND order_id IS NOT NULL AND state <> 'confirmed' GROUP BY asset_id
     ), booked AS (SELECT asset_id, sum(units) AS units FROM ledger_entry WHERE account = 'loss' GROUP BY asset_id)
     SELECT format('asset %s: %s were lost, %s are booked', asset_id, lost.units, booked.units) AS problem
       FROM lost FULL JOIN booked USING (asset_id) WHERE coalesce(lost.units, 0) <> coalesce(booked.units, 0)`,
  ),
  statementCheck(
    'fee',
    `WITH earned AS (
       SELECT e.asset_id, sum(e.fee_units) AS units FROM order_entry e GROUP BY e.asset_id
     ), booked AS (SELECT asset_id, -sum(units) AS units FROM ledger_entry WHERE account = 'fee' GROUP BY asset_id)
     SELECT format('asset %s: fees of %s were taken, %s are booked', asset_id, earned.units, booked.units) AS problem
       FROM earned FULL JOIN booked USING (asset_id) WHERE coalesce(earned.units, 0) <> coalesce(booked.units, 0)`,
  ),
  statementCheck(
    'halt',
    `SELECT format('asset %s: the ledger said %s, the chain %s', asset_id, ledger_units, wallet_units) AS problem FROM halt`,
  ),
];
