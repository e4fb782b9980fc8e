import { isIn, literal, setTo } from '../life.ts';
import type { Queryable } from '../store/database.ts';
import { TRADE_CHANGES } from './life.ts';
import type { PlannedTrade, Trade } from './trade.ts';

/** All that writes trades: each change by compare-and-set with the table, in the caller's transaction. */

const { sent, dropped, finished, refused, lapsed } = TRADE_CHANGES;

/** Stores a trade under its id before anybody hears of it. One coin has one at a time: a second the store refuses. */
export async function planTrade(
  client: Queryable,
  trade: PlannedTrade,
  clientOrderId: string,
  at: number,
): Promise<Trade> {
  return insert(client, trade, clientOrderId, TRADE_CHANGES.planned.to, at);
}

/** Stores what a dry run would have traded. */
export async function rehearseTrade(
  client: Queryable,
  trade: PlannedTrade,
  clientOrderId: string,
  at: number,
): Promise<Trade> {
  return insert(client, trade, clientOrderId, TRADE_CHANGES['rehearsed at once'].to, at);
}

async function insert(
  client: Queryable,
  trade: PlannedTrade,
  clientOrderId: string,
  state: Trade['state'],
  at: number,
): Promise<Trade> {
  const { rows } = await client.query<{ id: number }>({
    name: `insert-trade-${state}`,
    text: `
      INSERT INTO trade (client_order_id, venue, abbr, side, amount, limit_price, reference, exposure, state, planned_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, ${literal(state)}, $9) RETURNING id`,
    values: [
      clientOrderId,
      trade.venue,
      trade.abbr,
      trade.side,
      String(trade.amount),
      String(trade.limitPrice),
      String(trade.reference),
      String(trade.exposure),
      at,
    ],
  });
  const { id } = rows[0] as { id: number };
  return {
    ...trade,
    id,
    clientOrderId,
    state,
    plannedAt: at,
    sentAt: 0,
    deadlineMs: null,
    finishedAt: 0,
    why: '',
  };
}

/** Its request is about to leave, for the only time; false if it may not any more. */
export async function markSent(
  client: Queryable,
  id: number,
  deadlineMs: number,
  at: number,
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'mark-trade-sent',
    text: `UPDATE trade SET ${setTo(sent, '$3')}, deadline_ms = $2 WHERE id = $1 AND ${isIn('state', sent.from)}`,
    values: [id, deadlineMs, at],
  });
  return rowCount === 1;
}

/** What was planned and not sent is not sent any more. Returns how many. */
export async function dropPlanned(client: Queryable, why: string, at: number): Promise<number> {
  const { rowCount } = await client.query({
    name: 'drop-planned-trades',
    text: `UPDATE trade SET ${setTo(dropped, '$2')}, why = $1 WHERE ${isIn('state', dropped.from)}`,
    values: [why, at],
  });
  return rowCount ?? 0;
}

/** Trading begins in earnest: what was rehearsed does not count any more. */
export async function putRehearsedAside(client: Queryable, at: number): Promise<void> {
  const change = TRADE_CHANGES['put aside'];
  await client.query({
    name: 'put-rehearsed-aside',
    text: `UPDATE trade SET ${setTo(change, '$1')} WHERE ${isIn('state', change.from)}`,
    values: [at],
  });
}

const ENDS = { finished, refused, lapsed };

/** What was sent has ended in one of these ways; false if it had ended before. */
export async function endTrade(
  client: Queryable,
  id: number,
  end: keyof typeof ENDS,
  why: string,
  at: number,
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: `end-trade-${end}`,
    text: `UPDATE trade SET ${setTo(ENDS[end], '$3')}, why = $2 WHERE id = $1 AND ${isIn('state', ENDS[end].from)}`,
    values: [id, why, at],
  });
  return rowCount === 1;
}
