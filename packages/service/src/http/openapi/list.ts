import { ListRequest, ListResponse, MESSAGE, ORDER_STATUSES } from '@swapdesk/contract';
import { listOrders } from '../../orders/list.ts';
import { listedOrder } from '../../orders/view.ts';
import { endpoint } from '../endpoint.ts';
import { facetOf, pagingOf } from './paging.ts';

export const orderList = endpoint({
  method: 'GET',
  path: '/order/list',
  id: 'list',
  summary: 'Order list',
  description: "The account's orders by creation time. `total` counts all that match, not the page.",
  request: ListRequest,
  response: ListResponse,
  refuses: [MESSAGE.incorrectParameters],
  weight: 5,
  scope: 'read',
  needsAccount: true,

  async handle(services, { params, caller }) {
    const request = { ...pagingOf(params), facet: facetOf(params.status, ORDER_STATUSES) };
    const { orders, total } = await listOrders(services.reader, caller.account, request);
    const market = services.market();
    return { total, data: orders.map((order) => listedOrder(order, market)) };
  },
});
