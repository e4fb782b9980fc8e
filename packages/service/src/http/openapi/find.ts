import { FINDS_PER_MINUTE, FindRequest, FindResponse, MESSAGE } from '@swapdesk/contract';
import { findByFacts } from '../../orders/finding/find-by-facts.ts';
import { endpoint } from '../endpoint.ts';

/** Not for pages of other sites: their visitors would guess for them, each with an allowance of their own. */
export const findOrder = endpoint({
  method: 'POST',
  path: '/order/find',
  id: 'find',
  summary: 'Find an order whose code was lost',
  description:
    'The query code of the order that two facts are of. What everybody can see on the chains is not enough: one of the two must ' +
    'be known to its client alone. Says no more than that there is none if either is wrong, or both are public.',
  request: FindRequest,
  response: FindResponse,
  refuses: [MESSAGE.orderNotFound],
  weight: 1,
  perMinute: FINDS_PER_MINUTE,
  scope: 'read',
  needsAccount: false,

  async handle({ reader, market, network, manageCodes }, { params }) {
    const parts = { database: reader, catalogue: market().catalogue, network, manageCodes };
    return { data: { query_code: await findByFacts(parts, [params.fact, params.other]) } };
  },
});
