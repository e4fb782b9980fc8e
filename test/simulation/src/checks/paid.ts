import { STRANGER } from '../strangers.ts';
import { goesBack } from '../trials.ts';
import { type Check, IS_OPERATORS, statementCheck } from './check.ts';

/** Clients can name an address of ours as their own. */
const OURS = "(address ~ '^(treasury|deposit)-')";

/** A move `m` by a payment that an operator has settled, for which the store has no payout: what was paid in is gone. */
const isApart = (settled: string) => `
  (m.txid = ANY (${settled}::text[]) AND NOT EXISTS (
     SELECT 1 FROM payout o JOIN attempt y ON y.id = o.payment_id
      WHERE y.chain_id = m.chain_id AND y.txid = m.txid AND o.address = m.address AND o.asset_id = m.asset_id))`;

/**
 * What screening stopped is spent by what gives it back alone, and nothing else pays that: no other coin, and no other account
 * where each pays with its own, unless somebody else has taken what lay there, or it was brought in before. A store that went back may have stopped what was
 * spent before.
 */
const apartCheck = statementCheck(
  'apart',
  `SELECT format('deposit %s of order %s was stopped, and payment %s %s', d.id, d.order_id, a.payment_id,
                 CASE WHEN a.is_cancel THEN 'puts it among the others' ELSE 'mixes it with others' END) AS problem
     FROM deposit d JOIN payment_spend s ON s.chain_id = d.chain_id AND s.spend = d.txid || ':' || d.index
     JOIN payment p ON p.id = s.payment_id AND p.purpose = 'payouts'
     JOIN attempt a ON a.payment_id = p.id AND a.state = 'confirmed' AND NOT a.is_failed
    -- Nobody here waits for an answer before a coin is spent: some are stopped too late.
    WHERE d.quarantined_at > 0 AND d.quarantined_at <= (SELECT min(f.signed_at) FROM attempt f WHERE f.payment_id = p.id)
      AND (a.is_cancel OR EXISTS (SELECT 1 FROM payment_spend o WHERE o.payment_id = p.id AND o.spend <> s.spend AND o.spend LIKE '%:%')
           OR EXISTS (SELECT 1 FROM payout o WHERE o.payment_id = p.id AND o.deposit_id IS DISTINCT FROM d.id))
    UNION ALL
   SELECT format('deposit %s of order %s was stopped and lies on %s, and payment %s from %s gives it back', d.id, d.order_id,
                 d.address, p.id, p.source)
     FROM deposit d JOIN payout o ON o.deposit_id = d.id AND o.reason = 'refund' AND o.state = 'confirmed'
     JOIN payment p ON p.id = o.payment_id
    WHERE d.quarantined_at > 0 AND d.chain_id = ANY ($1::int[]) AND p.source <> d.address AND NOT EXISTS (
          SELECT 1 FROM unknown_spend u WHERE u.chain_id = d.chain_id AND u.source = d.address)
      AND NOT EXISTS (SELECT 1 FROM payment_spend s JOIN payment w ON w.id = s.payment_id AND w.purpose = 'sweep'
                       WHERE s.chain_id = d.chain_id AND s.spend = d.txid || ':' || d.index)
    UNION ALL
   SELECT format('asset %s: %s are free, though %s of %s lie apart', t.asset_id, t.units, l.units, b.units)
     FROM treasury_units t JOIN (
          SELECT c.asset_id, sum(c.units) AS units FROM coin c JOIN deposit d ON d.chain_id = c.chain_id AND d.txid || ':' || d.index = c.spend
           WHERE d.quarantined_at > 0 AND d.use = 'refund' AND NOT EXISTS (SELECT 1 FROM payout o WHERE o.deposit_id = d.id)
           GROUP BY c.asset_id) AS l USING (asset_id)
     JOIN (SELECT asset_id, -sum(units) AS units FROM ledger_entry WHERE account = 'treasury' GROUP BY asset_id) AS b USING (asset_id)
    WHERE t.units > b.units - l.units`,
  ({ chains }) => [
    chains.flatMap(({ chain }) => (chain.spending === 'account' && chain.needsSweeping ? [chain.id] : [])),
  ],
);

