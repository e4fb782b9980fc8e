import type pg from 'pg';
import { isUnavailable } from '../../store/unavailable.ts';
import type { Engine } from '../context.ts';
import { LeaseLost } from '../lease.ts';
import type { OpenOrder } from './load-orders.ts';

/** Orders that are worked on at once. */
const PAGE = 200;

/**
 * Goes through orders page by page, in the order of their ids. `next` finds some beyond the one given: so those that
 * have to wait keep nobody else waiting. Where those of a page fail together, each is worked on by itself: one that cannot even be
 * read stops none of the others, and is told of at the end.
 */
export async function pageThrough(
  next: (after: number, most: number) => Promise<number[]>,
  work: (ids: readonly number[]) => Promise<void>,
): Promise<void> {
  const failed: unknown[] = [];
  for (let after: number | undefined = 0; after !== undefined; ) {
    const ids = await next(after, PAGE);
    if (ids.length > 0) failed.push(...(await workOn(ids, work)));
    after = ids.length < PAGE ? undefined : ids.at(-1);
  }
  if (failed.length > 0) throw failed[0];
}

/** Returns what is wrong with those that could not be worked on. */
async function workOn(
  ids: readonly number[],
  work: (ids: readonly number[]) => Promise<void>,
): Promise<unknown[]> {
  try {
    await work(ids);
    return [];
  } catch (error) {
    if (error instanceof LeaseLost || isUnavailable(error)) throw error;
    const [id] = ids;
    if (ids.length === 1) {
      const why = error instanceof Error ? error.message : String(error);
      return [new Error(`the order with the id ${id} cannot be moved: ${why}`, { cause: error })];
    }
  }
  const failed: unknown[] = [];
  for (const id of ids) failed.push(...(await workOn([id], work)));
  return failed;
}

/** Works on orders one by one: one that fails is left as it was, told of, and stops none of the others. */
export async function eachOrder<Item extends { readonly order: OpenOrder }>(
  engine: Engine,
  client: pg.PoolClient,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  for (const item of items) {
    await attempt(
      client,
      () => work(item),
      (error) => engine.warn({ err: error, order: item.order.no }, 'an order cannot be moved'),
    );
  }
}

/** The same, but all together where none fails. */
export async function allOrders<Item extends { readonly order: OpenOrder }>(
  engine: Engine,
  client: pg.PoolClient,
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<void>,
): Promise<void> {
  if (items.length === 0) return;
  await attempt(
    client,
    () => work(items),
    () => eachOrder(engine, client, items, (item) => work([item])),
  );
}

/** Does the work, or undoes what it did and does the other. */
async function attempt(
  client: pg.PoolClient,
  work: () => Promise<void>,
  otherwise: (error: unknown) => void | Promise<void>,
): Promise<void> {
  await client.query('SAVEPOINT this_work');
  try {
    await work();
    await client.query('RELEASE SAVEPOINT this_work');
  } catch (error) {
    await client.query('ROLLBACK TO SAVEPOINT this_work');
    await otherwise(error);
  }
}
