import type { QueriedOrder } from '@swapdesk/contract';
import { type Decimal, formatQueryCode } from '@swapdesk/contract/plain';
import type { Asset } from './assets.ts';
import { type CallOptions, type Exact, get, post } from './call.ts';
import type { Mode } from './service.ts';

export type AssetName = Pick<Asset, 'abbr' | 'chain'>;

/** An order as its page shows it. Times are Unix seconds; 0 means that it has not happened. */
export interface Order {
  readonly no: string;
  readonly code: string;
  readonly mode: Mode;
  readonly status: number;
  readonly asset: AssetName;
  /** Where to pay. */
  readonly address: string;
  readonly paymentUri: string;
  readonly agreed: Decimal;
  readonly arrived: Decimal;
  /** Of what is sent, in USDT. */
  readonly price: Decimal;
  readonly placedAt: number;
  readonly expiresAt: number;
  readonly lateUntil: number;
  readonly acceptedAt: number;
  readonly finishedAt: number;
  readonly frozenAt: number;
  readonly deletedAt: number;
  readonly freezeReason: string;
  readonly resolution: string;
  /** Only the operator may have it exchanged. */
  readonly isBeyondLimits: boolean;
  readonly refundAddress: string;
  readonly entries: readonly OrderEntry[];
  readonly deposits: readonly Deposit[];
  readonly refunds: readonly Departure[];
  /** Transfers that do not count for the order. They are among the deposits too. */
  readonly surplus: readonly Surplus[];
  /** In which something of it waits to be sent, because nothing is paid out in them now. */
  readonly delayed: readonly AssetName[];
}

/** What one receiver gets. */
export interface OrderEntry {
  readonly asset: AssetName;
  readonly address: string;
  readonly quantity: Decimal;
  /** What was said when the order was placed. */
  readonly promised: Decimal;
  /** Its part of what is sent, from 0 to 1. */
  readonly share: Decimal;
  /** In USDT. */
  readonly price: Decimal;
  readonly sent: readonly Departure[];
}

/** A transfer to the order's address. */
export interface Deposit {
  readonly asset: AssetName;
  readonly txid: string;
  readonly amount: Decimal;
  /** While it is not deep enough: how deep it is, and must be. */
  readonly depth: { readonly confirmations: number; readonly required: number } | null;
  readonly confirmedAt: number;
}

/** A transfer to the order's address that the order does not use. */
export interface Surplus {
  readonly asset: AssetName;
  readonly txid: string;
  readonly amount: Decimal;
  readonly reason: QueriedOrder['surplus'][number]['reason'];
  readonly state: QueriedOrder['surplus'][number]['state'];
  /** What giving it back costs now. */
  readonly fee: Decimal;
  /** What would arrive then; 0: it is not worth its fee. */
  readonly back: Decimal;
}

/** A transfer to a receiver, or back. */
export interface Departure {
  readonly asset: AssetName;
  readonly txid: string;
  readonly address: string;
  readonly amount: Decimal;
  readonly status: number;
  readonly confirmedAt: number;
}

export async function loadOrder(code: string, options: CallOptions = {}): Promise<Order> {
  return orderOf((await get('/openapi/order/query', { query_code: code }, options)) as WireOrder);
}

/** An order, and the code that lets one decide about it. */
export interface ManagedOrder {
  readonly code: string;
  readonly manageCode: string;
}

/** Says what is to become of an order that is frozen. */
export async function resolveOrder(
  { code, manageCode }: ManagedOrder,
  action: 'exchange' | 'refund',
  refundAddress: string,
): Promise<void> {
  const refund_address = refundAddress === '' ? undefined : refundAddress;
  await post('/openapi/order/resolve', { ...namesOf(code, manageCode), action, refund_address });
}

export async function cancelOrder({ code, manageCode }: ManagedOrder): Promise<void> {
  await post('/openapi/order/cancel', namesOf(code, manageCode));
}

/** Never in the address of a request: addresses are logged. */
function namesOf(code: string, manageCode: string): Readonly<Record<string, string>> {
  return { query_code: code, manage_code: manageCode };
}

