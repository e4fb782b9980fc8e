import { MESSAGE, TestnetDropRequest, TestnetDropResponse } from '@swapdesk/contract';
import { Refusal } from '../../refusal.ts';
import { endpoint } from '../endpoint.ts';
import { findNetwork } from './find-network.ts';

export const drop = endpoint({
  method: 'POST',
  path: '/drop',
  id: 'testnetDrop',
  summary: 'Drop a waiting transaction',
  description: 'As a full mempool would. Whoever sent it may send it again.',
  request: TestnetDropRequest,
  response: TestnetDropResponse,
  weight: 1,
  needsAccount: false,

  async handle(services, { params }) {
    const { network } = findNetwork(services, params.chain);
    if (!(await network.drop(params.txid))) throw new Refusal(MESSAGE.transactionNotFound);
    return { data: { txid: params.txid } };
  },
});
