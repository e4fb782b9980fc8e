import Type, { type Static } from 'typebox';
import { QuantityLimits } from './endpoints/exchange.ts';
import { MESSAGE, type Message } from './messages.ts';
import { Amount } from './schema.ts';

/** What can be wrong with a quote or an order, for programs: each message that these are refused with has one code, for ever. */
export const PROBLEM_CODE = {
  [MESSAGE.parameterError]: 'PARAMETER_ERROR',
  [MESSAGE.incorrectParameters]: 'INCORRECT_PARAMETERS',
  [MESSAGE.busy]: 'BUSY',
  [MESSAGE.quantityTooSmall]: 'FROM_QUANTITY_TOO_SMALL',
  [MESSAGE.quantityTooLarge]: 'FROM_QUANTITY_TOO_LARGE',
  [MESSAGE.fromAssetNotFound]: 'FROM_ASSET_NOT_FOUND',
  [MESSAGE.fromAssetDisabled]: 'FROM_ASSET_DISABLED',
  [MESSAGE.toAssetNotFound]: 'TO_ASSET_NOT_FOUND',
  [MESSAGE.toAssetDisabled]: 'TO_ASSET_DISABLED',
  [MESSAGE.invalidToAddress]: 'INVALID_TO_ADDRESS',
  [MESSAGE.invalidRefundAddress]: 'INVALID_REFUND_ADDRESS',
  [MESSAGE.calcIdParametersDiffer]: 'CALC_ID_PARAMETERS_DIFFER',
  [MESSAGE.calcIdToAddressDiffers]: 'CALC_ID_TO_ADDRESS_DIFFERS',
  [MESSAGE.calcIdInvalid]: 'CALC_ID_INVALID_OR_EXPIRED',
  [MESSAGE.calcIdOnlyFixed]: 'CALC_ID_ONLY_FIXED',
  [MESSAGE.idempotencyKeyReused]: 'IDEMPOTENCY_KEY_REUSED',
  [MESSAGE.nonceReused]: 'NONCE_REUSED',
  [MESSAGE.clientOrderIdReused]: 'CLIENT_ORDER_ID_REUSED',
  [MESSAGE.tooManyUnpaidOrders]: 'TOO_MANY_UNPAID_ORDERS',
} as const satisfies Partial<Record<Message, string>>;
export type ProblemMessage = keyof typeof PROBLEM_CODE;

export const Problem = Type.Object({
  code: Type.String({
    enum: Object.values(PROBLEM_CODE),
    description: 'What is wrong; stays the same for ever',
  }),
  field: Type.String({
    description: 'Which field, as in to_address.1.to_abbr; empty where it is none alone',
  }),
  reason: Type.Optional(Type.String({ description: 'More about it, for a person' })),
  ...Type.Partial(QuantityLimits).properties,
  to: Type.Optional(
    Type.Array(
      Type.Object({
        min_to_quantity: Amount({ description: 'What the entry receives of the minimum source amount' }),
        max_to_quantity: Amount({ description: 'What the entry receives of the maximum source amount' }),
      }),
      { description: 'The limits of the receive side, one for each entry, where they can be told' },
    ),
  ),
});
export type Problem = Static<typeof Problem>;
