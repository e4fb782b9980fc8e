// Written by `npm run client-types` from packages/contract.

/** Numbers of answers that are counts and times; all others are amounts. */
export const WHOLE: ReadonlySet<string> = new Set([
  'accept_at',
  'account_number',
  'addr_num',
  'at',
  'code',
  'confirmations',
  'create_at',
  'created_at',
  'decimal',
  'delete_at',
  'expire_at',
  'finish_at',
  'fixed_lifetime',
  'float_lifetime',
  'freeze_at',
  'height',
  'last',
  'late_until',
  'longest_hold',
  'next',
  'number',
  'payfor_at',
  'previous_status',
  'quote_lifetime',
  'required',
  'settle_status',
  'status',
  'timestamp',
  'total',
  'update_at',
  'updated_at',
]);

/** Fields of requests that are amounts. */
export const AMOUNTS: ReadonlySet<string> = new Set([
  'amount',
  'from_quantity',
  'to_group_ratio',
  'to_quantity',
  'to_ratio',
]);
