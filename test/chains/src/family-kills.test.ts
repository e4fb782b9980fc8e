import { afterAll, beforeAll, expect, it } from 'vitest';
import { volume } from '../../support/volume.ts';
import { wrongsOf } from './family-books.ts';
import { CHAIN_IDS, type Family } from './family-networks.ts';
import { FamilyOrders } from './family-orders.ts';
import { FamilyWorld } from './family-world.ts';
import { Killer, MOMENTS, type Moment } from './kill-moments.ts';

/** TRON and Solana as `npm start` opens them, with the keys in the process that is killed. */

const KILLS = volume(1, 50);
const OPEN_ORDERS = 4;
const FAMILIES = Object.keys(CHAIN_IDS) as Family[];

let world: FamilyWorld;
let orders: FamilyOrders;
beforeAll(async () => {
  world = await FamilyWorld.open();
  orders = new FamilyOrders(world);
});
afterAll(() => world?.close());

/** In turn: each moment of clients' payments, and then of those between addresses of ours. Another for each family, so that few show several. */
function target(n: number, family: Family) {
  const moment = MOMENTS[(n + 2 * FAMILIES.indexOf(family)) % MOMENTS.length] as Moment;
  return {
    family,
    moment,
    whose: n % (2 * MOMENTS.length) < MOMENTS.length ? 'a client’s' : 'our own',
  } as const;
}

it(`${KILLS} kills on each of both networks, each between store, send and mark, keep no order from its end`, async () => {
  const killer = await Killer.open(world);
  for (let n = 0; n < KILLS; n++) {
    for (const family of FAMILIES) {
      await killer.kill(target(n, family), async () => {
        await orders.open(OPEN_ORDERS);
        await world.mine();
      });
      await world.restart();
    }
  }
  await world.mineUntil('all orders to be completed', () => orders.areDone());
}, 2_400_000);

it('and nobody was paid twice, nothing is owed, and ledger and networks agree to the unit', async () => {
  await world.service.stop();
  expect(await wrongsOf(world)).toEqual([]);
});
