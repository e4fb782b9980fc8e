import { type Check, statementCheck } from './check.ts';

/** SQL: the payout `p` of a settlement was dropped once: paid all the same, it covers only what no other has covered since. */
const WAS_DROPPED = `EXISTS (SELECT 1 FROM ledger_entry l WHERE l.why = format('settlement %s dropped', p.id))`;

/** What affiliates are paid. That they got it, and nobody else did, the check of receivers says. */
export const SETTLEMENT_CHECKS: readonly Check[] = [
  statementCheck(
    'settlement',
    `SELECT format('settlement %s is %s and of %s, but covers %s of which %s are settled', s.id, p.state, s.usdt,
                   covered.usdt, covered.settled) AS problem
       FROM settlement s LEFT JOIN payout p ON p.settlement_id = s.id, LATERAL (
            SELECT coalesce(sum(r.commission), 0) AS usdt,
                   coalesce(sum(r.commission) FILTER (WHERE r.settle_status = 2), 0) AS settled
              FROM referral_order r WHERE r.settlement_id = s.id) AS covered
      WHERE p.state IS NULL OR p.state NOT IN ('confirmed', 'dropped')
         OR covered.settled <> covered.usdt
         OR CASE WHEN p.state = 'dropped' THEN covered.usdt <> 0
                 WHEN ${WAS_DROPPED} THEN covered.usdt > s.usdt ELSE covered.usdt <> s.usdt END
         OR s.units * s.price > s.usdt * power(10::numeric, (SELECT decimals FROM asset WHERE id = s.asset_id))`,
  ),
  statementCheck(
    'scheduled',
    `SELECT format('settlement %s was confirmed as scheduled, to %s and not to the address that counted', t.id, t.address) AS problem
       FROM scheduled_settlement s JOIN proposal p ON p.id = s.proposal_id LEFT JOIN settlement t ON t.proposal_id = p.id
      WHERE p.state = 'confirmed' AND t.address IS DISTINCT FROM (
            SELECT a.address FROM payout_address a
             WHERE a.account_id = s.account_id AND a.undone_at = 0 AND a.effective_at <= p.decided_at ORDER BY a.id DESC LIMIT 1)
     UNION ALL SELECT format('%s of the schedule are open for account %s', count(*), s.account_id)
       FROM scheduled_settlement s JOIN proposal p ON p.id = s.proposal_id WHERE p.state = 'open'
      GROUP BY s.account_id HAVING count(*) > 1`,
  ),
  statementCheck(
    'settlements',
    `SELECT format('settlements still hold %s of asset %s', sum(units), asset_id) AS problem
       FROM ledger_entry WHERE account = 'settlement' GROUP BY asset_id HAVING sum(units) <> 0`,
  ),
  statementCheck(
    'settled',
    `SELECT format('order %s is settled by nothing', order_id) AS problem FROM referral_order
      WHERE settle_status = 2 AND settlement_id IS NULL`,
  ),
];
