import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Chain } from '../../chains/chain.ts';
import { signingThrough } from '../../chains/testing/signing-through.ts';
import type { Order } from '../../orders/order.ts';
import { wrongsOf } from '../testing/books.ts';
import { openWorld, type World } from '../testing/world.ts';
import { askToCancel } from './cancelled-payments.ts';

const PATIENCE_S = 601;

let world: World;
let chains: Chain[];
beforeAll(async () => {
  world = await openWorld();
  chains = world.chains;
});
afterEach(async () => {
  world.chains = chains;
  await world.settle();
  expect(await wrongsOf(world)).toEqual([]);
});
afterAll(() => world.close());

/** Ethereum signs nothing for these receivers. */
function refuseTo(isRefused: (address: string, tries: number) => boolean): () => number {
  let tries = 0;
  const fault = (chain: Chain): Partial<Chain> =>
    signingThrough(chain, async (request, sign) => {
      const { address } = request.payees[0] as { address: string };
      if (!isRefused(address, tries)) return sign();
      tries++;
      throw new Error('not now');
    });
  world.chains = chains.map((chain) =>
    chain.name === 'Ethereum' ? Object.assign(Object.create(chain), fault(chain)) : chain,
  );
  return () => tries;
}

const addressOf = (n: number) => `0x5${String(n).padStart(39, '0')}`;

/** Orders whose payments on Ethereum wait for a block, each for a receiver of its own. */
async function stuck(count: number): Promise<Order[]> {
  const orders: Order[] = [];
  for (let n = 0; n < count; n++) {
    const to_address = [{ to_chain: 'Ethereum', to_abbr: 'ETH', to_address: addressOf(n + 1) }];
    const order = await world.place({ from_quantity: 0.01, to_address });
    await world.pay(order);
    orders.push(order);
  }
  await world.mine(2, 'Bitcoin');
  await world.round();
  await world.round();
  world.now += PATIENCE_S;
  return orders;
}

const versionsOf = async ({ id }: Order) =>
  (
    await world.rows<{ payments: number }>(
      `SELECT count(*) AS payments FROM attempt a JOIN payout o USING (payment_id)
        WHERE o.order_id = $1`,
      [id],
    )
  )[0]?.payments;

it('a payment that cannot be replaced is told of once, and tried less and less often', async () => {
  const [order] = await stuck(1);
  const tries = refuseTo(() => true);
  const told = () => world.warnings.filter((each) => each === 'a payment could not be replaced').length;
  const before = told();
  const after: number[] = [];
  for (let minute = 0; minute <= 16; minute++) {
    await world.round();
    after.push(tries());
    world.now += 60;
  }
  // At once, and after 1, 2, 4 and 8 minutes more.
  expect(after).toEqual([1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5]);
  expect(told()).toBe(before + 1);
  world.chains = chains;
  world.now += 3_600;
  await world.round();
  expect(await versionsOf(order as Order)).toBe(2);
});

it('those that cannot be replaced are in nobody else’s way', async () => {
  const orders = await stuck(13);
  // The first twelve: more than are looked at in one round.
  refuseTo((address) => Number(address.slice(-4)) <= 12);
  await world.round();
  await world.round();
  expect(await versionsOf(orders[0] as Order)).toBe(1);
  expect(await versionsOf(orders[12] as Order)).toBe(2);
});

it('one that also pays somebody whom the store has forgotten is neither replaced nor cancelled', async () => {
  const [order] = (await stuck(1)) as [Order];
  const [first] = await world.rows<{ id: number }>(
    'UPDATE payment SET is_partly = true WHERE id = (SELECT payment_id FROM payout WHERE order_id = $1) RETURNING id',
    [order.id],
  );
  const family = () => world.rows('SELECT id FROM attempt WHERE payment_id = $1', [first?.id as number]);
  await world.round();
  expect(await family()).toHaveLength(1);
  expect(await askToCancel(world.database, first?.id as number, world.now)).toBe('pays others too');
  // Any other would have been.
  await world.rows('UPDATE payment SET is_partly = false');
  await world.round();
  expect(await family()).toHaveLength(2);
});
