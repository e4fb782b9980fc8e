import type { Clock } from '../clock.ts';
import type { Database, Queryable } from '../store/database.ts';
import { LOCK } from '../store/locks.ts';
import { transaction } from '../store/transaction.ts';
import type { Stock } from './inventory.ts';
import { ITS_LINES, readDue, readPairs, readStocks, UNKNOWN_PAIR } from './read-due.ts';
import { DAY_S, type Result, reckon } from './reckon.ts';

const MOST_AT_ONCE = 1_000;

/** What has no price by then is worth nothing for good: or every report would reckon it anew. */
export const PRICED_WITHIN_S = 7 * DAY_S;

/** Reckons all that is due and has its prices, so that a report never takes long. */
export async function foldResults(database: Database, clock: Clock, stopping?: AbortSignal): Promise<void> {
  while (stopping?.aborted !== true && (await foldSome(database, clock())) === MOST_AT_ONCE);
}

/** One transaction: a reader finds each posting among what is due or in the sums, never in both or neither. */
async function foldSome(database: Database, now: number): Promise<number> {
  return transaction(database, async (client) => {
    const lock = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS mine', [
      LOCK.results,
    ]);
    if (!lock.rows[0]?.mine) return 0;
    await priceLate(client);
    await giveUpPrices(client, now);
    const due = await readDue(client, 'priced', MOST_AT_ONCE);
    if (due.length === 0) return 0;
    const { results, stocks } = reckon(due, await readStocks(client));
    const orders = [...new Set(results.flatMap(({ orderId }) => orderId ?? []))];
    await addToDays(client, results, await readPairs(client, orders));
    await addToOrders(client, results);
    await storeStocks(client, stocks);
    await client.query({
      name: 'end-due',
      text: 'DELETE FROM result_due WHERE posting = ANY ($1::bigint[])',
      values: [due.map(({ posting }) => posting)],
    });
    return due.length;
  });
}

/** What was booked before its coin had a price gets the first that there is, and keeps it. */
async function priceLate(client: Queryable): Promise<void> {
  const { rows } = await client.query<{ posting: number }>({
    name: 'price-late',
    text: `
      WITH late AS MATERIALIZED (
        SELECT d.posting, d.first_id, d.last_id FROM price p JOIN booked_coin c ON c.abbr = p.abbr JOIN result_due d ON d.lacks = c.id
         LIMIT $1
      ), priced AS (
        UPDATE ledger_entry l SET price = p.price FROM booked_coin c, price p
         WHERE l.id = ANY (ARRAY (SELECT e.id FROM late d CROSS JOIN ${ITS_LINES} WHERE e.price IS NULL))
           AND c.id = l.asset_id AND p.abbr = c.abbr
      )
      SELECT posting FROM late`,
    values: [MOST_AT_ONCE],
  });
  if (rows.length === 0) return;
  await client.query({
    name: 'still-lacking',
    text: `
      UPDATE result_due d
         SET lacks = (SELECT min(e.asset_id) FROM ${ITS_LINES} WHERE e.price IS NULL)
       WHERE d.posting = ANY ($1::bigint[])`,
    values: [rows.map(({ posting }) => posting)],
  });
}

/** The oldest are those with the lowest numbers, give or take what committed late. */
async function giveUpPrices(client: Queryable, now: number): Promise<void> {
  await client.query({
    name: 'give-up-prices',
    text: `
      UPDATE result_due SET lacks = NULL WHERE posting IN (
        SELECT d.posting
          FROM (SELECT posting, first_id FROM result_due WHERE lacks IS NOT NULL ORDER BY posting LIMIT $1) AS d
          JOIN ledger_entry l ON l.id = d.first_id WHERE l.at < $2)`,
    values: [MOST_AT_ONCE, now - PRICED_WITHIN_S],
  });
}

async function addToDays(
  client: Queryable,
  results: readonly Result[],
  pairs: ReadonlyMap<number, string>,
): Promise<void> {
  await client.query({
    name: 'add-to-days',
    text: `
      INSERT INTO result_day AS r (day, pair, venue, part, asset_id, units, value)
      SELECT day, pair, venue, part, asset_id, sum(units), sum(value)
        FROM unnest($1::bigint[], $2::text[], $3::text[], $4::int[], $5::numeric[], $6::numeric[], $7::text[])
               AS t (day, venue, part, asset_id, units, value, pair)
       GROUP BY day, pair, venue, part, asset_id
          ON CONFLICT (day, pair, venue, part, asset_id)
          DO UPDATE SET units = r.units + excluded.units, value = r.value + excluded.value`,
    values: [...columns(results), results.map(({ orderId }) => pairOf(orderId, pairs))],
  });
}

async function addToOrders(client: Queryable, results: readonly Result[]): Promise<void> {
  const ofOrders = results.filter(({ orderId }) => orderId !== null);
  await client.query({
    name: 'add-to-orders',
    text: `
      INSERT INTO result_order AS r (day, order_id, venue, part, asset_id, units, value)
      SELECT day, order_id, venue, part, asset_id, sum(units), sum(value)
        FROM unnest($1::bigint[], $2::text[], $3::text[], $4::int[], $5::numeric[], $6::numeric[], $7::bigint[])
               AS t (day, venue, part, asset_id, units, value, order_id)
       GROUP BY day, order_id, venue, part, asset_id
          ON CONFLICT (day, order_id, venue, part, asset_id)
          DO UPDATE SET units = r.units + excluded.units, value = r.value + excluded.value`,
    values: [...columns(ofOrders), ofOrders.map(({ orderId }) => orderId)],
  });
}

function columns(results: readonly Result[]): unknown[] {
  return [
    results.map(({ day }) => day),
    results.map(({ venue }) => venue),
    results.map(({ part }) => part),
    results.map(({ assetId }) => assetId),
    results.map(({ units }) => String(units)),
    results.map(({ value }) => String(value)),
  ];
}

/** The pair that a result counts for; empty: it is of no order. */
export function pairOf(orderId: number | null, pairs: ReadonlyMap<number, string>): string {
  return orderId === null ? '' : (pairs.get(orderId) ?? UNKNOWN_PAIR);
}

async function storeStocks(client: Queryable, stocks: ReadonlyMap<number, Stock>): Promise<void> {
  const all = [...stocks];
  await client.query({
    name: 'store-stocks',
    text: `
      INSERT INTO inventory (asset_id, units, cost) SELECT * FROM unnest($1::int[], $2::numeric[], $3::numeric[])
          ON CONFLICT (asset_id) DO UPDATE SET units = excluded.units, cost = excluded.cost`,
    values: [
      all.map(([assetId]) => assetId),
      all.map(([, { units }]) => String(units)),
      all.map(([, { cost }]) => String(cost)),
    ],
  });
}
