import { MESSAGE } from '@swapdesk/contract';
import { isSignedByPlacer } from '../../orders/manage-code.ts';
import type { Order } from '../../orders/order.ts';
import { Refusal } from '../../refusal.ts';
import type { Call } from '../endpoint.ts';
import type { Services } from '../services.ts';

/** The order, for whoever may do something about it: with its manage code, or signed by the account that placed it. */
export async function findManaged(
  { findOrder, manageCodes }: Services,
  { params, caller }: Call<{ query_code: string; manage_code?: string }>,
): Promise<Order> {
  const order = await findOrder(params.query_code);
  if (!isSignedByPlacer(order, caller) && !manageCodes.isRight(order, params.manage_code))
    throw new Refusal(MESSAGE.manageCodeWrong);
  return order;
}
