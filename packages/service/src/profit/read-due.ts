import type { LedgerAccount } from '../ledger/accounts.ts';
import { parseFixed } from '../money/fixed.ts';
import type { Queryable } from '../store/database.ts';
import type { Stock } from './inventory.ts';
import type { BookedPosting, PricedLine } from './reckon.ts';

/** A posting that is not reckoned yet. */
export interface DuePosting extends BookedPosting {
  readonly posting: number;
}

interface Row {
  posting: number;
  at: number;
  account: LedgerAccount;
  order_id: number | null;
  for_order: number | null;
  asset_id: number;
  units: string;
  price: string | null;
  decimals: number;
  venue: string;
}

/** So many are reckoned by whoever reads. More are only there after a long pause of the job that folds them. */
const MOST_READ = 20_000;

/**
 * SQL: the lines `e` of a posting `d` that is due. OFFSET 0 keeps the planner from reading all of the ledger to find these few.
 */
export const ITS_LINES = `
  LATERAL (SELECT * FROM ledger_entry l WHERE l.id BETWEEN d.first_id AND d.last_id AND l.posting = d.posting OFFSET 0) AS e`;

/** The oldest postings that are due: those that have their prices, or all, at the prices of now where they have none. */
export async function readDue(
  client: Queryable,
  which: 'priced' | 'all',
  most = MOST_READ,
): Promise<DuePosting[]> {
  const { rows } = await client.query<Row>({
    name: `read-due-${which}`,
    text: `
      SELECT d.posting, e.at, e.account, e.order_id, e.for_order, e.asset_id, e.units, coalesce(e.price, p.price) AS price,
             coalesce(c.decimals, 0) AS decimals, coalesce(c.venue, '') AS venue
        FROM (SELECT posting, first_id, last_id FROM result_due ${which === 'priced' ? 'WHERE lacks IS NULL' : ''}
               ORDER BY posting LIMIT $1) AS d
        CROSS JOIN ${ITS_LINES}
        LEFT JOIN booked_coin c ON c.id = e.asset_id LEFT JOIN price p ON p.abbr = c.abbr
       ORDER BY d.posting, e.id`,
    values: [most],
  });
  const postings = new Map<number, { posting: number; at: number; lines: PricedLine[] }>();
  for (const row of rows) {
    const { posting, at } = row;
    const known = postings.get(posting) ?? { posting, at, lines: [] };
    known.lines.push(lineOf(row));
    postings.set(posting, known);
  }
  return [...postings.values()];
}

function lineOf({ account, order_id, for_order, asset_id, units, price, decimals, venue }: Row): PricedLine {
  return {
    account,
    orderId: order_id,
    forOrder: for_order,
    venue,
    assetId: asset_id,
    units: BigInt(units),
    price: price === null ? null : parseFixed(price),
    decimals,
  };
}

/** What is held by what is reckoned, by asset. */
export async function readStocks(client: Queryable): Promise<Map<number, Stock>> {
  const { rows } = await client.query<{ asset_id: number; units: string; cost: string }>({
    name: 'read-stocks',
    text: 'SELECT asset_id, units, cost FROM inventory',
  });
  return new Map(
    rows.map(({ asset_id, units, cost }) => [asset_id, { units: BigInt(units), cost: BigInt(cost) }]),
  );
}

/** What each order exchanges, such as BTC/ETH, or BTC/ETH+LTC where it pays out more than one coin. */
export async function readPairs(
  client: Queryable,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await client.query<{ id: number; pair: string }>({
    name: 'read-pairs',
    text: `
      SELECT o.id, coalesce(s.abbr, '?') || '/' || coalesce(
               (SELECT string_agg(DISTINCT t.abbr, '+' ORDER BY t.abbr)
                  FROM order_entry e JOIN asset t ON t.id = e.asset_id WHERE e.order_id = o.id), '?') AS pair
        FROM orders o LEFT JOIN asset s ON s.id = o.asset_id WHERE o.id = ANY ($1::bigint[])`,
    values: [orderIds],
  });
  return new Map(rows.map(({ id, pair }) => [id, pair]));
}

/** The pair of an order that the store does not have. */
export const UNKNOWN_PAIR = '?';
