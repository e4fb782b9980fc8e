import type { Account } from '../../../../packages/service/src/access/directory.ts';
import type { PageRequest } from '../../../../packages/service/src/rolls/page.ts';
import type { Database } from '../../../../packages/service/src/store/database.ts';

/** The naive model of a list: all rows, filtered, sorted and cut in memory. */

export type ListRequest = Omit<PageRequest, 'rollId' | 'ownerId'>;

export interface Row {
  readonly no: string;
  readonly at: number;
  readonly facet: number;
  /** In 10^-8. */
  readonly amount: bigint;
}

export interface Listed {
  readonly nos: readonly string[];
  readonly total: number;
  readonly amount: string;
}

/** By creation time, ties by insertion: the rows come in the order of insertion, and sorting is stable. */
export function naive(rows: readonly Row[], request: ListRequest): Listed {
  const { createdStart, createdEnd, facet, newestFirst, page, pageSize } = request;
  const matching = rows
    .filter(
      ({ at }) => (createdStart === null || at >= createdStart) && (createdEnd === null || at < createdEnd),
    )
    .filter((row) => facet === null || row.facet === facet)
    .toSorted((a, b) => a.at - b.at);
  if (newestFirst) matching.reverse();
  const from = (page - 1) * pageSize;
  const amount = matching.reduce((sum, row) => sum + row.amount, 0n);
  return {
    nos: matching.slice(from, from + pageSize).map(({ no }) => no),
    total: matching.length,
    amount: String(amount),
  };
}

export async function orderRows(database: Database, account: Account): Promise<Row[]> {
  const { rows } = await database.query(
    'SELECT no, created_at, status FROM orders WHERE account_id = $1 ORDER BY id',
    [account.id],
  );
  return rows.map(({ no, created_at, status }) => ({ no, at: created_at, facet: status, amount: 0n }));
}

export async function referralRows(
  database: Database,
  account: Account,
  code: string | null,
): Promise<Row[]> {
  const { rows } = await database.query(
    `SELECT o.no, r.created_at, r.settle_status, (r.commission * 1e8)::bigint::text AS amount
       FROM referral_order r JOIN orders o ON o.id = r.order_id
      WHERE r.account_id = $1 AND ($2::text IS NULL OR r.code = $2) ORDER BY r.order_id`,
    [account.id, code],
  );
  return rows.map((row) => ({
    no: row.no,
    at: row.created_at,
    facet: row.settle_status,
    amount: BigInt(row.amount),
  }));
}