/** What the chains themselves show: who got what, and whose deposit is where. */
export const PAID_CHECKS: readonly Check[] = [
  statementCheck(
    'receiver',
    `WITH got AS (
       SELECT m.chain_id, m.address, m.asset_id, sum(m.units) AS units
         FROM sim_move m JOIN sim_tx t ON t.chain_id = m.chain_id AND t.txid = m.txid
        WHERE t.state = 'mined' AND m.index IS NOT NULL AND NOT m.is_ours AND m.address <> 'faucet'
          AND m.address <> ALL ($1::text[]) AND NOT starts_with(m.address, '${STRANGER}') AND NOT ${isApart('$2')}
        GROUP BY m.chain_id, m.address, m.asset_id
     ), meant AS (
       SELECT chain_id, address, asset_id, sum(units) AS units, string_agg(DISTINCT order_id::text, ', ') AS orders
         FROM payout WHERE state = 'confirmed' AND NOT ${OURS} GROUP BY chain_id, address, asset_id
     )
     SELECT format('order %s: %s got %s of asset %s, and %s are booked as paid', orders, address,
                   coalesce(got.units, 0), asset_id, coalesce(meant.units, 0)) AS problem
       FROM got FULL JOIN meant USING (chain_id, address, asset_id)
      WHERE got.units IS DISTINCT FROM meant.units`,
    ({ forgotten, settled }) => [
      forgotten.flatMap(({ receivers }) => receivers),
      settled.map(({ txid }) => txid),
    ],
  ),
  statementCheck(
    'output',
    `SELECT format('order %s is %s, and entry %s of %s units got %s', o.id, o.status, e.entry, e.units, got.units) AS problem
       FROM orders o JOIN order_entry e ON e.order_id = o.id
       -- It may have been sent elsewhere than the order says.
       LEFT JOIN payout p ON p.order_id = o.id AND p.reason = 'output' AND p.entry = e.entry, LATERAL (
            SELECT coalesce(sum(m.units), 0) AS units, coalesce(sum(m.units) FILTER (WHERE ${isApart('$1')}), 0) AS apart
              FROM sim_move m JOIN sim_tx t ON t.chain_id = m.chain_id AND t.txid = m.txid
             WHERE t.state = 'mined' AND m.index IS NOT NULL AND m.address = coalesce(p.address, e.address)
               AND m.asset_id = e.asset_id) AS got
      WHERE NOT ${OURS.replace('address', 'e.address')} AND CASE WHEN o.status = 4 THEN got.units <> e.units
                 WHEN ${IS_OPERATORS} THEN got.units NOT IN (0, e.units, got.apart)
                 ELSE got.units <> got.apart END`,
    ({ settled }) => [settled.map(({ txid }) => txid)],
  ),
  statementCheck(
    'fixed price',
    `SELECT format('order %s was agreed to pay %s, but pays %s', o.id, e.units_origin, e.units) AS problem
       FROM orders o JOIN order_entry e ON e.order_id = o.id
      WHERE o.mode = 'fixed' AND o.status = 4 AND e.units <> e.units_origin
        AND NOT EXISTS (SELECT 1 FROM order_event v WHERE v.order_id = o.id AND v.to_status = 7)`,
  ),
  statementCheck(
    'deposit',
    `WITH arrived AS (
       SELECT m.chain_id, m.txid, m.index, m.units, m.asset_id, m.address
         FROM sim_move m JOIN sim_tx t ON t.chain_id = m.chain_id AND t.txid = m.txid
        WHERE t.state = 'mined' AND m.index IS NOT NULL AND m.is_ours
          AND NOT EXISTS (SELECT 1 FROM attempt a JOIN payment p ON p.id = a.payment_id
                           WHERE a.chain_id = m.chain_id AND a.txid = m.txid AND (a.is_cancel OR p.purpose <> 'payouts'))
          AND NOT (m.address LIKE 'treasury-%' AND EXISTS (
                SELECT 1 FROM attempt p WHERE p.chain_id = m.chain_id AND p.txid = m.txid AND NOT EXISTS (
                       SELECT 1 FROM payout o WHERE o.payment_id = p.payment_id AND o.address = m.address
                          AND o.asset_id = m.asset_id AND o.units = m.units)))
     )
     SELECT format('%s units of asset %s at %s: %s', units, asset_id, address,
                   CASE WHEN d.id IS NULL THEN 'arrived, but have no deposit'
                        WHEN d.in_chain THEN format('arrived, but deposit %s is %s', d.id, d.state)
                        ELSE format('deposit %s is confirmed, but not in the chain', d.id) END) AS problem
       FROM arrived FULL JOIN (
            SELECT id, chain_id, txid, index, units, asset_id, address, state, is_silent,
                   EXISTS (SELECT 1 FROM arrived a WHERE a.chain_id = k.chain_id AND a.txid = k.txid) AS in_chain
              FROM deposit k) AS d USING (chain_id, txid, index, units, asset_id, address)
      WHERE (d.id IS NULL OR d.in_chain <> (d.state = 'confirmed'))
        -- A balance that no transfer explains: what was booked as taken by a stranger is there again after a reorganisation.
        AND NOT (d.is_silent AND EXISTS (SELECT 1 FROM ledger_entry l WHERE l.why LIKE 'corrected: %'))`,
  ),
  statementCheck(
    'deposit doubled',
    `SELECT format('order %s: %s has %s deposits', max(order_id), txid, count(*)) AS problem
       FROM deposit GROUP BY chain_id, txid, index HAVING count(*) > 1`,
  ),
  statementCheck(
    'payment',
    `SELECT format('%s of chain %s pays from our wallet, but is %s', t.txid, t.chain_id,
                   coalesce(p.state, 'not stored')) AS problem
       FROM sim_tx t LEFT JOIN attempt p ON p.chain_id = t.chain_id AND p.txid = t.txid
      WHERE t.state = 'mined' AND NOT 'faucet' = ANY (t.sources) AND p.state IS DISTINCT FROM 'confirmed'
        -- Nor what an operator has decided was not ours.
        AND NOT EXISTS (SELECT 1 FROM unknown_spend u WHERE u.chain_id = t.chain_id AND u.txid = t.txid AND u.settled_at > 0)
      UNION ALL
     SELECT format('payment %s is %s, but not in the chain', p.id, p.state) FROM attempt p
      WHERE p.state = 'confirmed' AND NOT EXISTS (
            SELECT 1 FROM sim_tx t WHERE t.chain_id = p.chain_id AND t.txid = p.txid AND t.state = 'mined')`,
  ),
  async (world) => (goesBack(world.trials) ? [] : apartCheck(world)),
];
