import { ORDER_STATUS, RATIO_TOLERANCE, SETTLE_STATUS } from '@swapdesk/contract';
import { EARNED } from '../affiliates/commission.ts';
import { WHICH_ORDERS } from '../affiliates/settlements.ts';
import { DEPOSIT, depositIs, isUsedFor, USE } from '../deposits/life.ts';
import { isConfirmedAs } from '../operators/proposal-state.ts';
import { PAYOUT, payoutIs } from '../payouts/life.ts';
import { byReason, isFor, REASON, type Reason } from '../payouts/reasons.ts';

/** What the signer goes by, for each reason that a payout can have: SQL about a payout `p` and its order `o`. */

const { confirmed } = DEPOSIT;

/** A payout goes to another address than its order says, and that is what was proposed and confirmed. */
const IS_REDIRECTED = `
  EXISTS (SELECT 1 FROM proposal x
           WHERE x.id = p.proposal_id AND ${isConfirmedAs('order redirect')}
             AND x.arguments @> jsonb_build_object('payout', p.id::text, 'address', p.address))`;

/** What came in surplus and is given back was proposed and confirmed to go there. */
const IS_SURPLUS_RETURN = `
  EXISTS (SELECT 1 FROM proposal x
           WHERE x.id = p.proposal_id AND ${isConfirmedAs('surplus return')}
             AND x.arguments @> jsonb_build_object('deposit', p.deposit_id::text, 'address', p.address))`;

/** What an order was exchanged for is there. */
const HAS_ARRIVED = `
       o.received_units > 0
   AND o.received_units <= (
       SELECT sum(d.units) FROM deposit d
        WHERE d.order_id = o.id AND ${isUsedFor('d', USE.exchange)} AND ${depositIs('d', confirmed)}
          AND d.asset_id = o.asset_id AND d.address = o.address)`;

/**
 * An output is worth no more than its part of what came, and the parts are no more than the whole. Each by itself: one that was
 * paid before the store went back had the prices of then, and may be worth more now, for which the others are not kept.
 */
const IS_WORTH_ITS_PART = `
       EXISTS (
       SELECT 1 FROM order_entry e JOIN asset a ON a.id = e.asset_id JOIN asset source ON source.id = o.asset_id,
              (SELECT sum(x.share) AS shares, min(x.share) AS least FROM order_entry x WHERE x.order_id = o.id) AS whole
        WHERE e.order_id = o.id AND e.entry = p.entry AND whole.least > 0 AND whole.shares <= 1 + ${RATIO_TOLERANCE}
          AND e.units * e.price * ('1e-' || a.decimals)::numeric
           <= ceil((o.received_units + o.tolerance_units) * e.share / whole.shares) * o.price * ('1e-' || source.decimals)::numeric)`;

/** The deposit that is given back is there, and was no less. */
const GIVES_BACK = `
          ${depositIs('d', confirmed)} AND ${isUsedFor('d', USE.refund)}
          AND d.chain_id = p.chain_id AND d.asset_id = p.asset_id AND d.units >= p.units`;

/** An entry of an order `w` has a part that a partner has put on top. */
const IS_MARKED_UP = 'EXISTS (SELECT 1 FROM order_entry e WHERE e.order_id = w.id AND e.markup_units <> 0)';
/** More than was taken for it, or less than nothing. */
const IS_OVERSTATED =
  'EXISTS (SELECT 1 FROM order_entry e WHERE e.order_id = w.id AND e.markup_units NOT BETWEEN 0 AND e.fee_units)';

/**
 * What a settlement `s` of a proposal `x` covers is what was confirmed: these orders, all of them completed, none settled by
 * another, each through a code of the account, or placed by it with a markup, with no more than its share of the fee that was
 * earned with it and what it has put on top of that.
 */
const COVERS_ITS_WORTH = `
       EXISTS (
       SELECT 1 FROM referral_order r JOIN orders w ON w.id = r.order_id LEFT JOIN ref_code k ON k.id = r.code_id
        WHERE r.settlement_id = s.id
       HAVING ${WHICH_ORDERS} = x.arguments->>'covers' AND sum(r.commission) = s.usdt
          AND bool_and(w.status = ${ORDER_STATUS.completed} AND r.settle_status = ${SETTLE_STATUS.incomplete}
                       AND r.account_id = s.account_id AND (r.code_id IS NULL OR k.account_id = s.account_id)
                       AND (w.account_id = s.account_id OR r.code_id IS NOT NULL AND NOT ${IS_MARKED_UP})
                       AND NOT ${IS_OVERSTATED}
                       AND r.commission_ppm <= 1000000 AND r.commission <= ${EARNED}))`;

