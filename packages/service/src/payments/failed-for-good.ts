import { PAYOUT, payoutIs } from '../payouts/life.ts';
import { ATTEMPT, attemptIs } from './life.ts';

/**
 * SQL about a payout `f`: its payment is in the chain for good, but came to nothing, or can never get there because it was
 * cancelled, or has expired. It was surely not paid.
 */
export const FAILED_FOR_GOOD = `
  ${payoutIs('f', PAYOUT.failed)} AND EXISTS (
    SELECT 1 FROM attempt a WHERE a.payment_id = f.payment_id
       AND (${attemptIs('a', ATTEMPT.confirmed)} AND (a.is_failed OR a.is_cancel) OR ${attemptIs('a', ATTEMPT.expired)}))`;
