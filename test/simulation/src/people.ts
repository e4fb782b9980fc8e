import { addressForm } from '../../../packages/service/src/chains/address-forms.ts';
import { cancelOrder } from '../../../packages/service/src/orders/cancel.ts';
import { orderById } from '../../../packages/service/src/orders/read-orders.ts';
import { resolveOrder } from '../../../packages/service/src/orders/resolve.ts';
import { Refusal } from '../../../packages/service/src/refusal.ts';
import type { PlacedOrder } from './place-order.ts';
import type { World } from './world.ts';

/** A client cancels an order. */
export async function cancel(world: World): Promise<void> {
  const order = world.random.pick(world.orders);
  await asClient(world, `order ${order.id} is cancelled`, async () => {
    await cancelOrder(world.database, await orderById(world.database, order.id), world.clock.now());
  });
}

/** A client says what is to be done with a frozen order, or with surplus. */
export async function resolve(world: World): Promise<void> {
  const { random, database } = world;
  const order = random.pick(world.orders);
  const action = random.pick(['exchange', 'refund'] as const);
  const refund_address = action === 'refund' && random.chance(0.5) ? addressOf(order) : '';
  await asClient(world, `order ${order.id} is to ${action}`, async () => {
    const known = await orderById(database, order.id);
    await resolveOrder(database, known, { action, refund_address }, world.market(), 'test');
  });
}

/** An operator has looked at the orders that were held, and lets them go on. */
export async function release(world: World): Promise<void> {
  const { rows } = await world.database.query<{ id: number }>(
    `UPDATE orders SET resolution = 'exchange' WHERE status = 7 AND freeze_reason = 'OPERATOR' AND resolution IS NULL
     RETURNING id`,
  );
  for (const { id } of rows) world.log.say(`an operator releases order ${id}`);
}

/** An address that the service will take, another for each order. */
function addressOf({ id, chain }: PlacedOrder): string {
  if (chain.space === 'evm') return `0x${id.toString(16).padStart(40, '0')}`;
  return addressForm(chain.chain.spending === 'coins' ? (chain.space as 'bitcoin') : 'bitcoin').encode(
    new Uint8Array(33).fill(id),
    'test',
  );
}

/** What a client does is refused, or comes at a moment when the order is being worked on: both are allowed. */
async function asClient(world: World, what: string, act: () => Promise<void>): Promise<void> {
  const outcome = await act().then(
    () => 'done',
    (error: Error & { code?: string }) => {
      if (error instanceof Refusal) return error.reply;
      if (error.code === '55P03') return 'busy';
      throw error;
    },
  );
  world.log.say(`${what}: ${outcome}`);
}
