import { TestnetPayRequest, TestnetPayResponse } from '@swapdesk/contract';
import { payOrder } from '../../testnet/control.ts';
import { endpoint } from '../endpoint.ts';

export const pay = endpoint({
  method: 'POST',
  path: '/pay',
  id: 'testnetPay',
  summary: 'Pay an order on its test network',
  description: 'Sends what the order asks for, or another amount or asset, to its deposit address.',
  request: TestnetPayRequest,
  response: TestnetPayResponse,
  weight: 1,
  scope: null,
  needsAccount: false,

  async handle({ findOrder, market, testNetworks }, { params }) {
    const order = await findOrder(params.query_code);
    return { data: { txid: await payOrder(testNetworks, market().catalogue, order, params) } };
  },
});
