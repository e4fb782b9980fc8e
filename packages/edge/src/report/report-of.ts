import { type ListedAsset, ORDER_STATUS, type QueriedOrder } from '@swapdesk/client';
import { readAssetId } from '../asset-id.ts';
import { evmChainIdOf } from '../chain-ids.ts';
import { toNative } from '../native-amount.ts';
import { edgeStatusOf } from '../status.ts';
import type { ReportedTransaction } from './reported-transaction.ts';

const ENDED: readonly number[] = [ORDER_STATUS.completed, ORDER_STATUS.refunded];

/** An order as Edge reports it: what was agreed until something came, then what came. */
export function reportOf(order: QueriedOrder, listed: readonly ListedAsset[]): ReportedTransaction {
  const [child] = order.children;
  if (child === undefined) throw new Error(`the order ${order.no} has no receiver`);
  const source = reported(listed, order, hasCome(order) ? order.rel_volume : order.odr_volume);
  const destination = reported(listed, child, child.volume);
  return {
    orderId: order.query_code,
    status: edgeStatusOf(order.status),
    createdDate: dateOf(order.create_at),
    completedDate: ENDED.includes(order.status) ? dateOf(order.finish_at) : null,
    sourceNetwork: source.network,
    sourceTokenId: source.tokenId,
    sourceCurrencyCode: order.abbr,
    sourceAmount: source.amount,
    sourceEvmChainId: source.evmChainId,
    destinationNetwork: destination.network,
    destinationTokenId: destination.tokenId,
    destinationCurrencyCode: child.abbr,
    destinationAmount: destination.amount,
    destinationEvmChainId: destination.evmChainId,
    payinAddress: order.address,
    payoutAddress: child.address,
    payinTxid: (order.input[0] ?? order.fulls[0])?.txid ?? null,
    payoutTxid: child.output?.[0]?.txid ?? null,
  };
}

const hasCome = ({ rel_volume }: QueriedOrder) => !/^0(?:\.0*)?$/.test(rel_volume);

/** An asset by its names in the desk's list. */
function reported(
  listed: readonly ListedAsset[],
  { chain, abbr }: Pick<ListedAsset, 'chain' | 'abbr'>,
  amount: string,
) {
  const asset = listed.find((each) => each.chain === chain && each.abbr === abbr);
  if (asset?.caip19 === undefined) throw new Error(`the desk does not list ${abbr} on ${chain}`);
  const { chainId, contract } = readAssetId(asset.caip19);
  return {
    network: chainId,
    tokenId: contract,
    amount: toNative(amount, asset.decimal),
    evmChainId: evmChainIdOf(chainId),
  };
}

const dateOf = (seconds: number) => new Date(seconds * 1_000).toISOString();
