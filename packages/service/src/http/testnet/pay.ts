import { MESSAGE, TestnetPayRequest, TestnetPayResponse } from '@swapdesk/contract';
import type { Asset, Catalogue } from '../../catalog/catalogue.ts';
import { payFromFaucet } from '../../chains/sim/test-networks.ts';
import { toUnits } from '../../money/units.ts';
import { Refusal } from '../../refusal.ts';
import { endpoint } from '../endpoint.ts';
import { findNetwork } from './find-network.ts';

export const pay = endpoint({
  method: 'POST',
  path: '/pay',
  id: 'testnetPay',
  summary: 'Pay an order on its test network',
  description: 'Sends what the order asks for, or another amount or asset, to its deposit address.',
  request: TestnetPayRequest,
  response: TestnetPayResponse,
  weight: 1,
  needsAccount: false,

  async handle(services, { params }) {
    const order = await services.findOrder(params.query_code);
    const { catalogue } = services.market();
    const agreed = catalogue.get(order.assetId);
    const asset = params.asset === undefined ? agreed : namedAsset(catalogue, agreed, params.asset);
    const units = params.amount === undefined ? order.units : toUnits(params.amount, asset.decimals);
    if (units <= 0n) throw new Refusal(MESSAGE.quantityTooSmall);
    const { network } = findNetwork(services, asset.chain.name);
    return {
      data: { txid: await payFromFaucet(network, { address: order.address, assetId: asset.id, units }) },
    };
  },
});

/** `USDT`, on the chain that was agreed, or `Ethereum:USDT`. */
function namedAsset(catalogue: Catalogue, { chain }: Asset, name: string): Asset {
  const [first = '', second] = name.split(':');
  const asset = second === undefined ? catalogue.find(chain.name, first) : catalogue.find(first, second);
  if (asset === undefined) throw new Refusal(MESSAGE.assetNotFound);
  return asset;
}
