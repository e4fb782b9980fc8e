import { MESSAGE, ResolveRequest, ResolveResponse } from '@swapdesk/contract';
import { resolveOrder as resolve } from '../../orders/resolve.ts';
import { endpoint } from '../endpoint.ts';
import { findManaged } from './manage.ts';

export const resolveOrder = endpoint({
  method: 'POST',
  path: '/order/resolve',
  id: 'resolve',
  summary: 'Resolve a frozen order',
  description:
    'Says what to do with a deposit that is not as agreed: exchange what arrived at the float rate of now, or send it ' +
    'back. Also sends back what came to an order in surplus or in another asset, once it says where to.',
  request: ResolveRequest,
  response: ResolveResponse,
  refuses: [
    MESSAGE.orderNotFound,
    MESSAGE.manageCodeWrong,
    MESSAGE.invalidRefundAddress,
    MESSAGE.beyondLimits,
    MESSAGE.refundAddressNeeded,
    MESSAGE.refundAddressSet,
    MESSAGE.cannotResolve,
  ],
  weight: 5,
  scope: 'manage',
  needsAccount: false,

  async handle(services, call) {
    const order = await findManaged(services, call);
    await resolve(services.database, order, call.params, services.quoting(), services.network);
    return { data: { no: order.no, status: order.status } };
  },
});
