import { CODE, INTERFACE_MESSAGE, MESSAGE } from '@swapdesk/contract';
import type { EndpointHead } from './endpoint.ts';
import { statusOf } from './errors.ts';

/** What clients can be told. */
type ClientMessage = (typeof INTERFACE_MESSAGE)[keyof typeof INTERFACE_MESSAGE];

/** What any call can be refused with, whatever it asks for. */
export const ALWAYS: readonly ClientMessage[] = [
  MESSAGE.parameterError,
  MESSAGE.keyRequired,
  MESSAGE.badCredentials,
  MESSAGE.signatureV2Required,
  MESSAGE.keyExpired,
  MESSAGE.keyFromElsewhere,
  MESSAGE.onlyThisMachine,
  MESSAGE.bodyTooLarge,
  MESSAGE.unsupportedMediaType,
  MESSAGE.tooManyRequests,
  MESSAGE.busy,
  MESSAGE.internalError,
];

/** What whoever is told so does next. */
const ADVICE: Readonly<Record<Exclude<ClientMessage, 'success'>, string>> = {
  [MESSAGE.parameterError]: '`detail` names the field and what is wrong with it',
  [MESSAGE.incorrectParameters]:
    'ratios must add up to 1; a range must end after it starts; a status must exist',
  [MESSAGE.internalError]: 'tell the operator the `X-Request-Id` of the answer',
  [MESSAGE.busy]: 'try again a little later',
  [MESSAGE.quantityTooSmall]: '`data` has the limits',
  [MESSAGE.quantityTooLarge]: '`data` has the limits',
  [MESSAGE.fromAssetNotFound]: 'see the list of assets',
  [MESSAGE.fromAssetDisabled]: 'try later, or another asset',
  [MESSAGE.toAssetNotFound]: 'see the list of assets',
  [MESSAGE.toAssetDisabled]: 'try later, or another asset',
  [MESSAGE.invalidToAddress]: '`/openapi/address/validate` says why',
  [MESSAGE.calcIdParametersDiffer]: 'send what was quoted: asset and quantity',
  [MESSAGE.calcIdToAddressDiffers]: 'send what was quoted: assets, ratios, order, addresses',
  [MESSAGE.calcIdInvalid]: 'quote again',
  [MESSAGE.calcIdOnlyFixed]: 'leave it out in float mode',
  [MESSAGE.orderNotFound]: 'check the query code; misses cost rate limit',
  [MESSAGE.assetNotFound]: 'see the list of assets',
  [MESSAGE.invalidRefundAddress]: '`/openapi/address/validate` says why, for the source chain',
  [MESSAGE.idempotencyKeyReused]: 'use a new one for a new order',
  [MESSAGE.nonceReused]: 'use a new one for every request',
  [MESSAGE.clientOrderIdReused]: 'use a new one for a new order',
  [MESSAGE.tooManyUnpaidOrders]: 'pay some, or wait until they expire',
  [MESSAGE.cannotCancel]: 'something was sent to it, or it is over',
  [MESSAGE.cannotResolve]:
    "it is not frozen, is decided already, is given back elsewhere, or is the operator's",
  [MESSAGE.beyondLimits]: 'resolve with `refund`, or ask the operator',
  [MESSAGE.refundAddressNeeded]: 'say where to',
  [MESSAGE.refundAddressSet]: 'leave it out, or ask the operator',
  [MESSAGE.transactionNotFound]: 'it waits no longer, or never did',
  [MESSAGE.noAddressWaits]: 'what counts by now is changed by naming another',
  [MESSAGE.webhookNotFound]: "the list of webhooks has your account's",
  [MESSAGE.webhookUrlRefused]: 'no address of a private network, no user and password in it',
  [MESSAGE.webhookWithoutSecret]: "the desk's key was replaced: `/openapi/webhook/rotate` makes a new secret",
  [MESSAGE.tooManyWebhooks]: 'remove one',
  [MESSAGE.keyRequired]: 'sign the request',
  [MESSAGE.signatureV2Required]: 'sign in the second form',
  [MESSAGE.badCredentials]: 'check key, signature and clock',
  [MESSAGE.keyExpired]: 'the operator gave it an end: ask for another',
  [MESSAGE.keyFromElsewhere]: 'the operator said from which addresses it is used: call from one of them',
  [MESSAGE.keyLacksScope]: 'the operator said what it is for: ask for another, or for more',
  [MESSAGE.onlyThisMachine]: 'the desk is in open mode: its operator has to make a key',
  [MESSAGE.forbidden]: 'ask the operator',
  [MESSAGE.manageCodeWrong]:
    'send the one that came with `place`, or sign as the account that placed the order',
  [MESSAGE.routeNotFound]: 'check the path',
  [MESSAGE.methodNotAllowed]: 'see the reference',
  [MESSAGE.bodyTooLarge]: '64 KB at most',
  [MESSAGE.unsupportedMediaType]: 'set `Content-Type: application/json`, and do not compress',
  [MESSAGE.tooManyRequests]: 'wait as many seconds as `Retry-After` says',
};

/** A refusal, as the document shows one. */
interface ShownRefusal {
  readonly summary: string;
  readonly value: { readonly code: number; readonly msg: string };
}

/** What an endpoint can be refused with, by HTTP status, each under a name. */
export function refusalsOf({
  refuses = [],
  scope,
}: EndpointHead): ReadonlyMap<number, Record<string, ShownRefusal>> {
  const byStatus = new Map<number, Record<string, ShownRefusal>>();
  const all = new Set<string>([...refuses, ...ALWAYS, ...(scope === null ? [] : [MESSAGE.keyLacksScope])]);
  for (const [name, msg] of Object.entries(INTERFACE_MESSAGE)) {
    if (!all.has(msg) || msg === MESSAGE.success) continue;
    const httpStatus = statusOf(msg);
    const code = httpStatus === 500 ? CODE.serverError : CODE.wrongRequest;
    byStatus.set(httpStatus, {
      ...byStatus.get(httpStatus),
      [name]: { summary: ADVICE[msg], value: { code, msg } },
    });
  }
  return byStatus;
}
