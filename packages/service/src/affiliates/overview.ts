import { SETTLE_STATUS, type SettlementState } from '@swapdesk/contract';
import { LEVEL_BITS } from '../rolls/tallies.ts';
import type { Queryable } from '../store/database.ts';
import { type AffiliateDue, listDue } from './due.ts';

const MOST_AFFILIATES = 1_000;
const MOST_SETTLEMENTS = 200;
/** The level of the tallies with the fewest rows. */
const TOP = LEVEL_BITS.length - 1;

/** An account that has referral codes or may have a markup, and what these have brought it, in USDT. */
export interface Affiliate {
  readonly id: number;
  readonly account: string;
  readonly orders: number;
  readonly earned: string;
  readonly settled: string;
  readonly due: string;
  readonly dueOrders: number;
  readonly onItsWay: string;
}

/** SQL: what came through codes of an account `a`, and what that has earned. */
const SUMS = `
     SELECT a.id, a.name AS account, r.length AS orders, trim_scale(s.earned)::text AS earned, trim_scale(s.settled)::text AS settled
       FROM account a JOIN roll r ON r.id = a.referral_roll_id CROSS JOIN LATERAL (
            SELECT coalesce(sum(amount), 0) AS earned,
                   coalesce(sum(amount) FILTER (WHERE facet = ${SETTLE_STATUS.completed}), 0) AS settled
              FROM (SELECT facet, amount FROM roll_tally t WHERE t.roll_id = a.referral_roll_id AND t.facet IN (1, 2) AND t.level = ${TOP}
                    UNION ALL SELECT facet, amount FROM pending p WHERE p.roll_id = a.referral_roll_id) AS part) AS s`;

type Sums = Pick<Affiliate, 'id' | 'account' | 'orders' | 'earned' | 'settled'>;

/** Those that have referral codes or a markup, by name. Sums come from the tallies of their lists: they cost the same however long these are. */
export async function listAffiliates(client: Queryable): Promise<Affiliate[]> {
  const { rows } = await client.query<Sums>(
    `WITH pending AS (
       SELECT roll_id, facet, sum(amount) AS amount FROM roll_delta GROUP BY roll_id, facet
     )
     ${SUMS}
      WHERE a.markup_ppm > 0 OR r.length > 0
         OR EXISTS (SELECT 1 FROM payout_address p WHERE p.account_id = a.id) OR EXISTS (SELECT 1 FROM ref_code c WHERE c.account_id = a.id) ORDER BY a.name LIMIT ${MOST_AFFILIATES}`,
  );
  const due = new Map((await listDue(client, null)).map((each) => [each.account, each]));
  return rows.map(({ id, account, orders, earned, settled }) => {
    const its: AffiliateDue | undefined = due.get(account);
    return {
      id,
      account,
      orders,
      earned,
      settled,
      due: its?.due ?? '0',
      dueOrders: its?.orders ?? 0,
      onItsWay: its?.on_its_way ?? '0',
    };
  });
}

/** The same of one account, whether it has codes or not; null if there is none. What is due is what was earned and no settlement has. */
export async function readAffiliate(client: Queryable, accountId: number): Promise<Affiliate | null> {
  const { rows } = await client.query<Affiliate>({
    name: 'read-affiliate',
    text: `WITH pending AS (
       SELECT roll_id, facet, sum(amount) AS amount FROM roll_delta
        WHERE roll_id = (SELECT referral_roll_id FROM account WHERE id = $1) GROUP BY roll_id, facet
     ), sums AS (${SUMS}
      WHERE a.id = $1)
     SELECT sums.*, way.sum::text AS "onItsWay", due.count AS "dueOrders",
            trim_scale(sums.earned::numeric - sums.settled::numeric - way.sum)::text AS due
       FROM sums CROSS JOIN (
            SELECT trim_scale(coalesce(sum(r.commission), 0)) AS sum FROM settlement s
              JOIN payout p ON p.settlement_id = s.id AND p.finished_at = 0
              JOIN referral_order r ON r.settlement_id = s.id
             WHERE s.account_id = $1 AND r.settle_status = ${SETTLE_STATUS.incomplete}) AS way
      CROSS JOIN (
            SELECT count(*) AS count FROM referral_order
             WHERE account_id = $1 AND settle_status = ${SETTLE_STATUS.incomplete} AND settlement_id IS NULL AND commission > 0) AS due`,
    values: [accountId],
  });
  return rows[0] ?? null;
}

/** What pays, or has paid, commissions of an affiliate. */
export interface ListedSettlement {
  readonly id: number;
  readonly account: string;
  readonly usdt: string;
  readonly asset_id: number;
  readonly units: string;
  readonly address: string;
  readonly state: SettlementState;
  readonly created_at: number;
  /** Empty while nothing carries it. */
  readonly txid: string;
}

/** The newest settlements, of one account or of all. */
export async function listSettlements(
  client: Queryable,
  accountId: number | null = null,
  most = MOST_SETTLEMENTS,
): Promise<ListedSettlement[]> {
  const { rows } = await client.query<ListedSettlement>(
    `SELECT s.id, a.name AS account, trim_scale(s.usdt)::text AS usdt, s.asset_id, s.units::text AS units, s.address, p.state, s.created_at,
            coalesce((SELECT t.txid FROM attempt t WHERE t.payment_id = p.payment_id AND NOT t.is_cancel
                       ORDER BY t.height IS NULL, t.id DESC LIMIT 1), '') AS txid
       FROM settlement s JOIN account a ON a.id = s.account_id
       JOIN payout p ON p.settlement_id = s.id
      WHERE $1::bigint IS NULL OR s.account_id = $1 ORDER BY s.id DESC LIMIT $2`,
    [accountId, most],
  );
  return rows;
}