const PROMISES: Readonly<Record<Reason, string>> = {
  /**
   * The entry's asset, address and amount, for deposits that are confirmed, worth no more than the entry's part of those at the
   * order's own prices. Another address only if that was proposed and confirmed.
   */
  output: `
       EXISTS (
       SELECT 1 FROM order_entry e JOIN asset a ON a.id = e.asset_id
        WHERE e.order_id = o.id AND e.entry = p.entry AND a.chain_id = p.chain_id
          AND e.asset_id = p.asset_id AND e.units = p.units AND (e.address = p.address OR ${IS_REDIRECTED}))
   AND ${HAS_ARRIVED}
   AND ${IS_WORTH_ITS_PART}`,
  /** No more than its deposit had, to the order's refund address, or where that was proposed and confirmed to go. */
  refund: `
       (p.address = o.refund_address OR ${IS_REDIRECTED} OR ${IS_SURPLUS_RETURN}) AND EXISTS (
       SELECT 1 FROM deposit d WHERE d.id = p.deposit_id AND d.order_id = o.id AND ${GIVES_BACK})`,
  /**
   * Instead of an output its part of the source is given back: that was proposed and confirmed, and the output is not made.
   * No more than the part, to the address of the proposal.
   */
  entry_refund: `
       p.asset_id = o.asset_id AND EXISTS (
       SELECT 1 FROM payout unmade JOIN proposal x ON x.id = unmade.proposal_id
         JOIN order_entry e ON e.order_id = o.id AND e.entry = p.entry
        WHERE unmade.order_id = o.id AND ${isFor('unmade', REASON.output)} AND unmade.entry = p.entry
          AND ${payoutIs('unmade', PAYOUT.refunded)}
          AND ${isConfirmedAs('order refund-entry')} AND x.arguments->>'payout' = unmade.id::text
          AND (x.arguments->>'address' = p.address OR ${IS_REDIRECTED})
          AND p.units <= ceil(o.received_units * e.share) AND e.units = 0)
   AND ${HAS_ARRIVED}`,
  /** What was proposed and confirmed, to an address that the signer's own file names ($3). */
  withdrawal: `
       p.address = ANY ($3::text[]) AND EXISTS (
       SELECT 1 FROM proposal x JOIN asset a ON a.id = p.asset_id JOIN chain c ON c.id = a.chain_id
        WHERE x.id = p.proposal_id AND ${isConfirmedAs('treasury withdraw')}
          AND x.arguments @> jsonb_build_object('chain', c.name, 'coin', a.abbr, 'address', p.address, 'units', p.units::text))`,
  /** Whatever is above the hot limit, to the cold address of the chain that the signer's own file names ($4), and to no other. */
  cold: 'p.address = $4::text',
  /**
   * What was proposed and confirmed for an account, worth no more at the price of the proposal than the commissions that it
   * covers. That price is as good as the store: what the signer lets go at most is what bounds it.
   */
  settlement: `
       EXISTS (
       SELECT 1 FROM settlement s JOIN proposal x ON x.id = s.proposal_id JOIN account b ON b.id = s.account_id
         JOIN asset a ON a.id = s.asset_id JOIN chain c ON c.id = a.chain_id
        WHERE s.id = p.settlement_id AND s.proposal_id = p.proposal_id AND ${isConfirmedAs('affiliate settle')}
          AND a.id = p.asset_id AND c.id = p.chain_id
          AND x.arguments @> jsonb_build_object('account', b.name, 'chain', c.name, 'coin', a.abbr, 'address', p.address,
                                                'units', p.units::text)
          AND s.address = p.address AND s.units = p.units
          AND (x.arguments->>'price')::numeric = s.price AND (x.arguments->>'usdt')::numeric = s.usdt
          AND p.units * s.price * ('1e-' || a.decimals)::numeric <= s.usdt
          AND ${COVERS_ITS_WORTH})`,
  /** No more than came to an address of no order, where that was proposed and confirmed to go. */
  unclaimed: `
       EXISTS (
       SELECT 1 FROM proposal x
        WHERE x.id = p.proposal_id AND ${isConfirmedAs('deposit return')}
          AND x.arguments @> jsonb_build_object('deposit', p.deposit_id::text, 'address', p.address))
   AND EXISTS (
       SELECT 1 FROM deposit d WHERE d.id = p.deposit_id AND d.order_id IS NULL AND ${GIVES_BACK})`,
};

/** Whether a payout is what was promised for its reason. */
export const KEEPS_PROMISE = byReason(PROMISES);
