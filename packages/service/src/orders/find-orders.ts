import { type FoundOrder, normalizeQueryCode } from '@swapdesk/contract';
import type { Catalogue } from '../catalog/catalogue.ts';
import type { Network } from '../chains/family.ts';
import type { Queryable } from '../store/database.ts';
import { addressesOf, transactionsOf } from './written-as.ts';

/** An order and what it was found by. */
export interface Found {
  readonly id: number;
  readonly by: FoundOrder['by'];
}

const MOST_FOUND = 100;
/** All entries of an order may go to one address. */
const MOST_ENTRIES = 5;

/**
 * Finds the orders that have exactly this: a number, a code, an address, a transaction, an id of the client's own. Each
 * is one look into an index, however many orders there are. Newest first.
 */
export async function findOrders(
  client: Queryable,
  text: string,
  catalogue: Catalogue,
  network: Network,
): Promise<Found[]> {
  const chains = [...new Set(catalogue.assets.map(({ chain }) => chain))];
  const spaces = [...new Set(chains.map(({ space }) => space))];
  const { rows } = await client.query<Found>({
    name: 'find-orders',
    text: `
      WITH found (id, by) AS (
        SELECT id, 'order number' FROM orders WHERE no = $1
        UNION ALL
        SELECT id, 'query code' FROM orders WHERE query_code = $2
        UNION ALL
        SELECT o.id, 'deposit address' FROM unnest($4::text[]) AS given (address) CROSS JOIN unnest($5::text[]) AS s (space)
          JOIN deposit_address d ON d.space = s.space AND d.address = given.address JOIN orders o ON o.address_id = d.id
        UNION ALL
        SELECT e.order_id, 'receiving address' FROM unnest($4::text[]) AS given (address), LATERAL (
          SELECT order_id FROM order_entry WHERE address = given.address ORDER BY order_id DESC LIMIT ${MOST_FOUND * MOST_ENTRIES}) AS e
        UNION ALL
        SELECT o.id, 'refund address' FROM unnest($4::text[]) AS given (address), LATERAL (
          SELECT id FROM orders WHERE refund_address = given.address ORDER BY id DESC LIMIT ${MOST_FOUND}) AS o
        UNION ALL
        SELECT d.order_id, 'deposit transaction' FROM unnest($6::text[]) AS given (txid) CROSS JOIN unnest($7::int[]) AS c (id)
          JOIN deposit d ON d.chain_id = c.id AND d.txid = given.txid WHERE d.order_id IS NOT NULL
        UNION ALL
        SELECT p.order_id, 'payment transaction' FROM unnest($6::text[]) AS given (txid) CROSS JOIN unnest($7::int[]) AS c (id)
          JOIN attempt t ON t.chain_id = c.id AND t.txid = given.txid
          JOIN payout p ON p.payment_id = t.payment_id
        UNION ALL
        (SELECT id, 'client order id' FROM orders WHERE client_order_id = $3 ORDER BY id DESC LIMIT ${MOST_FOUND})
      )
      SELECT id, min(by) AS by FROM found GROUP BY id ORDER BY id DESC LIMIT ${MOST_FOUND}`,
    values: [
      text.toUpperCase(),
      normalizeQueryCode(text),
      text,
      addressesOf(text, spaces, network),
      spaces,
      transactionsOf(text),
      chains.map(({ id }) => id),
    ],
  });
  return rows;
}
