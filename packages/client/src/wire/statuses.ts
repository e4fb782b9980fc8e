// Written by `npm run client-types` from packages/contract.

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

export const CHILD_STATUS = {
  toBePaid: 1,
  paid: 2,
  completed: 3,
} as const;

export const TRANSACTION_STATUS = {
  confirming: 1,
  confirmed: 2,
  rolledBack: 9,
} as const;

export const SETTLE_STATUS = {
  incomplete: 1,
  completed: 2,
} as const;
