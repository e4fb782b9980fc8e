import { MESSAGE, QueryRequest, QueryResponse } from '@swapdesk/contract';
import { queriedOrder } from '../../orders/view.ts';
import { endpoint } from '../endpoint.ts';

export const queryOrder = endpoint({
  method: 'GET',
  path: '/order/query',
  id: 'query',
  summary: 'Query order',
  description:
    'One order by its query code, with its receive entries and transactions. Dashes, spaces and case do not matter.',
  request: QueryRequest,
  response: QueryResponse,
  refuses: [MESSAGE.orderNotFound],
  weight: 1,
  scope: 'read',
  needsAccount: false,
  isForPages: true,

  handle(services, { params }) {
    return services.showOrder(params.query_code, (order) => ({
      data: queriedOrder(order, services.market()),
    }));
  },
});
