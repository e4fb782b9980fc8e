import type { Mode } from '../../catalog/catalogue.ts';
import { USE } from '../../deposits/life.ts';
import { useDeposits } from '../../deposits/use-deposits.ts';
import { post } from '../../ledger/post.ts';
import type { Treasury } from '../../ledger/treasury.ts';
import { formatFixed } from '../../money/fixed.ts';
import { countExcess, type Excess } from '../../orders/day-room.ts';
import { type Exchanged, type ExchangeEntry, exchange } from '../../orders/exchange.ts';
import { termsOfNow } from '../../orders/terms-of-now.ts';
import { writeOutputs } from '../../payouts/write-payouts.ts';
import type { Market } from '../../pricing/terms.ts';
import type { Queryable } from '../../store/database.ts';
import type { OpenOrder } from './load-orders.ts';

/** Deposits that are exchanged together, and how much they are. */
export type Exchangeable = Pick<PlannedExchange, 'deposits' | 'units'>;

/** An exchange whose amounts are fixed and whose payouts are reserved, but of which nothing is written yet. */
export interface PlannedExchange {
  readonly order: OpenOrder;
  readonly mode: Mode;
  /** What is exchanged, and how much that is. */
  readonly deposits: readonly number[];
  readonly units: bigint;
  readonly terms: ExchangeTerms;
  readonly exchanged: Exchanged;
  /** What counts for limits of the day beyond what was counted before; null: nothing. */
  readonly excess: Excess | null;
}

export type NotPlanned = 'no price' | 'too large' | 'reserved' | 'impossible';

/**
 * Plans the exchange of some of an order's confirmed deposits: fixes prices and amounts, and takes the payouts from
 * the treasury. `fixed` keeps what was agreed; `float` takes the rate of now. It may be that there is no fresh price, or none
 * for so much, that the treasury has enough but has promised it to others, that it has not, that an entry would get nothing, or
 * that no signer would let go so much.
 */
export function planExchange(
  order: OpenOrder,
  { deposits, units }: Exchangeable,
  mode: Mode,
  market: Market,
  treasury: Treasury,
  excess: Excess | null = null,
): PlannedExchange | NotPlanned {
  const terms = mode === 'fixed' ? agreedTerms(order, market) : termsOfNow(order, units, market);
  if (terms === 'too large') return order.wasPaid ? 'no price' : terms;
  if (terms === 'no price') return terms;
  const { price, entries } = terms;
  const source = { decimals: market.catalogue.get(order.assetId).decimals, price };
  const agreed = mode === 'fixed' ? order.units : units;
  const exchanged = exchange({ id: order.id, assetId: order.assetId, source }, units, entries, agreed);
  if (exchanged.entries.some((entry) => entry.units <= 0n)) return 'impossible';
  const payouts = entries.map(({ assetId }, n) => ({
    assetId,
    ...(exchanged.entries[n] as Exchanged['entries'][number]),
  }));
  const taken = isBeyondLimit(market, payouts) ? 'impossible' : take(treasury, order, payouts, market);
  // What was paid before the store went back has been paid, however little there seems to be now.
  if (taken !== 'taken' && !order.wasPaid) return taken;
  return { order, mode, deposits, units, terms, exchanged, excess };
}

/** Books planned exchanges and writes what has to be paid. All of them, or it throws. */
export async function writeExchanges(
  client: Queryable,
  exchanges: readonly PlannedExchange[],
  at: number,
): Promise<void> {
  const orderIds = exchanges.map(({ order }) => order.id);
  const postings = exchanges.map(({ order, exchanged }) => ({
    ...exchanged.posting,
    why: `order ${order.id} exchanged`,
  }));
  await post(client, postings, at);
  await client.query({
    name: 'exchange-orders',
    text: `
      UPDATE orders o SET received_units = t.units, price = t.price
        FROM unnest($1::bigint[], $2::numeric[], $3::numeric[]) AS t (id, units, price) WHERE o.id = t.id`,
    values: [
      orderIds,
      exchanges.map(({ units }) => String(units)),
      exchanges.map(({ terms }) => formatFixed(terms.price)),
    ],
  });
  await writeEntries(client, exchanges);
  await useDeposits(
    client,
    exchanges.flatMap(({ deposits }) => deposits),
    USE.exchange,
  );
  await writeOutputs(client, orderIds, at);
  await countExcess(
    client,
    exchanges.flatMap(({ excess }) => excess ?? []),
  );
}

