/** The keys of Ledger's published errors, and those that are ours: it asks to be told of any other constraint in the same form. */
export type MessageKey =
  | 'FROM_CURRENCY_MINIMUM_AMOUNT_ERROR'
  | 'FROM_CURRENCY_MAXIMUM_AMOUNT_ERROR'
  | 'SWAP_PAIR_NOT_FOUND_ERROR'
  | 'CURRENCY_FROM_NOT_FOUND_ERROR'
  | 'CURRENCY_TO_NOT_FOUND_ERROR'
  | 'SWAP_QUOTE_NOT_FOUND_ERROR'
  | 'SWAP_TRANSACTION_NOT_FOUND_ERROR'
  | 'NO_DEPOSIT_WALLET_ERROR'
  | 'REGION_RESTRICTED_ERROR'
  | 'PARAMETER_ERROR'
  | 'INVALID_PAYOUT_ADDRESS_ERROR'
  | 'INVALID_REFUND_ADDRESS_ERROR'
  | 'UNAUTHORIZED_ERROR'
  | 'NOT_FOUND_ERROR'
  | 'BUSY_ERROR'
  | 'INTERNAL_ERROR';

/** A request is refused. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';
  /** HTTP status. */
  readonly status: number;
  readonly messageKey: MessageKey;
  readonly additionalFields: Readonly<Record<string, string>> | undefined;

  constructor(
    status: number,
    messageKey: MessageKey,
    message: string,
    additionalFields?: Readonly<Record<string, string>>,
  ) {
    super(message);
    this.status = status;
    this.messageKey = messageKey;
    this.additionalFields = additionalFields;
  }

  /** What is answered. */
  payload() {
    const { messageKey, message, additionalFields } = this;
    return additionalFields === undefined
      ? { messageKey, message }
      : { messageKey, message, additionalFields };
  }
}

/** Something about a request's own fields. */
export function wrongParameter(message: string): LedgerError {
  return new LedgerError(400, 'PARAMETER_ERROR', message);
}
