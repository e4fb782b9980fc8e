import { ATTEMPT, attemptIsNot } from '../../payments/life.ts';
import { PAYOUT, payoutIs } from '../../payouts/life.ts';
import { IS_WANTED } from '../../payouts/reasons.ts';
import { WAS_PAID } from '../hold/lost-payments.ts';

/**
 * Which payouts may be signed: of orders that are being served, for deposits that are still there, or of the operator's own
 * by a confirmed proposal; in assets whose books agree with the wallet; and if an earlier payment was cancelled, only as
 * long as that is final; and none that a settled payment has paid. Asked when they are chosen, and again in the transaction that stores the bytes; a signer apart from
 * the engine asks for itself. SQL about a payout `p` and its order `o`, whose columns are null where it has none.
 */
export const MAY_BE_SIGNED = `
  ${payoutIs('p', PAYOUT.ready)} AND NOT (${WAS_PAID})
  AND NOT EXISTS (SELECT 1 FROM halt h WHERE h.asset_id = p.asset_id)
  AND NOT EXISTS (SELECT 1 FROM attempt c WHERE c.id = p.freed_by AND ${attemptIsNot('c', ATTEMPT.confirmed)})
  AND ${IS_WANTED}`;
