import { STATEMENT_PAGE } from '@swapdesk/contract';
import { DEPOSIT, depositIsNot, isUsedFor, USE } from '../deposits/life.ts';
import { ATTEMPT, attemptIsNot } from '../payments/life.ts';
import type { Queryable } from '../store/database.ts';
import type { FigureFilter } from './figure-request.ts';
import type { Period } from './zone-days.ts';

/** So many orders are looked at for a page, however few of them are asked for. */
const PAGE = STATEMENT_PAGE;

/** What a completed order came to, with what was sent and paid out for it. */
export interface CompletedOrder {
  readonly no: string;
  readonly created_at: number;
  readonly finished_at: number;
  readonly account: string;
  readonly code: string;
  /** What the code earned when the order was placed, in millionths of the service fee; null: there is none. */
  readonly rate_ppm: number | null;
  /** 1: not yet, 2: paid; null: nothing is to be. */
  readonly settle_status: number | null;
  /** By which it is paid, or was; empty: by none. */
  readonly settlement: string;
  readonly mode: string;
  readonly from_asset: number;
  readonly received_units: string;
  /** What was agreed to be paid out, by asset. */
  readonly outputs: readonly (readonly [assetId: number, units: string])[];
  readonly turnover: string;
  readonly fees: string;
  /** What of the fees a partner has put on top. */
  readonly markup: string;
  readonly commissions: string;
  readonly network: string;
  readonly result: string;
  /** Transactions that sent what was exchanged, and by which we paid: what came beside it is no part of what was sent. */
  readonly deposits: readonly string[];
  readonly payouts: readonly string[];
}

/** Where one of them stands among the others. */
interface Place {
  readonly at: number;
  readonly id: number;
}

/** The orders that were completed in a stretch of time, all or those that an affiliate earns of, oldest first, page by page: a page costs the same at any depth. */
export async function* readCompletedOrders(
  client: Queryable,
  { from, until }: Pick<Period, 'from' | 'until'>,
  { assetIds, account, code }: FigureFilter,
  affiliateId: number | null = null,
  begin: Place = { at: from, id: -1 },
): AsyncGenerator<CompletedOrder[]> {
  // What the desk earned is not an affiliate's business, and its api nodes may not read it.
  const own = affiliateId === null ? 'network, result' : '0::numeric AS network, 0::numeric AS result';
  let after = begin;
  for (;;) {
    const { rows } = await client.query<CompletedOrder & { id: number; matches: boolean }>({
      name: `read-completed-orders-${affiliateId === null ? 'all' : 'affiliate'}`,
      text: `
        SELECT f.order_id AS id, f.finished_at, o.no, o.created_at, b.name AS account, coalesce(c.code, '') AS code,
               r.commission_ppm AS rate_ppm, r.settle_status, coalesce(r.settlement_id::text, '') AS settlement, o.mode,
               o.asset_id AS from_asset, o.received_units::text AS received_units, t.outputs,
               trim_scale(f.turnover)::text AS turnover, trim_scale(f.fees)::text AS fees,
               trim_scale(t.markup)::text AS markup,
               trim_scale(f.commissions)::text AS commissions, trim_scale(f.network)::text AS network,
               trim_scale(f.result)::text AS result,
               coalesce((SELECT array_agg(DISTINCT d.txid ORDER BY d.txid) FROM deposit d
                          WHERE d.order_id = o.id AND ${isUsedFor('d', USE.exchange)}
                            AND ${depositIsNot('d', DEPOSIT.gone)}), '{}') AS deposits,
               coalesce((SELECT array_agg(DISTINCT sent.txid ORDER BY sent.txid)
                           FROM payout p, LATERAL (
                                SELECT a.txid FROM attempt a
                                 WHERE a.payment_id = p.payment_id AND NOT a.is_cancel
                                   AND ${attemptIsNot('a', ATTEMPT.signed, ATTEMPT.expired)}
                                 ORDER BY a.height IS NULL, a.id DESC LIMIT 1) AS sent
                          WHERE p.order_id = o.id), '{}') AS payouts,
               ($4::int[] IS NULL OR o.asset_id = ANY ($4) OR t.assets && $4)
                 AND ($5::text IS NULL OR b.name = $5) AND ($6::text IS NULL OR c.code = $6) AS matches
          FROM (SELECT order_id, finished_at, turnover, fees, commissions, ${own} FROM order_figure
                 WHERE (finished_at, order_id) > ($1, $2) AND finished_at < $3
                   ${affiliateId === null ? '' : 'AND affiliate_id = $7'} ORDER BY finished_at, order_id LIMIT ${PAGE}) AS f
          JOIN orders o ON o.id = f.order_id JOIN account b ON b.id = o.account_id
          LEFT JOIN referral_order r ON r.order_id = o.id LEFT JOIN ref_code c ON c.id = r.code_id
          CROSS JOIN LATERAL (
               SELECT json_agg(json_build_array(e.asset_id, e.units::text) ORDER BY e.entry) AS outputs,
                      array_agg(e.asset_id) AS assets, sum(e.markup_units * e.price * ('1e-' || x.decimals)::numeric) AS markup
                 FROM order_entry e JOIN asset x ON x.id = e.asset_id WHERE e.order_id = o.id) AS t
         ORDER BY f.finished_at, f.order_id`,
      values: [
        after.at,
        after.id,
        until,
        assetIds,
        account,
        code,
        ...(affiliateId === null ? [] : [affiliateId]),
      ],
    });
    yield rows.filter(({ matches }) => matches);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = { at: last.finished_at, id: last.id };
  }
}

/** The place of an order that an affiliate earns of, by its number; null where that is no such order. */
export async function placeOfOrder(
  client: Queryable,
  affiliateId: number,
  no: string,
): Promise<Place | null> {
  const { rows } = await client.query<Place>({
    name: 'place-of-completed-order',
    text: `SELECT f.finished_at AS at, f.order_id AS id FROM orders o JOIN order_figure f ON f.order_id = o.id
            WHERE o.no = $2 AND f.affiliate_id = $1`,
    values: [affiliateId, no],
  });
  return rows[0] ?? null;
}
