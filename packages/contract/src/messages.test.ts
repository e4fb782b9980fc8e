import { describe, expect, it } from 'vitest';
import { CODE, MESSAGE } from './messages.ts';
import { CHILD_STATUS, ORDER_STATUS, ORDER_STATUSES, SETTLE_STATUSES, TRANSACTION_STATUS } from './status.ts';

describe('the messages', () => {
  it('are those of the interface, to the letter', () => {
    const ofTheInterface = [
      'Parameter error',
      'Internal Server Error',
      'server is busy, please try again later',
      'Incorrect request parameters',
      'success',
      'from quantity too small',
      'from quantity too large',
      'from assets not found',
      'from assets disabled',
      'to assets not found',
      'to assets disabled',
      'invalid to address',
      'calc_id parameters do not match',
      'calc_id to_address parameters do not match',
      'calc_id invalid or expired',
      'calc_id only used for fixed exchange mode',
    ];
    expect(Object.values(MESSAGE)).toEqual(expect.arrayContaining(ofTheInterface));
    expect(CODE).toEqual({ success: 0, wrongRequest: 1, serverError: 2 });
  });

  it('are all different, so that each says one thing', () => {
    expect(new Set(Object.values(MESSAGE)).size).toBe(Object.keys(MESSAGE).length);
  });
});

describe('the statuses', () => {
  it('are those of the interface; 6 is none', () => {
    expect(ORDER_STATUS).toEqual({
      waiting: 1,
      sent: 2,
      exchanging: 3,
      completed: 4,
      refunded: 5,
      frozen: 7,
      expired: 8,
      abandoned: 9,
    });
    expect(ORDER_STATUSES).not.toContain(6);
    expect(CHILD_STATUS).toEqual({ toBePaid: 1, paid: 2, completed: 3 });
    expect(TRANSACTION_STATUS).toEqual({ confirming: 1, confirmed: 2, rolledBack: 9 });
    expect(SETTLE_STATUSES).toEqual([1, 2]);
  });
});
