import { openWorld, type World } from '../../engine/testing/world.ts';
import { foldLedger } from '../../ledger/balances.ts';
import type { Order } from '../../orders/order.ts';
import { foldResults } from '../../profit/fold-results.ts';
import { moreRanges, smallRanges } from './small-ranges.ts';

const DAY_S = 86_400;
export const STEPS = { ledger_entry: 50, order_event: 2 };

/** A desk of small ranges, with some orders of more than a year ago and some of now. */
export interface GrownWorld {
  readonly world: World;
  /** Finished long ago, but for the third, which is frozen. */
  readonly old: readonly Order[];
  readonly young: readonly Order[];
}

export async function openGrownWorld(): Promise<GrownWorld> {
  const world = await openWorld();
  await smallRanges(world.database, STEPS);
  const old = await swaps(world, ['0.05', '0.05', '0.01', '0.05', '0.05']);
  world.now += 400 * DAY_S;
  const young = await swaps(world, ['0.05', '0.05', '0.05']);
  return { world, old, young };
}

/** Orders for which so much is paid, each to its end. */
export async function swaps(world: World, amounts: readonly string[]): Promise<Order[]> {
  const orders: Order[] = [];
  for (const amount of amounts) {
    await moreRanges(world.database);
    const order = await world.place();
    await world.pay(order, amount);
    await world.settle();
    orders.push(order);
  }
  await foldLedger(world.database);
  await foldResults(world.database, () => world.now);
  return orders;
}
