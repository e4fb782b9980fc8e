import {
  CHILD_STATUS,
  type ListedOrder,
  type PlacedOrder,
  type QueriedOrder,
  TRANSACTION_STATUS,
} from '@swapdesk/contract';
import type { Catalogue } from '../catalog/catalogue.ts';
import { paymentUri } from '../chains/payment-uri.ts';
import { formatFixed } from '../money/fixed.ts';
import { fromUnits } from '../money/units.ts';
import { worthInUsdt } from '../money/worth.ts';
import { PAYOUT } from '../payouts/life.ts';
import { REASON } from '../payouts/reasons.ts';
import { isWorthRefunding, refundFee } from '../pricing/refund-fee.ts';
import type { Market } from '../pricing/terms.ts';
import { atMarket } from './at-market.ts';
import { delayedAssets } from './delayed.ts';
import type { Arrival, Departure, Order, OrderEntry } from './order.ts';
import { surplusReason, surplusState } from './surplus.ts';

/** Orders as the wire shows them. The interface's own words (`odr_volume`) are used here and nowhere further in. */

/** As order/list shows it. */
export function listedOrder(stored: Order, market: Market): ListedOrder {
  const order = atMarket(stored, market);
  return {
    ...head(order, market.catalogue),
    children: order.entries.map((entry) => listedChild(entry, market.catalogue)),
    input: inputs(order, market.catalogue),
    output: outputs(order, market.catalogue),
  };
}

/** As order/query shows it. Field by field, here and below: to spread the parts would take longer than all the rest. */
export function queriedOrder(stored: Order, market: Market): QueriedOrder {
  const order = atMarket(stored, market);
  const { catalogue } = market;
  const { chain, abbr, decimals, protocol } = catalogue.get(order.assetId);
  return {
    no: order.no,
    query_code: order.queryCode,
    chain: chain.name,
    abbr,
    address: order.address,
    exchange_model: order.mode,
    odr_volume: fromUnits(order.units, decimals),
    rel_volume: fromUnits(order.receivedUnits, decimals),
    addr_num: order.entries.length,
    price: formatFixed(order.price),
    status: order.status,
    create_at: order.createdAt,
    expire_at: order.expiresAt,
    payfor_at: order.paidAt,
    accept_at: order.acceptedAt,
    finish_at: order.finishedAt,
    freeze_at: order.frozenAt,
    delete_at: order.deletedAt,
    type: protocol,
    children: order.entries.map((entry, n) => queriedChild(order, entry, n, catalogue)),
    input: inputs(order, catalogue),
    output: outputs(order, catalogue),
    refund: refunds(order, catalogue),
    fulls: pending(order, catalogue),
    surplus: surplus(order, market),
    delayed: delayedAssets(order, catalogue).map(({ chain, abbr }) => ({ chain: chain.name, abbr })),
    freeze_reason: order.freezeReason ?? '',
    resolution: order.resolution ?? '',
    beyond_limits: order.isBeyondLimits,
    refund_address: order.refundAddress ?? '',
    late_until: order.lateUntil,
    payment_uri: uriOf(order, catalogue),
  };
}

function queriedChild(
  order: Order,
  entry: OrderEntry,
  n: number,
  catalogue: Catalogue,
): QueriedOrder['children'][number] {
  const { chain, abbr, decimals, protocol } = catalogue.get(entry.assetId);
  return {
    no: order.no,
    chain: chain.name,
    abbr,
    ratio: formatFixed(entry.share),
    amount: worthInUsdt(entry.units, entry.price, decimals),
    price: formatFixed(entry.price),
    volume: fromUnits(entry.units, decimals),
    address: entry.address,
    type: protocol,
    group_ratio: formatFixed(entry.groupShare),
    volume_origin: fromUnits(entry.unitsOrigin, decimals),
    status: entry.status,
    create_at: order.createdAt,
    finish_at: entry.finishedAt,
    output: entry.status === CHILD_STATUS.toBePaid ? null : outputs(order, catalogue, n),
    network_fee: fromUnits(entry.networkFeeUnits, decimals),
  };
}

/** Transfers that count. */
function inputs({ arrivals }: Order, catalogue: Catalogue): ListedOrder['input'] {
  return arrivals.filter(({ confirmedAt }) => confirmedAt > 0).map((arrival) => transfer(arrival, catalogue));
}

/** Transfers that do not count yet. */
function pending({ arrivals }: Order, catalogue: Catalogue): QueriedOrder['fulls'] {
  return arrivals
    .filter(({ confirmedAt }) => confirmedAt === 0)
    .map((arrival) => ({
      ...transfer(arrival, catalogue),
      confirmations: arrival.confirmations,
      required: catalogue.get(arrival.assetId).chain.confirmations + arrival.extraBlocks,
    }));
}

/** Transfers that do not count for the order, and what it would cost to give each back. */
function surplus(order: Order, market: Market): QueriedOrder['surplus'] {
  return order.arrivals.flatMap((arrival) => {
    const reason = surplusReason(order, arrival);
    if (reason === null) return [];
    const asset = market.catalogue.get(arrival.assetId);
    const { decimals } = asset;
    const fee = refundFee(arrival.assetId, market);
    const isWorthIt = fee !== null && isWorthRefunding(asset, arrival.units, fee);
    const left = isWorthIt ? arrival.units - fee : 0n;
    return [
      {
        ...transfer(arrival, market.catalogue),
        reason,
        state: surplusState(order, arrival),
        network_fee: fromUnits(fee ?? 0n, decimals),
        refund_volume: fromUnits(left, decimals),
      },
    ];
  });
}

