import { watchPrices } from './watch-prices.ts';
import { watchPromises } from './watch-promises.ts';
import type { World } from './world.ts';

/** Looks at orders that are being exchanged since the last look, if there are any. */
export async function watchExchanges(world: World): Promise<void> {
  const { database, watched } = world;
  const { rows } = await database.query<{ last: number | null }>({
    name: 'simulation-exchanges',
    text: "SELECT max(id) AS last FROM order_event WHERE id > $1 AND type = 'order.status' AND to_status = 3",
    values: [watched.exchangesUpTo],
  });
  const last = rows[0]?.last ?? null;
  if (last === null) return;
  await watchPromises(world);
  await watchPrices(world);
  watched.exchangesUpTo = last;
}
