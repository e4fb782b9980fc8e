import { MESSAGE, PlaceRequest, PlaceResponse } from '@swapdesk/contract';
import { findRefCode } from '../../affiliates/ref-code.ts';
import { isPlacer } from '../../orders/manage-code.ts';
import { place } from '../../orders/place.ts';
import { placedOrder } from '../../orders/view.ts';
import { Refusal } from '../../refusal.ts';
import { type Call, endpoint } from '../endpoint.ts';
import { feesNamed } from './named-markup.ts';
import { tellingProblems } from './telling-problems.ts';

const LONGEST_HEADER = 128;

export const placeOrder = endpoint({
  method: 'POST',
  path: '/order/place',
  id: 'place',
  summary: 'Place order',
  description:
    'Places an order and answers with the address to send the source asset to. Fixed mode takes the calc_id of a ' +
    'quote. Sent again with the same calc_id, Idempotency-Key, client_order_id or nonce, it answers with the same order.',
  request: PlaceRequest,
  response: PlaceResponse,
  headers: [
    { name: 'Idempotency-Key', description: 'The same key and parameters answer with the same order' },
    { name: 'Ref-Code', description: 'Referral code; one that does not exist earns nothing' },
  ],
  refuses: [
    MESSAGE.incorrectParameters,
    MESSAGE.quantityTooSmall,
    MESSAGE.quantityTooLarge,
    MESSAGE.fromAssetNotFound,
    MESSAGE.fromAssetDisabled,
    MESSAGE.toAssetNotFound,
    MESSAGE.toAssetDisabled,
    MESSAGE.invalidToAddress,
    MESSAGE.calcIdParametersDiffer,
    MESSAGE.calcIdToAddressDiffers,
    MESSAGE.calcIdInvalid,
    MESSAGE.calcIdOnlyFixed,
    MESSAGE.invalidRefundAddress,
    MESSAGE.idempotencyKeyReused,
    MESSAGE.nonceReused,
    MESSAGE.clientOrderIdReused,
    MESSAGE.tooManyUnpaidOrders,
  ],
  weight: 20,
  scope: 'place',
  needsAccount: false,
  isForPages: true,
  tellsProblems: true,

  async handle(services, call) {
    const refCodeName = header(call, 'ref-code') ?? call.params.ref_code;
    // Looked at once it is known that this places an order: what was placed before is answered whatever is allowed by now.
    const fees = () => feesNamed(call.caller, call.params.markup, services.market().settings);
    const placement = {
      request: call.params,
      fees,
      caller: call.caller,
      idempotencyKey: header(call, 'idempotency-key'),
      refCodeName,
      refCode: refCodeName === undefined ? null : await findRefCode(services.database, refCodeName),
    };
    const order = await place(services.placing, placement).catch((error: unknown) => {
      throw tellingProblems(services, call, error, { fees, isWithAddresses: true });
    });
    // A calc id makes one order, whoever sends it again: only who placed it is told how to manage it.
    const manageCode = isPlacer(order, call.caller) ? services.manageCodes.codeOf(order) : null;
    return { data: placedOrder(order, services.market().catalogue, services.publicUrl(), manageCode) };
  },
});

/** A header's value; an empty one is none. */
function header({ headers }: Call<unknown>, name: string): string | undefined {
  const value = headers[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string' || value.length > LONGEST_HEADER) throw new Refusal(MESSAGE.parameterError);
  return value;
}
