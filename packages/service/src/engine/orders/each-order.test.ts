import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** As whoever can write the store may leave an order, though nobody could place it. */
it.each([
  ['a share that is no number', "UPDATE order_entry SET share = 'NaN' WHERE order_id = $1"],
  ['an asset that nobody knows', 'UPDATE order_entry SET asset_id = 9999 WHERE order_id = $1'],
  ['fees of no form', `UPDATE order_entry SET fee_tiers = '{}' WHERE order_id = $1`],
  ['a tolerance that is no number', "UPDATE orders SET tolerance_units = 'NaN' WHERE id = $1"],
])('an order with %s stops no other, and is told of', async (_what, spoil) => {
  const [before, spoilt, after] = [await world.place(), await world.place(), await world.place()];
  for (const order of [before, spoilt, after]) await world.pay(order);
  await world.database.query(spoil, [spoilt.id]);
  await world.mine(2, 'Bitcoin');
  // What has come is found, and then taken up.
  await world.round();
  await expect(world.round()).rejects.toThrow(`the order with the id ${spoilt.id} cannot be moved`);
  const states = await world.rows<{ status: number }>(
    'SELECT status FROM orders WHERE id = ANY ($1) ORDER BY id',
    [[before.id, spoilt.id, after.id]],
  );
  expect(states.map(({ status }) => status)).toEqual([3, 2, 3]);
  await world.database.query('DELETE FROM deposit WHERE order_id = $1', [spoilt.id]);
});
