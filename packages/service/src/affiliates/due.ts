import { SETTLE_STATUS } from '@swapdesk/contract';
import type { Queryable } from '../store/database.ts';
import { IS_DUE } from './commission.ts';

const { incomplete } = SETTLE_STATUS;

/** What is due to an affiliate, in USDT, and what is on its way to them. */
export interface AffiliateDue {
  readonly account: string;
  readonly orders: number;
  readonly due: string;
  readonly on_its_way: string;
}

/** Those to whom something is due or on its way; of one account, or of all. */
export async function listDue(client: Queryable, account: string | null): Promise<AffiliateDue[]> {
  const { rows } = await client.query<AffiliateDue>(
    `SELECT b.name AS account, count(*) FILTER (WHERE ${IS_DUE}) AS orders,
            coalesce(sum(r.commission) FILTER (WHERE ${IS_DUE}), 0)::text AS due,
            coalesce(sum(r.commission) FILTER (WHERE r.settlement_id IS NOT NULL), 0)::text AS on_its_way
       FROM account b JOIN (
            SELECT * FROM referral_order WHERE settle_status = ${incomplete} AND settlement_id IS NULL AND commission > 0
            UNION ALL
            SELECT r.* FROM settlement s JOIN referral_order r ON r.settlement_id = s.id WHERE r.settle_status = ${incomplete}
            ) AS r ON r.account_id = b.id
       JOIN orders w ON w.id = r.order_id
      WHERE b.name = coalesce($1, b.name) GROUP BY b.id
     HAVING bool_or(${IS_DUE}) OR bool_or(r.settlement_id IS NOT NULL) ORDER BY b.id`,
    [account],
  );
  return rows;
}