/** On test networks: pays an order from the faucet. */
export async function payTestOrder(code: string): Promise<void> {
  await post('/testnet/pay', { query_code: code });
}

type Wire = { readonly [name: string]: unknown };
type WireTransfer = Wire & Exact<QueriedOrder['input'][number], 'volume' | 'update_at'>;
type WireDepth = { readonly confirmations?: Decimal; readonly required?: Decimal };
type WireSent = WireTransfer & { readonly status: Decimal };
type Child = QueriedOrder['children'][number];
type WireChild = Omit<Exact<Child, 'volume' | 'volume_origin' | 'ratio' | 'price'>, 'output'> & {
  readonly output: readonly WireSent[] | null;
};
type Times = 'create_at' | 'expire_at' | 'late_until' | 'accept_at' | 'finish_at' | 'freeze_at' | 'delete_at';
type Numbers = Times | 'status' | 'odr_volume' | 'rel_volume' | 'price';
type WireSurplus = Exact<QueriedOrder['surplus'][number], 'volume' | 'network_fee' | 'refund_volume'>;
type WireOrder = Omit<Exact<QueriedOrder, Numbers>, 'children' | 'input' | 'fulls' | 'refund' | 'surplus'> & {
  readonly children: readonly WireChild[];
  readonly input: readonly WireTransfer[];
  readonly fulls: readonly (WireTransfer & WireDepth)[];
  readonly refund: readonly WireSent[];
  readonly surplus: readonly WireSurplus[];
};

function orderOf(wire: WireOrder): Order {
  return {
    no: wire.no,
    code: formatQueryCode(wire.query_code),
    mode: wire.exchange_model,
    status: whole(wire.status),
    asset: { abbr: wire.abbr, chain: wire.chain },
    address: wire.address,
    paymentUri: wire.payment_uri,
    agreed: wire.odr_volume,
    arrived: wire.rel_volume,
    price: wire.price,
    placedAt: whole(wire.create_at),
    expiresAt: whole(wire.expire_at),
    lateUntil: whole(wire.late_until),
    acceptedAt: whole(wire.accept_at),
    finishedAt: whole(wire.finish_at),
    frozenAt: whole(wire.freeze_at),
    deletedAt: whole(wire.delete_at),
    freezeReason: wire.freeze_reason,
    resolution: wire.resolution,
    isBeyondLimits: wire.beyond_limits,
    refundAddress: wire.refund_address,
    entries: wire.children.map(({ abbr, chain, address, volume, volume_origin, ratio, price, output }) => ({
      asset: { abbr, chain },
      address,
      quantity: volume,
      promised: volume_origin,
      share: ratio,
      price,
      sent: (output ?? []).map(departureOf),
    })),
    deposits: [...wire.input, ...wire.fulls].map(depositOf),
    refunds: wire.refund.map(departureOf),
    surplus: wire.surplus.map(surplusOf),
    delayed: wire.delayed,
  };
}

function depositOf({ abbr, chain, txid, volume, update_at, ...more }: WireTransfer & WireDepth): Deposit {
  const { confirmations, required } = more;
  const isDeepEnough = confirmations === undefined || required === undefined;
  return {
    asset: { abbr, chain },
    txid,
    amount: volume,
    depth: isDeepEnough ? null : { confirmations: whole(confirmations), required: whole(required) },
    confirmedAt: whole(update_at),
  };
}

function surplusOf({ abbr, chain, txid, volume, reason, state, ...more }: WireSurplus): Surplus {
  const { network_fee, refund_volume } = more;
  return {
    asset: { abbr, chain },
    txid,
    amount: volume,
    reason,
    state,
    fee: network_fee,
    back: refund_volume,
  };
}

function departureOf({ abbr, chain, txid, to_addr, volume, status, update_at }: WireSent): Departure {
  return {
    asset: { abbr, chain },
    txid,
    address: to_addr,
    amount: volume,
    status: whole(status),
    confirmedAt: whole(update_at),
  };
}

function whole(number: Decimal): number {
  return number.toInteger() ?? 0;
}
