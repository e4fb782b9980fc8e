import { TestnetDropRequest, TestnetDropResponse } from '@swapdesk/contract';
import { dropTransaction } from '../../testnet/control.ts';
import { endpoint } from '../endpoint.ts';

export const drop = endpoint({
  method: 'POST',
  path: '/drop',
  id: 'testnetDrop',
  summary: 'Drop a waiting transaction',
  description: 'As a full mempool would. Whoever sent it may send it again.',
  request: TestnetDropRequest,
  response: TestnetDropResponse,
  weight: 1,
  scope: null,
  needsAccount: false,

  async handle(services, { params }) {
    await dropTransaction(services.testNetworks, params.chain, params.txid);
    return { data: { txid: params.txid } };
  },
});
