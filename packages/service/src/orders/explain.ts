import type { Factor } from '@swapdesk/contract';
import type { Catalogue } from '../catalog/catalogue.ts';
import { factorsOf } from '../pricing/factors.ts';
import { type QuotedUnits, quote } from '../pricing/quote.ts';
import type { Order } from './order.ts';

/** How an order's amounts come about, by what is stored with it. */
export interface ExplainedOrder {
  /** Of how much of the source they are. */
  readonly units: bigint;
  /** Of each entry. */
  readonly factors: readonly Factor[][];
  /** Entries that are to get something else than their factors give: those of which the part is given back. */
  readonly differing: readonly number[];
}

/**
 * An order is explained by what was agreed; one that was exchanged by what came, unless the amounts that were agreed are paid:
 * whichever gives what is to be paid.
 */
export function explainOrder(order: Order, catalogue: Catalogue): ExplainedOrder {
  const source = { decimals: catalogue.get(order.assetId).decimals, price: order.price };
  const entries = order.entries.map((entry) => ({
    ...entry,
    decimals: catalogue.get(entry.assetId).decimals,
    group: entry.assetId,
  }));
  const differing = (units: bigint) => {
    const quoted = quote(source, units, entries);
    return entries.flatMap((entry, n) => ((quoted[n] as QuotedUnits).units === entry.units ? [] : [n]));
  };
  const bases = [order.units, ...(order.receivedUnits > 0n ? [order.receivedUnits] : [])];
  const [best] = bases
    .map((units) => ({ units, differing: differing(units) }))
    .sort((a, b) => a.differing.length - b.differing.length);
  const { units } = best as { units: bigint };
  return { units, differing: differing(units), factors: factorsOf(source, units, entries) };
}
