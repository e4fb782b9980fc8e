/** Every message of the envelope: the interface's own to the letter, then ours for what it leaves open. */
export const MESSAGE = {
  success: 'success',
  parameterError: 'Parameter error',
  incorrectParameters: 'Incorrect request parameters',
  internalError: 'Internal Server Error',
  busy: 'server is busy, please try again later',

  quantityTooSmall: 'from quantity too small',
  quantityTooLarge: 'from quantity too large',
  fromAssetNotFound: 'from assets not found',
  fromAssetDisabled: 'from assets disabled',
  toAssetNotFound: 'to assets not found',
  toAssetDisabled: 'to assets disabled',
  invalidToAddress: 'invalid to address',
  calcIdParametersDiffer: 'calc_id parameters do not match',
  calcIdToAddressDiffers: 'calc_id to_address parameters do not match',
  calcIdInvalid: 'calc_id invalid or expired',
  calcIdOnlyFixed: 'calc_id only used for fixed exchange mode',

  orderNotFound: 'order not found',
  assetNotFound: 'assets not found',
  invalidRefundAddress: 'invalid refund address',
  idempotencyKeyReused: 'Idempotency-Key was used with other parameters',
  nonceReused: 'X-Api-Nonce was used with other parameters',
  clientOrderIdReused: 'client_order_id was used with other parameters',
  tooManyUnpaidOrders: 'too many unpaid orders',
  cannotCancel: 'order cannot be cancelled',
  cannotResolve: 'order cannot be resolved',
  refundAddressNeeded: 'refund_address is required',
  transactionNotFound: 'transaction not found',

  keyRequired: 'an API key is required',
  badCredentials: 'bad credentials',
  forbidden: 'not allowed',
  routeNotFound: 'no such route',
  methodNotAllowed: 'method not allowed',
  bodyTooLarge: 'body too large',
  unsupportedMediaType: 'unsupported media type, send application/json',
  tooManyRequests: 'too many requests',
} as const;
export type Message = (typeof MESSAGE)[keyof typeof MESSAGE];

/** Business status codes. */
export const CODE = { success: 0, wrongRequest: 1, serverError: 2 } as const;
