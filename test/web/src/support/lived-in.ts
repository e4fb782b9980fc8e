import { Customers, ETHEREUM_ADDRESS } from './customers.ts';
import { type OrdersInEveryState, ordersInEveryState } from './orders-in-every-state.ts';
import { proposeToSettle, settle } from './settle.ts';
import { aPayoutThatCannotBePaid } from './unpayable.ts';
import type { WebWorld } from './web-world.ts';

/** Nobody is called: no name ends so. */
const HOOK = 'https://shop.example/swapdesk';

/**
 * A desk that has been worked with: two affiliates, one of whom was paid and has named another address, a payment that waits for a second
 * operator and one that waits for its chain, a webhook that nobody takes, a payout that cannot be paid, a key, and an order in each state. An empty table shows nothing of how
 * a full one looks.
 */
export async function liveIn(world: WebWorld): Promise<OrdersInEveryState> {
  const customers = new Customers(world);
  await world.swapdesk('operator', 'create', 'bob', '--role', 'viewer');
  for (const [code, account, rate] of [
    ['friend', 'shop', '20%'],
    ['far-away-friends-2026', 'rival', '50%'],
  ] as const) {
    await world.swapdesk('refcode', 'create', code, '--account', account, '--rate', rate);
    const order = await customers.order({ refCode: code, quantity: 5_000 });
    await customers.pay(order);
    await customers.until(order, 4);
  }
  await world.swapdesk('webhook', 'create', HOOK, '--account', 'shop');
  await settle(world, customers, 'shop');
  await world.swapdesk('affiliate', 'address', 'shop', 'Ethereum', 'USDT', '--to', ETHEREUM_ADDRESS);
  await world.swapdesk('key', 'create', '--account', 'shop', '--for', 'read');
  const short = await customers.order({ mode: 'fixed', refCode: 'friend' });
  await customers.pay(short, 60);
  await customers.until(short, 7);
  const orders = await ordersInEveryState(world);
  await aPayoutThatCannotBePaid(world, await customers.order({ quantity: 7_000 }));
  // From here on Ethereum confirms nothing.
  await customers.takesBack(short);
  await proposeToSettle(world, 'rival');
  return orders;
}
