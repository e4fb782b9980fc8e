import { type Consequence, MESSAGE, type Message, ORDER_STATUS, type OrderAction } from '@swapdesk/contract';
import { DEPOSIT } from '../../deposits/life.ts';
import { readTreasury, type Treasury } from '../../ledger/treasury.ts';
import { arrivedOf, totalUnits } from '../../orders/decide.ts';
import { type NotResolved, retryDirection, whyNotResolved } from '../../orders/operate.ts';
import { FAILED_FOR_GOOD } from '../../payments/failed-for-good.ts';
import { PAYOUT, payoutIsNot, SETTLED } from '../../payouts/life.ts';
import { isOfEntry } from '../../payouts/reasons.ts';
import { isFeeOfNow, isWorthRefunding, refundFee } from '../../pricing/refund-fee.ts';
import type { Market } from '../../pricing/terms.ts';
import type { Queryable } from '../../store/database.ts';
import { planExchange } from './exchange-orders.ts';
import { judgedAt, loadOrders, type OpenOrder } from './load-orders.ts';

/** So much of an asset, and what becomes of it. */
export interface Effect {
  readonly what: Consequence['what'];
  readonly assetId: number;
  readonly units: bigint;
  /** To whom; empty: nobody. */
  readonly address: string;
}

/** What an action would do. Computed by the same functions that do it; nothing is written. */
export interface Preview {
  /** Null: it can be done. */
  readonly whyNot: Message | null;
  readonly statusAfter: number;
  readonly effects: readonly Effect[];
  /** Of the source asset, 10^-18 USDT; null where no price matters. */
  readonly price: bigint | null;
}

export const WHY_NOT: Record<NotResolved, Message> = {
  'not frozen': MESSAGE.notFrozen,
  'no refund address': MESSAGE.refundAddressNeeded,
  'already exchanged': MESSAGE.alreadyExchanged,
  'already refunded': MESSAGE.alreadyRefunded,
  'refund under way': MESSAGE.refundUnderWay,
};

const { exchanging, frozen, refunded } = ORDER_STATUS;

export async function previewAction(
  client: Queryable,
  orderId: number,
  action: OrderAction,
  refundAddress: string | null,
  market: Market,
): Promise<Preview> {
  const [order] = await loadOrders(client, [orderId], false);
  if (order === undefined) throw new Error(`order ${orderId} is gone`);
  if (action === 'freeze') return freezing(client, order);
  if (action === 'retry') return retrying(client, order);
  const why = await whyNotResolved(
    client,
    orderId,
    action === 'release' ? 'exchange' : 'refund',
    refundAddress,
  );
  if (why !== null) return impossible(WHY_NOT[why], order.status);
  return action === 'release'
    ? releasing(client, order, market, await readTreasury(client))
    : refunding(order, refundAddress ?? order.refundAddress ?? '', market);
}

async function freezing(client: Queryable, order: OpenOrder): Promise<Preview> {
  if (order.status !== exchanging) return impossible(MESSAGE.cannotFreeze, order.status);
  const payouts = await openPayouts(client, order.id);
  const effects = payouts.map(({ state, ...payout }) => ({
    ...payout,
    what: state === PAYOUT.ready ? ('is stopped' as const) : ('stays as it is' as const),
  }));
  return { whyNot: null, statusAfter: frozen, effects, price: null };
}

async function retrying(client: Queryable, order: OpenOrder): Promise<Preview> {
  const direction = await retryDirection(client, order.id);
  if (direction === null) return impossible(MESSAGE.nothingToRetry, order.status);
  const { rows } = await client.query<PayoutRow>(
    `SELECT f.asset_id, f.units, f.address, f.state FROM payout f WHERE f.order_id = $1 AND ${FAILED_FOR_GOOD} ORDER BY f.id`,
    [order.id],
  );
  const effects = rows.map(toPayout).map((payout) => ({ ...payout, what: 'is tried again' as const }));
  return {
    whyNot: null,
    statusAfter: direction === 'exchange' ? exchanging : refunded,
    effects,
    price: null,
  };
}

async function releasing(
  client: Queryable,
  order: OpenOrder,
  market: Market,
  treasury: Treasury,
): Promise<Preview> {
  const what = 'is paid out' as const;
  if (order.hasOutputs) {
    const effects = (await openPayouts(client, order.id)).map((payout) => ({ ...payout, what }));
    return { whyNot: null, statusAfter: exchanging, effects, price: null };
  }
  const own = arrivedOf(order, order.deposits, judgedAt(order, market.now));
  const toExchange = { deposits: own.map(({ id }) => id), units: totalUnits(own) };
  const plan = planExchange(order, toExchange, 'float', market, treasury);
  if (plan === 'no price') return impossible(MESSAGE.busy, order.status);
  if (typeof plan === 'string') return impossible(MESSAGE.cannotResolve, order.status);
  const effects = order.entries.map(({ assetId, address }, n) => ({
    what,
    assetId,
    units: plan.exchanged.entries[n]?.units ?? 0n,
    address,
  }));
  return { whyNot: null, statusAfter: exchanging, effects, price: plan.terms.price };
}

function refunding(order: OpenOrder, address: string, market: Market): Preview {
  const open = order.deposits.filter(({ state, isUsed }) => state === DEPOSIT.confirmed && !isUsed);
  const effects: Effect[] = [];
  for (const { assetId, units } of open) {
    const fee = refundFee(assetId, market);
    if (fee === null) return impossible(MESSAGE.busy, order.status);
    const isWorthIt = isWorthRefunding(market.catalogue.get(assetId), units, fee);
    if (!isWorthIt && !isFeeOfNow(assetId, market)) return impossible(MESSAGE.busy, order.status);
    if (!isWorthIt) effects.push({ what: 'stays with the treasury', assetId, units, address: '' });
    else {
      effects.push({ what: 'is given back', assetId, units: units - fee, address });
      effects.push({ what: 'is the network fee', assetId, units: fee, address: '' });
    }
  }
  return { whyNot: null, statusAfter: refunded, effects, price: null };
}

function impossible(whyNot: Message, status: number): Preview {
  return { whyNot, statusAfter: status, effects: [], price: null };
}

interface PayoutRow {
  asset_id: number;
  units: string;
  address: string;
  state: string;
}

/** Outputs that have not arrived, and what is given back instead of them. */
async function openPayouts(client: Queryable, orderId: number) {
  const { rows } = await client.query<PayoutRow>(
    `SELECT asset_id, units, address, state FROM payout
      WHERE order_id = $1 AND ${isOfEntry('payout')} AND ${payoutIsNot('payout', ...SETTLED)} ORDER BY id`,
    [orderId],
  );
  return rows.map((row) => ({ ...toPayout(row), state: row.state }));
}

function toPayout({ asset_id, units, address }: PayoutRow) {
  return { assetId: asset_id, units: BigInt(units), address };
}
