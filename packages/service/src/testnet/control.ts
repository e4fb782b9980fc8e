import { type Decimal, MESSAGE } from '@swapdesk/contract';
import type { Asset, Catalogue } from '../catalog/catalogue.ts';
import type { SimNetwork } from '../chains/sim/sim-network.ts';
import { payFromFaucet, type TestNetwork, type TestNetworks } from '../chains/sim/test-networks.ts';
import { toUnits } from '../money/units.ts';
import type { Order } from '../orders/order.ts';
import { Refusal } from '../refusal.ts';

/** Control over the test networks: one meaning, whether it is asked for over HTTP or on the command line. */

/** The newest block of a test network. */
export interface TestNetworkTip {
  readonly chain: string;
  readonly height: number;
}

export interface TestPayment {
  /** Default: what the order asks for. */
  readonly amount?: Decimal | undefined;
  /** `USDT`, on the chain that was agreed, or `Ethereum:USDT`. Default: the agreed asset. */
  readonly asset?: string | undefined;
}

/** Pays an order from the faucet of its test network. Returns the txid. */
export async function payOrder(
  networks: TestNetworks,
  catalogue: Catalogue,
  order: Pick<Order, 'assetId' | 'units' | 'address'>,
  { amount, asset: name }: TestPayment,
): Promise<string> {
  const agreed = catalogue.get(order.assetId);
  const asset = name === undefined ? agreed : namedAsset(catalogue, agreed, name);
  const units = amount === undefined ? order.units : toUnits(amount, asset.decimals);
  if (units <= 0n) throw new Refusal(MESSAGE.quantityTooSmall);
  const { network } = findNetwork(networks, asset.chain.name);
  return payFromFaucet(network, { address: order.address, assetId: asset.id, units });
}

/** Mines blocks on one test network, or on all. */
export async function mineBlocks(
  networks: TestNetworks,
  chainName: string | undefined,
  blocks: number,
  now: number,
): Promise<TestNetworkTip[]> {
  const chosen = chainName === undefined ? [...networks.values()] : [findNetwork(networks, chainName)];
  const mined: TestNetworkTip[] = [];
  for (const { chain, network } of chosen) {
    await refuseUnbegun(network);
    let height = 0;
    for (let n = 0; n < blocks; n++) height = (await network.mine(now)).height;
    mined.push({ chain: chain.name, height });
  }
  return mined;
}

/** Undoes the newest blocks of a test network and mines others in their place. */
export async function reorganizeChain(
  networks: TestNetworks,
  chainName: string,
  depth: number,
  now: number,
): Promise<TestNetworkTip> {
  const { chain, network } = findNetwork(networks, chainName);
  await refuseUnbegun(network);
  await network.reorganize(depth, now);
  return { chain: chain.name, height: (await network.tip()).height };
}

/** Drops a waiting transaction, as a full mempool would. */
export async function dropTransaction(
  networks: TestNetworks,
  chainName: string,
  txid: string,
): Promise<void> {
  const { network } = findNetwork(networks, chainName);
  if (!(await network.drop(txid))) throw new Refusal(MESSAGE.transactionNotFound);
}

/** A network gets its treasury in the first block, when somebody begins to follow it. No other may take its place. */
async function refuseUnbegun(network: SimNetwork): Promise<void> {
  if ((await network.tip()).height === 0) throw new Refusal(MESSAGE.busy);
}

function findNetwork(networks: TestNetworks, chainName: string): TestNetwork {
  for (const network of networks.values()) {
    if (network.chain.name.toLowerCase() === chainName.toLowerCase()) return network;
  }
  throw new Refusal(MESSAGE.assetNotFound);
}

function namedAsset(catalogue: Catalogue, { chain }: Asset, name: string): Asset {
  const [first = '', second] = name.split(':');
  const asset = second === undefined ? catalogue.find(chain.name, first) : catalogue.find(first, second);
  if (asset === undefined) throw new Refusal(MESSAGE.assetNotFound);
  return asset;
}
