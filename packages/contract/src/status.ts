/** Order status (interface, 3.1). The value 6 is not defined. */
export const ORDER_STATUS = {
  waiting: 1,
  sent: 2,
  exchanging: 3,
  completed: 4,
  refunded: 5,
  frozen: 7,
  expired: 8,
  abandoned: 9,
} as const;
export type OrderStatus = (typeof ORDER_STATUS)[keyof typeof ORDER_STATUS];
export const ORDER_STATUSES: readonly number[] = Object.values(ORDER_STATUS);

/** Child status (3.2). */
export const CHILD_STATUS = { toBePaid: 1, paid: 2, completed: 3 } as const;

/** Status of an output or refund transaction (3.3); only refunds are ever rolled back. */
export const TRANSACTION_STATUS = { confirming: 1, confirmed: 2, rolledBack: 9 } as const;

/** Settlement status of a referral-code order (3.4). */
export const SETTLE_STATUS = { incomplete: 1, completed: 2 } as const;
export const SETTLE_STATUSES: readonly number[] = Object.values(SETTLE_STATUS);
