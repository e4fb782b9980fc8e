import type { Route } from '../face.ts';
import { LedgerError } from '../ledger-error.ts';
import { readQuoteId } from '../quote-id.ts';
import { swap } from '../swap.ts';

/** POST /swap/fixed */
export const swapFixed: Route = async (asked, face) => {
  const terms = readQuoteId(asked.fields.text('quoteId'));
  if (terms === null) throw new LedgerError(404, 'SWAP_QUOTE_NOT_FOUND_ERROR', 'the quoteId is none of ours');
  return swap(asked, face, async () => ({
    exchange_mode: 'fixed',
    from_quantity: terms.amount,
    calc_id: terms.calcId,
    fees: terms.fees,
  }));
};
