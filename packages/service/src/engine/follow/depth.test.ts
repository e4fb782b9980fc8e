import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Chain } from '../../chains/chain.ts';
import type { Order } from '../../orders/order.ts';
import { freeCoins } from '../payments/spendable.ts';
import { openWorld, type World } from '../testing/world.ts';

/** Confirmations grow with value. Bitcoin asks for two here, and a coin is worth 100,000 USDT. */

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

/** In how many blocks a deposit of so much counts. */
async function blocksUntilItCounts(order: Order): Promise<number> {
  for (let blocks = 1; blocks <= 20; blocks++) {
    await world.mine(1, 'Bitcoin');
    await world.round();
    const [row] = await world.rows<{ all: boolean }>(
      "SELECT bool_and(state = 'confirmed') AS all FROM deposit WHERE order_id = $1",
      [order.id],
    );
    if (row?.all) return blocks;
  }
  throw new Error('not within twenty blocks');
}

it.each([
  [0.05, 2],
  [0.24, 2],
  [0.25, 4],
  [2.4, 4],
  [2.5, 6],
  [9, 6],
])('%d BTC count after %d blocks, and the order says so', async (quantity, blocks) => {
  const order = await world.place({ from_quantity: quantity });
  await world.pay(order);
  await world.mine(1, 'Bitcoin');
  await world.round();
  expect((await world.shown(order)).fulls).toMatchObject([{ required: blocks, confirmations: 1 }]);
  expect(1 + (await blocksUntilItCounts(order))).toBe(blocks);
  await world.settle();
  await world.settle();
  expect(await world.status(order)).toBe(4);
});

it('in several transfers, all that has come counts together', async () => {
  const order = await world.place({ from_quantity: 0.2 });
  await world.pay(order, '0.2');
  await world.mine(1, 'Bitcoin');
  await world.round();
  await world.pay(order, '0.2');
  await world.mine(1, 'Bitcoin');
  await world.round();
  const required = (await world.shown(order)).fulls?.map((each) => each.required);
  expect(required).toContain(4);
});

it('is as the chain says where the setting is 0', async () => {
  world.settings = { ...world.settings, deep_from_usdt: 0 };
  const order = await world.place({ from_quantity: 5 });
  await world.pay(order);
  expect(await blocksUntilItCounts(order)).toBe(2);
});

it('what nobody can spend yet neither counts for its order nor is spent for another', async () => {
  const bitcoin = world.chains.find(({ name }) => name === 'Bitcoin') as Chain;
  const young: Chain = Object.create(bitcoin, {
    block: {
      value: async (...asked: Parameters<Chain['block']>) => {
        const block = await bitcoin.block(...asked);
        return (
          block && { ...block, transactions: block.transactions.map((each) => ({ ...each, maturity: 5 })) }
        );
      },
    },
  });
  world.chains = world.chains.map((chain) => (chain === bitcoin ? young : chain));
  const order = await world.place({});
  const txid = await world.pay(order);
  await world.mine(1, 'Bitcoin');
  await world.round();
  expect((await world.shown(order)).fulls).toMatchObject([{ required: 5, confirmations: 1 }]);
  const isFree = async () =>
    (await freeCoins(world.database, young)).some(({ spend }) => spend.startsWith(`${txid}:`));
  for (let blocks = 2; blocks <= 4; blocks++) {
    await world.mine(1, 'Bitcoin');
    await world.round();
    expect([blocks, await isFree(), await world.status(order)]).toEqual([blocks, false, 2]);
  }
  await world.mine(1, 'Bitcoin');
  await world.round();
  expect(await isFree()).toBe(true);
  await world.settle();
  expect(await world.status(order)).toBe(4);
});