function transfer({ assetId, txid, address, units, confirmedAt }: Arrival | Departure, catalogue: Catalogue) {
  const { chain, abbr, decimals } = catalogue.get(assetId);
  return {
    chain: chain.name,
    abbr,
    txid,
    to_addr: address,
    volume: fromUnits(units, decimals),
    update_at: confirmedAt,
  };
}

/** What was sent to the receivers, or to the one of an entry. */
function outputs({ no, departures }: Order, catalogue: Catalogue, ofEntry?: number): ListedOrder['output'] {
  return departures
    .filter(({ reason, entry }) => reason === REASON.output && (ofEntry === undefined || entry === ofEntry))
    .map((departure) => {
      const { chain, abbr, decimals } = catalogue.get(departure.assetId);
      return {
        order_no: no,
        chain: chain.name,
        abbr,
        txid: departure.txid,
        to_addr: departure.address,
        volume: fromUnits(departure.units, decimals),
        update_at: departure.confirmedAt,
        status: sentStatus(departure),
      };
    });
}

function refunds({ no, departures }: Order, catalogue: Catalogue): QueriedOrder['refund'] {
  return departures
    .filter(({ reason }) => reason !== REASON.output)
    .map((departure) => ({
      order_no: no,
      child_order_id: String(departure.id),
      from_addr: [...departure.from],
      type: catalogue.get(departure.assetId).protocol,
      ...transfer(departure, catalogue),
      status: departure.state === PAYOUT.failed ? TRANSACTION_STATUS.rolledBack : sentStatus(departure),
    }));
}

function sentStatus({ state }: Departure) {
  return state === PAYOUT.confirmed ? TRANSACTION_STATUS.confirmed : TRANSACTION_STATUS.confirming;
}

/** As order/place answers. */
export function placedOrder(
  order: Order,
  catalogue: Catalogue,
  publicUrl: string,
  manageCode: string | null,
): PlacedOrder {
  const { decimals } = catalogue.get(order.assetId);
  return {
    order_no: order.no,
    no: order.no,
    query_code: order.queryCode,
    ...(manageCode !== null && { manage_code: manageCode }),
    address: order.address,
    memo: '',
    from_quantity: fromUnits(order.units, decimals),
    expire_at: order.expiresAt,
    to: order.entries.map((entry) => placedEntry(entry, order.entries, catalogue)),
    payment_uri: uriOf(order, catalogue),
    status_url: `${publicUrl}/order/${order.queryCode}${manageCode === null ? '' : `#${manageCode}`}`,
  };
}

function uriOf({ assetId, address, units }: Order, catalogue: Catalogue): string {
  const { chain, contract, decimals } = catalogue.get(assetId);
  const amount = fromUnits(units, decimals);
  return paymentUri(chain.space, chain.name, { address, amount, units, contract, chainId: chain.evmChainId });
}

function placedEntry(
  entry: OrderEntry,
  all: readonly OrderEntry[],
  catalogue: Catalogue,
): PlacedOrder['to'][number] {
  const { chain, abbr, decimals } = catalogue.get(entry.assetId);
  const group = all.filter(({ assetId }) => assetId === entry.assetId);
  const groupUnits = group.reduce((sum, { unitsOrigin }) => sum + unitsOrigin, 0n);
  return {
    group_quantity: fromUnits(groupUnits, decimals),
    to_abbr: abbr,
    to_address: entry.address,
    to_chain: chain.name,
    to_group_ratio: formatFixed(entry.groupRatio ?? entry.groupShare),
    to_quantity: fromUnits(entry.unitsOrigin, decimals),
    to_ratio: formatFixed(entry.ratio),
  };
}

function head(order: Order, catalogue: Catalogue) {
  const { chain, abbr, decimals } = catalogue.get(order.assetId);
  return {
    no: order.no,
    query_code: order.queryCode,
    chain: chain.name,
    abbr,
    address: order.address,
    exchange_model: order.mode,
    odr_volume: fromUnits(order.units, decimals),
    rel_volume: fromUnits(order.receivedUnits, decimals),
    addr_num: order.entries.length,
    price: formatFixed(order.price),
    status: order.status,
    create_at: order.createdAt,
    expire_at: order.expiresAt,
    payfor_at: order.paidAt,
    accept_at: order.acceptedAt,
    finish_at: order.finishedAt,
    freeze_at: order.frozenAt,
    delete_at: order.deletedAt,
  };
}

function listedChild(entry: OrderEntry, catalogue: Catalogue): ListedOrder['children'][number] {
  const { chain, abbr, decimals } = catalogue.get(entry.assetId);
  return {
    chain: chain.name,
    abbr,
    ratio: formatFixed(entry.share),
    amount: worthInUsdt(entry.units, entry.price, decimals),
    price: formatFixed(entry.price),
    volume: fromUnits(entry.units, decimals),
    address: entry.address,
  };
}