/** Each by its number in the store, all of them or it throws: what is written here is what is paid. */
async function writeEntries(client: Queryable, exchanges: readonly PlannedExchange[]): Promise<void> {
  const entries = exchanges.flatMap(({ order, terms, exchanged }) =>
    terms.entries.map(({ price, networkFeeUnits, feePpm, skewPpm = 0, premiumPpm = 0 }, n) => ({
      orderId: order.id,
      n,
      price,
      networkFeeUnits,
      feePpm,
      skewPpm,
      premiumPpm,
      ...(exchanged.entries[n] as Exchanged['entries'][number]),
    })),
  );
  const { rows } = await client.query<{ there: number; written: number }>({
    name: 'exchange-entries',
    text: `
      WITH numbered AS (
        -- As they were read: in the order of their numbers, whatever these are.
        SELECT order_id, entry, row_number() OVER (PARTITION BY order_id ORDER BY entry) - 1 AS nth
          FROM order_entry WHERE order_id = ANY ($1::bigint[])
      ), written AS (
      UPDATE order_entry e SET price = t.price, units = t.units, fee_units = t.fee_units, network_fee_units = t.network,
                               fee_ppm = t.fee_ppm, premium_ppm = t.premium_ppm, skew_ppm = t.skew_ppm, markup_units = t.markup_units
        FROM unnest($1::bigint[], $2::int[], $3::numeric[], $4::numeric[], $5::numeric[], $6::numeric[], $7::int[], $8::int[], $9::int[],
                    $10::numeric[])
               AS t (order_id, nth, price, units, fee_units, network, fee_ppm, premium_ppm, skew_ppm, markup_units)
               JOIN numbered USING (order_id, nth)
       WHERE e.order_id = numbered.order_id AND e.entry = numbered.entry RETURNING 1)
      SELECT (SELECT count(*) FROM numbered)::int AS there, (SELECT count(*) FROM written)::int AS written`,
    values: [
      entries.map(({ orderId }) => orderId),
      entries.map(({ n }) => n),
      entries.map(({ price }) => formatFixed(price)),
      entries.map(({ units }) => String(units)),
      entries.map(({ feeUnits }) => String(feeUnits)),
      entries.map(({ networkFeeUnits }) => String(networkFeeUnits)),
      entries.map(({ feePpm }) => feePpm),
      entries.map(({ premiumPpm }) => premiumPpm),
      entries.map(({ skewPpm }) => skewPpm),
      entries.map(({ markupUnits }) => String(markupUnits)),
    ],
  });
  if (rows[0]?.there !== entries.length || rows[0].written !== entries.length)
    throw new Error(`${entries.length} entries are exchanged, not those that are there`);
}

interface ExchangeTerms {
  readonly price: bigint;
  readonly entries: readonly ExchangeEntry[];
}

function agreedTerms({ price, entries }: OpenOrder, { catalogue }: Market): ExchangeTerms {
  return {
    price,
    entries: entries.map((entry) => ({
      ...entry,
      group: entry.assetId,
      decimals: catalogue.get(entry.assetId).decimals,
    })),
  };
}

interface PlannedPayout {
  readonly assetId: number;
  readonly units: bigint;
  readonly worth: bigint;
}

function isBeyondLimit({ catalogue }: Market, payouts: readonly PlannedPayout[]): boolean {
  return payouts.some(({ assetId, units }) => {
    const limit = catalogue.get(assetId).payoutLimitUnits;
    return limit !== undefined && units > limit;
  });
}

/**
 * Takes the payouts from what is free, and what their networks ask for them, all of it or nothing: a promise of the
 * last coin could not be paid for want of its fee. An order for which something is reserved takes that, and comes before
 * others of its kind if there is less than was promised.
 */
function take(
  { free, promised }: Treasury,
  { reserved }: OpenOrder,
  payouts: readonly PlannedPayout[],
  { catalogue }: Market,
): 'taken' | 'reserved' | 'impossible' {
  const needed = new Map<number, bigint>();
  const need = (assetId: number, units: bigint) => needed.set(assetId, (needed.get(assetId) ?? 0n) + units);
  for (const { assetId, units, worth } of payouts) {
    const { chain, transferCost } = catalogue.get(assetId);
    const native = catalogue.native(chain).id;
    const cost = assetId === native ? transferCost : 0n;
    need(assetId, worth > units + cost ? worth : units + cost);
    if (assetId !== native) need(native, transferCost);
  }
  const of = (units: ReadonlyMap<number, bigint>, assetId: number) => units.get(assetId) ?? 0n;
  const available = (assetId: number) => of(free, assetId) + (reserved.size > 0 ? of(promised, assetId) : 0n);
  const lacking = [...needed].filter(([assetId, units]) => units > available(assetId));
  if (lacking.length > 0) {
    const isThere = lacking.every(([assetId, units]) => units <= of(free, assetId) + of(promised, assetId));
    return isThere ? 'reserved' : 'impossible';
  }
  for (const [assetId, units] of needed) free.set(assetId, of(free, assetId) - units);
  for (const [assetId, units] of reserved) {
    free.set(assetId, of(free, assetId) + units);
    promised.set(assetId, of(promised, assetId) - units);
  }
  return 'taken';
}
