import type { RecordedPayment } from '../../record/recorded-payment.ts';
import type { Queryable } from '../../store/database.ts';

/**
 * By this record nobody has these, and nobody will take them up: they are not lost, unless another record has one too. Two
 * machines can sign the same bytes, and what one dropped the other may have sent.
 */
export async function dropLost(
  client: Queryable,
  record: string,
  payments: readonly RecordedPayment[],
): Promise<void> {
  await client.query({
    name: 'drop-lost',
    text: `
      WITH t AS (SELECT * FROM unnest($1::smallint[], $2::text[]) AS t (chain_id, txid)),
      others AS (
        UPDATE lost_payment l SET records = array_remove(l.records, $3) FROM t
         WHERE l.chain_id = t.chain_id AND l.txid = t.txid AND $3 = ANY (l.records) AND l.records <> ARRAY[$3])
      DELETE FROM lost_payment l USING t WHERE l.chain_id = t.chain_id AND l.txid = t.txid AND l.records = ARRAY[$3]`,
    values: [payments.map(({ chainId }) => chainId), payments.map(({ txid }) => txid), record],
  });
}

/** The same; returns the transactions of those that somebody has taken up before. */
export async function neverLost(
  client: Queryable,
  record: string,
  payments: readonly RecordedPayment[],
): Promise<ReadonlySet<string>> {
  await dropLost(client, record, payments);
  const { rows } = await client.query<{ txid: string }>(
    `SELECT p.txid FROM unnest($1::smallint[], $2::text[]) AS t (chain_id, txid)
       JOIN attempt p ON p.chain_id = t.chain_id AND p.txid = t.txid`,
    [payments.map(({ chainId }) => chainId), payments.map(({ txid }) => txid)],
  );
  return new Set(rows.map(({ txid }) => txid));
}
