import { WAS_PAID } from '../hold/lost-payments.ts';

/**
 * Which payouts may be signed: of orders that are being served, for deposits that are still there, or of the operator's own
 * by a confirmed proposal; in assets whose books agree with the wallet; and if an earlier payment was cancelled, only as
 * long as that is final; and none that a settled payment has paid. Asked when they are chosen, and again in the transaction that stores the bytes; a signer apart from
 * the engine asks for itself. SQL about a payout `p` and its order `o`, whose columns are null where it has none.
 */
export const MAY_BE_SIGNED = `
  p.state = 'ready' AND NOT (${WAS_PAID})
  AND NOT EXISTS (SELECT 1 FROM halt h WHERE h.asset_id = p.asset_id)
  AND NOT EXISTS (SELECT 1 FROM payment c WHERE c.id = p.freed_by AND c.state <> 'confirmed')
  AND CASE p.purpose
      WHEN 'refund' THEN EXISTS (SELECT 1 FROM deposit d WHERE d.id = p.part AND d.state = 'confirmed')
      WHEN 'withdrawal' THEN EXISTS (SELECT 1 FROM proposal x WHERE x.id = p.part AND x.state = 'confirmed')
      WHEN 'unclaimed' THEN EXISTS (
           SELECT 1 FROM deposit d WHERE d.id = p.part AND d.state = 'confirmed' AND d.order_id IS NULL)
      ELSE (o.status = 3 OR p.purpose = 'entry_refund' AND o.status = 7 AND o.resolution = 'refund') AND NOT EXISTS (
           SELECT 1 FROM deposit d WHERE d.order_id = o.id AND d.fate = 'exchange' AND d.state <> 'confirmed') END`;
