/**
 * What PostgreSQL locks by a number (`pg_advisory_lock`), for all that nodes do one after the other. Here all together, so that
 * no two mean the same number. 727006 is taken in the store itself, by `reserve()`: who caps what fixed orders are worth.
 */
export const LOCK = {
  migration: 727_001,
  sealKeys: 727_002,
  rolls: 727_003,
  balances: 727_004,
  results: 727_005,
  fixedCaps: 727_006,
  accountEvents: 727_007,
  archive: 727_008,
  /** With an account's number as the second key. */
  webhooksOfAccount: 727_009,
  figures: 727_010,
  /** With an account's number as the second key. */
  payoutAddresses: 727_011,
  settlementSchedule: 727_012,
} as const;
