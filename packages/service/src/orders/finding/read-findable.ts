import type { Catalogue } from '../../catalog/catalogue.ts';
import type { Queryable } from '../../store/database.ts';
import type { GivenFact } from './given-fact.ts';
import type { FindableOrder } from './opens-order.ts';

/** Of the orders of transactions the newest so many are looked at. */
const MOST_OF_TRANSACTIONS = 100;

interface Row {
  no: string;
  query_code: string;
  address: string;
  asset_id: number;
  refund_address: string | null;
  receivers: [assetId: number, address: string][] | null;
  deposits: [assetId: number, txid: string, sources: string[]][] | null;
  payments: [txid: string, address: string][] | null;
}

/** Each way is one look into an index. Where none leads to an order the newest one is read, for nobody: it takes as long. */
const FINDABLE_ORDERS = `
  WITH located AS MATERIALIZED (
    SELECT o.id FROM unnest($1::text[]) AS given (no) JOIN orders o ON o.no = given.no
    UNION
    SELECT o.id FROM unnest($2::text[]) AS given (address) CROSS JOIN unnest($3::text[]) AS s (space)
      JOIN deposit_address d ON d.space = s.space AND d.address = given.address JOIN orders o ON o.address_id = d.id
    UNION
    (SELECT d.order_id FROM unnest($4::text[]) AS given (txid) CROSS JOIN unnest($5::int[]) AS c (id)
       JOIN deposit d ON d.chain_id = c.id AND d.txid = given.txid
      WHERE d.order_id IS NOT NULL ORDER BY d.order_id DESC LIMIT ${MOST_OF_TRANSACTIONS})
    UNION
    (SELECT p.order_id FROM unnest($4::text[]) AS given (txid) CROSS JOIN unnest($5::int[]) AS c (id)
       JOIN attempt t ON t.chain_id = c.id AND t.txid = given.txid JOIN payout p ON p.payment_id = t.payment_id
      WHERE p.order_id IS NOT NULL ORDER BY p.order_id DESC LIMIT ${MOST_OF_TRANSACTIONS})
  ), looked_at AS MATERIALIZED (
    SELECT id FROM located UNION ALL SELECT max(id) FROM orders WHERE NOT EXISTS (SELECT 1 FROM located)
  )
  SELECT o.no, o.query_code, o.address, o.asset_id, o.refund_address,
         (SELECT json_agg(json_build_array(e.asset_id, e.address)) FROM order_entry e WHERE e.order_id = o.id) AS receivers,
         (SELECT json_agg(json_build_array(d.asset_id, d.txid, d.sources)) FROM deposit d WHERE d.order_id = o.id) AS deposits,
         (SELECT json_agg(json_build_array(t.txid, p.address))
            FROM payout p JOIN attempt t ON t.payment_id = p.payment_id WHERE p.order_id = o.id) AS payments
    FROM looked_at, LATERAL (SELECT * FROM orders WHERE orders.id = looked_at.id OFFSET 0) AS o ORDER BY o.id DESC`;

/** The orders that a number, a deposit address or a transaction among the facts leads to, newest first; another one where there is none. */
export async function readFindable(
  database: Queryable,
  facts: readonly GivenFact[],
  catalogue: Catalogue,
): Promise<FindableOrder[]> {
  const chains = [...new Set(catalogue.assets.map(({ chain }) => chain))];
  const { rows } = await database.query<Row>({
    name: 'findable-orders',
    text: FINDABLE_ORDERS,
    values: [
      facts.map(({ orderNo }) => orderNo),
      facts.flatMap(({ addresses }) => addresses),
      [...new Set(chains.map(({ space }) => space))],
      facts.flatMap(({ transactions }) => transactions),
      chains.map(({ id }) => id),
    ],
  });
  const spaceOf = (assetId: number) => catalogue.get(assetId).chain.space;
  return rows.map((row) => ({
    no: row.no,
    queryCode: row.query_code,
    depositAddress: row.address,
    deposits: (row.deposits ?? []).map(([asset, txid, sources]) => ({
      space: spaceOf(asset),
      txid,
      sources,
    })),
    payments: (row.payments ?? []).map(([txid, address]) => ({ txid, address })),
    receivers: (row.receivers ?? []).map(([asset, address]) => ({ space: spaceOf(asset), address })),
    refund:
      row.refund_address === null ? null : { space: spaceOf(row.asset_id), address: row.refund_address },
  }));
}
