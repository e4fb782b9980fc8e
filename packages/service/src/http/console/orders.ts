import {
  ConsoleOrdersRequest,
  ConsoleOrdersResponse,
  FindOrdersRequest,
  FindOrdersResponse,
  type FoundOrder,
  MESSAGE,
  type OrderLine,
} from '@swapdesk/contract';
import { browseOrders, readPlace, writePlace } from '../../orders/browse-orders.ts';
import { findOrders } from '../../orders/find-orders.ts';
import { findPartly, partOf } from '../../orders/find-partly.ts';
import { orderLines } from '../../orders/order-line.ts';
import { Refusal } from '../../refusal.ts';
import { consoleEndpoint } from './endpoint.ts';
import { filterOf } from './order-filter.ts';

const PAGE_SIZE = 50;

const find = consoleEndpoint({
  method: 'GET',
  path: '/orders/find',
  request: FindOrdersRequest,
  response: FindOrdersResponse,
  changes: false,
  async handle({ database, market, network }, { params }) {
    const { catalogue } = market();
    const text = params.text.trim();
    const exact = await findOrders(database, text, catalogue, network);
    const part = exact.length > 0 ? null : partOf(text);
    const found = part === null ? exact : await findPartly(database, part, catalogue);
    const ids = found.map(({ id }) => id);
    const lines = await orderLines(database, ids, catalogue);
    return {
      data: found.map(
        ({ id, by }): FoundOrder => ({
          by,
          is_part: part !== null,
          order: lines.get(id) as OrderLine,
        }),
      ),
    };
  },
});

const browse = consoleEndpoint({
  method: 'GET',
  path: '/orders',
  request: ConsoleOrdersRequest,
  response: ConsoleOrdersResponse,
  changes: false,
  async handle({ database, market }, { params }) {
    const { catalogue } = market();
    const after = params.cursor === undefined || params.cursor === '' ? null : readPlace(params.cursor);
    if (after === null && params.cursor) throw new Refusal(MESSAGE.incorrectParameters);
    const size = params.page_size?.toInteger() ?? PAGE_SIZE;
    const { ids, next } = await browseOrders(database, filterOf(params, catalogue), after, size);
    const lines = await orderLines(database, ids, catalogue);
    return {
      data: {
        orders: ids.map((id) => lines.get(id) as OrderLine),
        next: next === null ? null : writePlace(next),
      },
    };
  },
});

export const ORDERS_ENDPOINTS = [find, browse];
