import type { Queryable } from '../store/database.ts';
import type { Entry, Posting } from './accounts.ts';

/**
 * Writes postings in the caller's transaction, each line with what its coin is held at now: what was earned by it follows from
 * that for ever (profit/). The store refuses a posting that does not add up.
 */
export async function post(client: Queryable, postings: readonly Posting[], at: number): Promise<void> {
  const lines = postings.flatMap(({ why, entries }, n) => entries.map((entry) => ({ ...entry, why, n })));
  const written = lines.filter(({ units }) => units !== 0n);
  if (written.length === 0) return;
  const column = <T>(of: (line: Entry & { why: string; n: number }) => T) => written.map(of);
  await client.query({
    name: 'post',
    text: `
      WITH number AS MATERIALIZED (
        SELECT n, nextval('ledger_posting') AS posting FROM unnest(ARRAY (SELECT DISTINCT unnest($1::int[]) ORDER BY 1)) AS n
      )
      INSERT INTO ledger_entry (posting, account, order_id, for_order, asset_id, units, why, at, price)
      SELECT posting, account, order_id, for_order, asset_id, units, why, $7,
             (SELECT p.price FROM booked_coin c JOIN price p ON p.abbr = c.abbr WHERE c.id = line.asset_id)
        FROM unnest($1::int[], $2::text[], $3::bigint[], $4::int[], $5::numeric[], $6::text[], $8::bigint[])
             WITH ORDINALITY AS line (n, account, order_id, asset_id, units, why, for_order, ordinal)
        JOIN number USING (n)
       ORDER BY ordinal`,
    values: [
      column(({ n }) => n),
      column(({ account }) => account),
      column(({ orderId }) => orderId ?? null),
      column(({ assetId }) => assetId),
      column(({ units }) => String(units)),
      column(({ why }) => why),
      at,
      column(({ forOrder }) => forOrder ?? null),
    ],
  });
}
