import { EVENT_TYPES } from '@swapdesk/contract';
import { describe, expect, it } from 'vitest';
import { byReason, ordersOf, payoutEvent, payoutOwner, REASON, type Reason } from './reasons.ts';

const ALL = Object.values(REASON);

describe('the reason of a payout', () => {
  it('says who owes it: its order, what was withdrawn or settled, or what nobody claimed', () => {
    expect(ALL.map((reason) => payoutOwner(7, reason))).toEqual([
      { account: 'order', orderId: 7 },
      { account: 'order', orderId: 7 },
      { account: 'order', orderId: 7 },
      { account: 'withdrawal' },
      { account: 'unclaimed' },
      { account: 'withdrawal' },
      { account: 'settlement' },
    ]);
  });

  it('says what the log of its order calls it', () => {
    expect(payoutEvent(REASON.output, 'sent')).toBe('payout.sent');
    expect(payoutEvent(REASON.refund, 'confirmed')).toBe('refund.confirmed');
    expect(payoutEvent(REASON.entryRefund, 'undone')).toBe('refund.undone');
    const all = ALL.flatMap((reason) =>
      (['sent', 'confirmed', 'undone', 'redirected'] as const).map((what) => payoutEvent(reason, what)),
    );
    expect(all.filter((type) => !EVENT_TYPES.includes(type))).toEqual([]);
  });

  it('says which orders are paid and which are given back; what is given back instead of an output is both', () => {
    const of = (order_id: number | null, reason: Reason) => ({ order_id, reason });
    const payouts = [
      of(1, REASON.output),
      of(1, REASON.output),
      of(2, REASON.refund),
      of(3, REASON.entryRefund),
      of(null, REASON.withdrawal),
      of(null, REASON.unclaimed),
      of(null, REASON.cold),
      of(null, REASON.settlement),
    ];
    expect(ordersOf(payouts)).toEqual({ paid: [1, 3], givenBack: [2, 3] });
  });

  it('chooses one of the rules, and there is one for each', () => {
    const rules = Object.fromEntries(ALL.map((reason) => [reason, `is_${reason}`])) as Record<Reason, string>;
    const sql = byReason(rules);
    for (const reason of ALL) expect(sql).toContain(`WHEN '${reason}' THEN is_${reason}`);
  });
});
