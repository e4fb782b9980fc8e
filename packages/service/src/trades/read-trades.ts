import type { Queryable } from '../store/database.ts';
import { TRADE, type TradeState, tradeIs } from './life.ts';
import type { Trade, TradeSide } from './trade.ts';

interface Row {
  id: number;
  client_order_id: string;
  venue: string;
  abbr: string;
  side: TradeSide;
  amount: string;
  limit_price: string;
  reference: string;
  exposure: string;
  state: TradeState;
  planned_at: number;
  sent_at: number;
  deadline_ms: number | null;
  finished_at: number;
  why: string;
}

const COLUMNS = `
  t.id, t.client_order_id, t.venue, t.abbr, t.side, t.amount, t.limit_price, t.reference, t.exposure, t.state, t.planned_at,
  t.sent_at, t.deadline_ms, t.finished_at, t.why`;

/** Trades of which only the venue knows what became. */
export async function sentTrades(client: Queryable): Promise<Trade[]> {
  const { rows } = await client.query<Row>({
    name: 'sent-trades',
    text: `SELECT ${COLUMNS} FROM trade t WHERE ${tradeIs('t', TRADE.sent)} ORDER BY t.id`,
  });
  return rows.map(toTrade);
}

/** The last trade of a coin that was sent, if it is said not to have been made; null if it was, or is under way. */
export async function lastUnmade(client: Queryable, abbr: string): Promise<Trade | null> {
  const { rows } = await client.query<Row>({
    name: 'last-unmade',
    text: `
      SELECT * FROM (SELECT ${COLUMNS} FROM trade t WHERE t.abbr = $1 AND t.sent_at > 0 ORDER BY t.id DESC LIMIT 1) AS t
       WHERE ${tradeIs('t', TRADE.refused, TRADE.lapsed)}`,
    values: [abbr],
  });
  return rows[0] === undefined ? null : toTrade(rows[0]);
}

/** A trade with what was traded of it. */
export interface TradeSoFar extends Trade {
  readonly filled: bigint;
  /** In USDT. */
  readonly value: bigint;
}

/** The last trades, newest first. */
export async function lastTrades(client: Queryable, most: number): Promise<TradeSoFar[]> {
  const { rows } = await client.query<Row & { filled: string; value: string }>({
    name: 'last-trades',
    text: `
      SELECT ${COLUMNS}, coalesce(f.filled, 0)::text AS filled, coalesce(f.value, 0)::text AS value FROM trade t, LATERAL (
             SELECT sum(amount) AS filled, sum(value) AS value FROM trade_fill WHERE trade_id = t.id) AS f
       ORDER BY t.id DESC LIMIT $1`,
    values: [most],
  });
  return rows.map((row) => ({ ...toTrade(row), filled: BigInt(row.filled), value: BigInt(row.value) }));
}

/** What the trades that were sent since then may have come to in USDT, in 10^-18: what is over, as it was filled. */
export async function tradedValue(client: Queryable, since: number): Promise<bigint> {
  const { rows } = await client.query<{ value: string }>({
    name: 'traded-value',
    text: `
      SELECT coalesce(sum(CASE WHEN ${tradeIs('t', TRADE.sent)} THEN ceil(t.amount * greatest(t.limit_price, t.reference) / 1000000000000000000)
                               ELSE (SELECT coalesce(sum(f.value), 0) FROM trade_fill f WHERE f.trade_id = t.id) END), 0)::text
               AS value
        FROM trade t WHERE t.sent_at >= $1 AND t.sent_at > 0`,
    values: [since],
  });
  return BigInt(rows[0]?.value ?? '0');
}

/** What a dry run has bought (+) and sold (-) as if in earnest, by coin. */
export async function rehearsedAmounts(client: Queryable): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await client.query<{ abbr: string; units: string }>({
    name: 'rehearsed-amounts',
    text: `
      SELECT abbr, sum(CASE side WHEN 'buy' THEN amount ELSE -amount END)::text AS units FROM trade t
       WHERE ${tradeIs('t', TRADE.rehearsed)} GROUP BY abbr`,
  });
  return new Map(rows.map(({ abbr, units }) => [abbr, BigInt(units)]));
}

function toTrade(row: Row): Trade {
  return {
    id: row.id,
    clientOrderId: row.client_order_id,
    venue: row.venue,
    abbr: row.abbr,
    side: row.side,
    amount: BigInt(row.amount),
    limitPrice: BigInt(row.limit_price),
    reference: BigInt(row.reference),
    exposure: BigInt(row.exposure),
    state: row.state,
    plannedAt: row.planned_at,
    sentAt: row.sent_at,
    deadlineMs: row.deadline_ms,
    finishedAt: row.finished_at,
    why: row.why,
  };
}
