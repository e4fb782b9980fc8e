import { TestnetMineRequest, TestnetMineResponse } from '@swapdesk/contract';
import { mineBlocks } from '../../testnet/control.ts';
import { endpoint } from '../endpoint.ts';

export const mine = endpoint({
  method: 'POST',
  path: '/mine',
  id: 'testnetMine',
  summary: 'Mine blocks now',
  description: 'Mines on one test network, or on all.',
  request: TestnetMineRequest,
  response: TestnetMineResponse,
  weight: 1,
  scope: null,
  needsAccount: false,

  async handle({ testNetworks, market }, { params }) {
    const blocks = params.blocks?.toInteger() ?? 1;
    return { data: await mineBlocks(testNetworks, params.chain, blocks, market().now) };
  },
});
