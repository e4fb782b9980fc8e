import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Integer, Whole } from '../schema.ts';
import { ListedOrder } from './order.ts';
import { paging } from './paging.ts';

export const ListRequest = Type.Object({
  ...paging,
  status: Type.Optional(Whole({}, { description: 'Only orders with this status' })),
});
export type ListRequest = Static<typeof ListRequest>;

export const ListResponse = Envelope({
  total: Integer({ description: 'Number of orders that match, on all pages' }),
  data: Type.Array(ListedOrder),
});
