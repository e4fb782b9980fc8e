import { TestnetMineRequest, TestnetMineResponse } from '@swapdesk/contract';
import { endpoint } from '../endpoint.ts';
import { findNetwork } from './find-network.ts';

export const mine = endpoint({
  method: 'POST',
  path: '/mine',
  id: 'testnetMine',
  summary: 'Mine blocks now',
  description: 'Mines on one test network, or on all.',
  request: TestnetMineRequest,
  response: TestnetMineResponse,
  weight: 1,
  needsAccount: false,

  async handle(services, { params }) {
    const networks =
      params.chain === undefined
        ? [...services.testNetworks.values()]
        : [findNetwork(services, params.chain)];
    const data = [];
    for (const { chain, network } of networks) {
      let height = 0;
      for (let n = params.blocks?.toInteger() ?? 1; n > 0; n--) {
        height = (await network.mine(services.market().now)).height;
      }
      data.push({ chain: chain.name, height });
    }
    return { data };
  },
});
