import { ORDER_STATUS } from '@swapdesk/contract';
import type { SettingName } from '../catalog/settings.ts';

/** A table that is stored by ranges of its numbers (the table `growing`), and what leaves it may be archived. */
export interface GrowingTable {
  readonly name: 'ledger_entry' | 'order_event';
  /** What people call it. */
  readonly words: string;
  /** For how many days it stays in the store. */
  readonly setting: SettingName;
  /** SQL: when the youngest of a range was written, about; `$1` is the first number beyond it. */
  readonly youngest: string;
  /** SQL: a row once numbers from `$1` on are given: what is before them is written no more. */
  readonly later: string;
  /** SQL: why a range up to `$1` cannot leave yet; no row, or null: it can. */
  readonly obstacle: string | null;
  /** SQL: what stays whole, by the column `whole` of the table, of the rows `source`. */
  readonly stays: string;
  /** SQL: what of the rows `leaving` has to be known for ever, for the range `$1`. */
  readonly carry: string;
}

const { waiting, sent, exchanging, frozen, expired } = ORDER_STATUS;

/** SQL: orders that something may still happen to by itself. OFFSET 0 keeps the planner from reading all orders for these few. */
const UNFINISHED = `
  SELECT o.id FROM account a CROSS JOIN unnest(ARRAY[${[waiting, sent, exchanging, frozen, expired].join(', ')}]) AS s (status), LATERAL (
         SELECT id FROM orders WHERE account_id = a.id AND status = s.status OFFSET 0) AS o`;

const BLOCK = 1_000;

export const GROWING: readonly GrowingTable[] = [
  {
    name: 'ledger_entry',
    words: 'the ledger',
    setting: 'keep_ledger_days',
    youngest: 'SELECT at FROM ledger_entry WHERE id < $1 ORDER BY id DESC LIMIT 1',
    later: 'SELECT id FROM ledger_entry WHERE id >= $1 LIMIT 1',
    obstacle: `SELECT 'postings of it are not reckoned yet' AS why WHERE EXISTS (SELECT FROM result_due WHERE first_id < $1)`,
    // A posting stays or leaves whole.
    stays: `SELECT DISTINCT l.posting FROM source l WHERE l.order_id IN (${UNFINISHED})`,
    carry: `
      INSERT INTO ledger_carried (range_id, account, order_id, asset_id, units)
      SELECT $1, account, order_id, asset_id, sum(units) FROM leaving
       GROUP BY account, order_id, asset_id HAVING sum(units) <> 0`,
  },
  {
    name: 'order_event',
    words: 'the logs of orders',
    setting: 'keep_events_days',
    youngest: 'SELECT created_at AS at FROM orders WHERE id < $1 ORDER BY id DESC LIMIT 1',
    later: 'SELECT id FROM orders WHERE id >= $1 LIMIT 1',
    obstacle: null,
    stays: `SELECT DISTINCT l.order_id FROM source l WHERE l.order_id IN (${UNFINISHED})`,
    carry: `
      INSERT INTO told_before (range_id, block, counts)
      SELECT $1, block, array_agg(coalesce(told.events, 0) ORDER BY number)
        FROM (SELECT DISTINCT order_id / ${BLOCK} AS block FROM leaving) AS blocks
        CROSS JOIN LATERAL generate_series(block * ${BLOCK}, block * ${BLOCK} + ${BLOCK - 1}) AS number
        LEFT JOIN (SELECT order_id, count(*)::integer AS events FROM leaving GROUP BY order_id) AS told ON told.order_id = number
       GROUP BY block`,
  },
];
