import { vi } from 'vitest';
import { Customers, type Placed } from './customers.ts';
import type { WebWorld } from './web-world.ts';

/** What an order's page has to show: each is another page. */
type State = 'waiting' | 'seen' | 'completed' | 'stopped' | 'surplus' | 'expired' | 'refunded' | 'cancelled';

export type OrdersInEveryState = Readonly<Record<State, Placed>>;

const PATIENCE_MS = 60_000;
const LOOKS_EVERY_MS = 250;

/** More than a chain mines by itself while they are looked at. */
const CONFIRMATIONS = '10000';

/** Orders of one world, one in each state, in which they stay. */
export async function ordersInEveryState(world: WebWorld): Promise<OrdersInEveryState> {
  const customers = new Customers(world);
  const completed = await customers.order();
  const stopped = await customers.order({ mode: 'fixed' });
  const refunded = await customers.order({ mode: 'fixed' });
  const surplus = await customers.order();
  const cancelled = await customers.order();
  await customers.cancels(cancelled);
  await customers.pay(completed);
  await customers.pay(stopped, 60);
  await customers.pay(refunded, 60);
  await customers.pay(surplus, 0.5, 'ETH');
  await customers.until(completed, 4);
  await customers.until(stopped, 7);
  await customers.until(refunded, 7);
  await customers.takesBack(refunded);
  await customers.until(refunded, 5);
  await customers.untilSurplus(surplus);
  const expired = await orderThatExpires(world, customers);
  const waiting = await customers.order({ quantity: 12_345.678901 });
  // The last: no other would be confirmed any more.
  await world.swapdesk('chain', 'set', 'Ethereum', '--confirmations', CONFIRMATIONS);
  await world.restart();
  const seen = await customers.order();
  await customers.pay(seen);
  await customers.waits(seen, 2);
  return { waiting, seen, completed, stopped, surplus, expired, refunded, cancelled };
}

/** A fixed price, for two seconds. */
async function orderThatExpires({ store, service }: WebWorld, customers: Customers): Promise<Placed> {
  const { database } = store;
  const holds = async () => {
    const answer = await (await fetch(`${service.url}/openapi/service`)).json();
    return (answer as { data: { fixed_lifetime: number } }).data.fixed_lifetime === 2;
  };
  const until = (isSo: boolean) =>
    vi.waitUntil(async () => (await holds()) === isSo, { timeout: PATIENCE_MS, interval: LOOKS_EVERY_MS });
  await database.query("INSERT INTO setting (name, value) VALUES ('fixed_lifetime_s', 2)");
  await until(true);
  const order = await customers.order({ mode: 'fixed' });
  await customers.waits(order, 8);
  await database.query("DELETE FROM setting WHERE name = 'fixed_lifetime_s'");
  await until(false);
  return order;
}
