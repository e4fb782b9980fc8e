import { NetworkError, type Problem, SwapdeskError, TimeoutError } from '@swapdesk/client';
import { LedgerError } from './ledger-error.ts';

const UNAVAILABLE_FOR_LEGAL_REASONS = 451;

type Said = (problem: Problem) => LedgerError;

const notFound =
  (key: 'CURRENCY_FROM_NOT_FOUND_ERROR' | 'CURRENCY_TO_NOT_FOUND_ERROR', which: string) => () =>
    new LedgerError(404, key, `the currency ${which} is not exchanged here now`);
const beyond =
  (key: 'FROM_CURRENCY_MINIMUM_AMOUNT_ERROR' | 'FROM_CURRENCY_MAXIMUM_AMOUNT_ERROR', message: string): Said =>
  ({ min_from_quantity = '', max_from_quantity = '' }) =>
    new LedgerError(400, key, message, {
      minRequiredAmount: min_from_quantity,
      maxRequiredAmount: max_from_quantity,
    });
const noQuote = () =>
  new LedgerError(
    404,
    'SWAP_QUOTE_NOT_FOUND_ERROR',
    'the quote is over, or not of these currencies and addresses',
  );

/** What Ledger calls what is wrong. */
const SAID: Partial<Record<Problem['code'], Said>> = {
  FROM_ASSET_NOT_FOUND: notFound('CURRENCY_FROM_NOT_FOUND_ERROR', 'from'),
  FROM_ASSET_DISABLED: notFound('CURRENCY_FROM_NOT_FOUND_ERROR', 'from'),
  TO_ASSET_NOT_FOUND: notFound('CURRENCY_TO_NOT_FOUND_ERROR', 'to'),
  TO_ASSET_DISABLED: notFound('CURRENCY_TO_NOT_FOUND_ERROR', 'to'),
  FROM_QUANTITY_TOO_SMALL: beyond('FROM_CURRENCY_MINIMUM_AMOUNT_ERROR', 'the amount is too small'),
  FROM_QUANTITY_TOO_LARGE: beyond('FROM_CURRENCY_MAXIMUM_AMOUNT_ERROR', 'the amount is too large'),
  CALC_ID_INVALID_OR_EXPIRED: noQuote,
  CALC_ID_PARAMETERS_DIFFER: noQuote,
  CALC_ID_TO_ADDRESS_DIFFERS: noQuote,
  INVALID_TO_ADDRESS: ({ reason }) =>
    new LedgerError(400, 'INVALID_PAYOUT_ADDRESS_ERROR', reason ?? 'nothing can be paid to that address'),
  INVALID_REFUND_ADDRESS: ({ reason }) =>
    new LedgerError(
      400,
      'INVALID_REFUND_ADDRESS_ERROR',
      reason ?? 'nothing can be given back to that address',
    ),
  TOO_MANY_UNPAID_ORDERS: () =>
    new LedgerError(400, 'NO_DEPOSIT_WALLET_ERROR', 'too many swaps wait for their payment'),
  PARAMETER_ERROR: ({ field, reason = '' }) =>
    new LedgerError(400, 'PARAMETER_ERROR', `${field} ${reason}`.trim()),
};

/** What Ledger is told of a desk's refusal, or silence. What it has no part in stays what it is. */
export function ledgerErrorOf(error: unknown): unknown {
  if (error instanceof TimeoutError || error instanceof NetworkError || error instanceof SwapdeskError) {
    const status = error instanceof TimeoutError ? null : error.status;
    if (status === UNAVAILABLE_FOR_LEGAL_REASONS)
      return new LedgerError(status, 'REGION_RESTRICTED_ERROR', 'the region is not served');
    if (!(error instanceof SwapdeskError) || error.code === 2 || status === 429)
      return new LedgerError(503, 'BUSY_ERROR', 'not at the moment, please try again');
    for (const problem of error.errors) {
      const said = SAID[problem.code];
      if (said !== undefined) return said(problem);
    }
  }
  return error;
}

/** Of a quote: a currency that is not there makes a pair that is not there. */
export function quoteErrorOf(error: unknown): unknown {
  const said = ledgerErrorOf(error);
  const isPair =
    said instanceof LedgerError &&
    (said.messageKey === 'CURRENCY_FROM_NOT_FOUND_ERROR' ||
      said.messageKey === 'CURRENCY_TO_NOT_FOUND_ERROR');
  return isPair ? new LedgerError(404, 'SWAP_PAIR_NOT_FOUND_ERROR', said.message) : said;
}
