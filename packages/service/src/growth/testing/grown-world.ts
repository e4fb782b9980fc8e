import { openWorld, type Past, type World } from '../../engine/testing/world.ts';
import { foldLedger } from '../../ledger/balances.ts';
import type { Order } from '../../orders/order.ts';
import { orderById } from '../../orders/reading/read-orders.ts';
import { foldResults } from '../../profit/fold-results.ts';
import { moreRanges, smallRanges } from './small-ranges.ts';

const DAY_S = 86_400;
export const STEPS = { ledger_entry: 50, order_event: 2 };
/** Less than was agreed at a fixed price: such an order is frozen. */
const TOO_LITTLE = '0.01';
const OLD = ['0.05', '0.05', TOO_LITTLE, '0.05', '0.05'];
const YOUNG = ['0.05', '0.05', '0.05'];

/** A desk of small ranges, with some orders of more than a year ago and some of now. */
export interface GrownWorld {
  readonly world: World;
  /** Finished long ago, but for the third, which is frozen. */
  readonly old: readonly Order[];
  readonly young: readonly Order[];
}

const PAST: Past = [
  'swapdesk_grown_world',
  async (world) => {
    await smallRanges(world.database, STEPS);
    await swaps(world, OLD);
    world.now += 400 * DAY_S;
    await swaps(world, YOUNG);
  },
];

export async function openGrownWorld(): Promise<GrownWorld> {
  const world = await openWorld(undefined, PAST);
  world.now += 400 * DAY_S;
  const ids = await world.rows<{ id: number }>('SELECT id FROM orders ORDER BY id');
  const orders = await Promise.all(ids.map(({ id }) => orderById(world.database, id)));
  return { world, old: orders.slice(0, OLD.length), young: orders.slice(OLD.length) };
}

/** Orders for which so much is paid, each to its end. */
export async function swaps(world: World, amounts: readonly string[]): Promise<void> {
  for (const amount of amounts) {
    await moreRanges(world.database);
    const order = await world.place(amount === TOO_LITTLE ? { exchange_mode: 'fixed' } : {});
    await world.pay(order, amount);
    await world.settle();
  }
  await foldLedger(world.database);
  await foldResults(world.database, () => world.now);
}
