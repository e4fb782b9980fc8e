import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Chain } from '../../chains/chain.ts';
import { openWorld, type World } from '../testing/world.ts';
import { AwaitedOrders } from './awaited-orders.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

it('an order is awaited from its placement until a minute after it expires, and no other asset is', async () => {
  let nowMs = 0;
  const awaited = new AwaitedOrders(() => nowMs);
  const isAny = (assetId: number) => {
    nowMs += 1_000;
    return awaited.isAny(world.database, [assetId], world.now);
  };
  const [bitcoin, ether] = ['Bitcoin:BTC', 'Ethereum:ETH'].map((name) => {
    const [chain = '', abbr = ''] = name.split(':');
    return world.market().catalogue.find(chain, abbr)!.id;
  }) as [number, number];
  expect(await isAny(bitcoin)).toBe(false);
  const first = await world.place({});
  expect([await isAny(bitcoin), await isAny(ether)]).toEqual([true, false]);
  world.now = first.expiresAt + 60;
  expect(await isAny(bitcoin)).toBe(true);
  world.now++;
  expect(await isAny(bitcoin)).toBe(false);
  // The next one is found although those before are not read again.
  await world.place({});
  expect(await isAny(bitcoin)).toBe(true);
  // One that is paid is not awaited any more, some time later; also where the store has gone back.
  await world.rows('UPDATE orders SET status = 2 WHERE status = 1');
  nowMs += 30_000;
  expect(await isAny(bitcoin)).toBe(false);
  await world.rows('UPDATE orders SET status = 1 WHERE status = 2');
  nowMs += 30_000;
  expect(await isAny(bitcoin)).toBe(true);
  // Another node that begins now finds it too.
  expect(await new AwaitedOrders().isAny(world.database, [bitcoin], world.now)).toBe(true);
});

/** A chain whose node is asked once in a thousand seconds while nothing is expected, with what it is asked for. */
function seldomAsked(chain: Chain): { chain: Chain; asked: string[] } {
  const asked: string[] = [];
  const noting = (what: string, call: (given: never) => unknown) => ({
    value: (given: never) => {
      asked.push(what);
      return call(given);
    },
  });
  const seldom: Chain = Object.create(chain, {
    poll: { value: { busyS: 0, idleS: 1_000 } },
    tip: noting('tip', () => chain.tip()),
    sign: noting('sign', (request: never) => chain.sign(request)),
    mempool: {
      value: (watch: never, isIdle: boolean) => {
        asked.push(isIdle ? 'glance' : 'mempool');
        return chain.mempool(watch);
      },
    },
  });
  return { chain: seldom, asked };
}

it('a chain that is asked seldom is asked at once when an order waits or a payout is due, and before it is signed', async () => {
  const chains = world.chains.map(seldomAsked);
  world.chains = chains.map(({ chain }) => chain);
  await world.settle();
  const asked = chains.map((each) => each.asked);
  // The first rounds of a process look at everything; then nothing happens.
  world.now += 4_000;
  for (let n = 0; n < 5; n++) await world.round();
  for (const each of asked) each.length = 0;
  for (let n = 0; n < 5; n++) await world.round();
  expect(asked).toEqual(world.chains.map(() => []));

  const order = await world.place({});
  await world.pay(order, '0.01');
  // New orders are looked for twice a second, whatever time it is in this world.
  const settled = async () => {
    await world.settle();
    return world.status(order);
  };
  await expect.poll(settled, { timeout: 30_000 }).toBe(4);
  const [bitcoin, ethereum] = asked as [string[], string[]];
  expect(bitcoin).toContain('tip');
  const signed = ethereum.indexOf('sign');
  expect(signed).toBeGreaterThan(0);
  expect(ethereum.slice(0, signed)).toContain('mempool');
  // The mempool was read, not glanced at, in the round that signed.
  expect(ethereum.slice(0, signed).findLast((what) => what !== 'tip')).toBe('mempool');
});
