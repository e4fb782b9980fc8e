import { CancelRequest, CancelResponse, MESSAGE } from '@swapdesk/contract';
import { cancelOrder as cancel } from '../../orders/cancel.ts';
import { endpoint } from '../endpoint.ts';
import { findManaged } from './manage.ts';

export const cancelOrder = endpoint({
  method: 'POST',
  path: '/order/cancel',
  id: 'cancel',
  summary: 'Cancel an unpaid order',
  description: 'Abandons an order to which nothing has been sent. What is sent to it later is kept for you.',
  request: CancelRequest,
  response: CancelResponse,
  refuses: [MESSAGE.orderNotFound, MESSAGE.manageCodeWrong, MESSAGE.cannotCancel],
  weight: 5,
  scope: 'manage',
  needsAccount: false,

  async handle(services, call) {
    const order = await findManaged(services, call);
    const status = await cancel(services.database, order, services.quoting().now, services.takenBack);
    return { data: { no: order.no, status } };
  },
});
