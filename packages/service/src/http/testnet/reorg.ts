import { TestnetReorgRequest, TestnetReorgResponse } from '@swapdesk/contract';
import { reorganizeChain } from '../../testnet/control.ts';
import { endpoint } from '../endpoint.ts';

export const reorg = endpoint({
  method: 'POST',
  path: '/reorg',
  id: 'testnetReorg',
  summary: 'Reorganise a test network',
  description: 'Undoes the newest blocks and mines others in their place. Their transactions wait again.',
  request: TestnetReorgRequest,
  response: TestnetReorgResponse,
  weight: 1,
  scope: null,
  needsAccount: false,

  async handle({ testNetworks, market }, { params }) {
    const depth = params.depth.toInteger() as number;
    return { data: await reorganizeChain(testNetworks, params.chain, depth, market().now) };
  },
});
