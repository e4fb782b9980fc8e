import { formatQueryCode } from '@swapdesk/contract/plain';
import { post } from './call.ts';

/** The code of the order that two facts are of. Throws Refused where there is none. */
export async function findOrder(fact: string, other: string): Promise<string> {
  const found = (await post('/openapi/order/find', { fact, other })) as { query_code: string };
  return formatQueryCode(found.query_code);
}
