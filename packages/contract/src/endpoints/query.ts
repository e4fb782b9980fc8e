import Type, { type Static } from 'typebox';
import { Envelope } from '../envelope.ts';
import { Text } from '../schema.ts';
import { QueriedOrder } from './order.ts';

export const QueryRequest = Type.Object({
  query_code: Text({ minLength: 1, maxLength: 128 }, { description: 'Query code of the order' }),
});
export type QueryRequest = Static<typeof QueryRequest>;

export const QueryResponse = Envelope({ data: QueriedOrder });
