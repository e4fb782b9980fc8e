import { TestnetReorgRequest, TestnetReorgResponse } from '@swapdesk/contract';
import { endpoint } from '../endpoint.ts';
import { findNetwork } from './find-network.ts';

export const reorg = endpoint({
  method: 'POST',
  path: '/reorg',
  id: 'testnetReorg',
  summary: 'Reorganise a test network',
  description: 'Undoes the newest blocks and mines others in their place. Their transactions wait again.',
  request: TestnetReorgRequest,
  response: TestnetReorgResponse,
  weight: 1,
  needsAccount: false,

  async handle(services, { params }) {
    const { chain, network } = findNetwork(services, params.chain);
    await network.reorganize(params.depth.toInteger() as number, services.market().now);
    return { data: { chain: chain.name, height: (await network.tip()).height } };
  },
});
