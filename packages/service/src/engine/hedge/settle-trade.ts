import { freshnessOf, type Moment } from '../../pricing/prices-of-now.ts';
import type { Queryable } from '../../store/database.ts';
import { bookedAmount, bookFills } from '../../trades/book-fills.ts';
import { endTrade } from '../../trades/change-trades.ts';
import type { Trade } from '../../trades/trade.ts';
import type { AskedOrder, FoundOrder, TradingVenue } from '../../trades/trading-venue.ts';
import { HALTED_BY, haltVenue } from '../../trades/venue-accounts.ts';
import { underLease } from '../lease.ts';
import { type Hedging, SURE_MS } from './hedging.ts';
import { fillFault } from './judge-fills.ts';

/**
 * Asks the venue what became of a trade that was sent, and books it. An answer that leaves it open changes nothing: it is asked
 * again. Nothing here ever sends anything.
 */
export async function settleTrade(hedging: Hedging, venue: TradingVenue, trade: Trade): Promise<void> {
  const asked = await venue.ask(trade);
  if (asked.order === null) return lapseIfSure(hedging, trade, asked);
  const isLeft = await book(hedging, trade, asked.order);
  if (isLeft && !asked.order.isOver && isPast(trade, asked.at))
    await venue.cancel({ ...trade, orderId: asked.order.orderId });
}

/** The venue's own clock decides: it takes nothing after the deadline, whenever a request arrives. */
async function lapseIfSure(hedging: Hedging, trade: Trade, { at }: AskedOrder): Promise<void> {
  const { engine, lease, memory } = hedging;
  if (!isPast(trade, at, SURE_MS)) return;
  await underLease(engine.database, lease, (client) =>
    endTrade(client, trade.id, 'lapsed', 'the venue never got it', engine.clock()),
  );
  memory.pause(trade.abbr, engine.clock());
  memory.isDue.add(trade.venue);
}

function isPast({ deadlineMs }: Trade, at: number | null, bySomeMs = 0): boolean {
  return at !== null && deadlineMs !== null && at > deadlineMs + bySomeMs;
}

/** Books what is new of it, and ends it once all is booked; true if it goes on. */
async function book(hedging: Hedging, trade: Trade, order: FoundOrder): Promise<boolean> {
  const { engine, lease, memory } = hedging;
  const now = engine.clock();
  const market = await engine.market();
  const { booked, isEnded } = await underLease(engine.database, lease, async (client) => {
    await bookFills(client, trade, order.fills, now);
    const amount = await bookedAmount(client, trade.id);
    const ended = order.isOver && amount >= order.filled;
    if (ended) await endTrade(client, trade.id, 'finished', wordsOf(trade, amount), now);
    await haltIfWrong(client, hedging, trade, order, market);
    return { booked: amount, isEnded: ended };
  });
  if (!isEnded) return true;
  if (booked > 0n) memory.goOn(trade.abbr);
  else memory.pause(trade.abbr, now);
  memory.isDue.add(trade.venue);
  return false;
}

async function haltIfWrong(
  client: Queryable,
  { engine }: Hedging,
  trade: Trade,
  { filled, fills }: FoundOrder,
  market: Moment,
): Promise<void> {
  const fault = fillFault(trade, filled, fills, (abbr) => market.rates.find(abbr, freshnessOf(market)));
  if (fault === null) return;
  await haltVenue(client, trade.venue, HALTED_BY.fills, fault, engine.clock());
  engine.warn({ venue: trade.venue }, `hedging: ${fault}. Nothing more is traded there`);
}

function wordsOf({ amount }: Trade, booked: bigint): string {
  return booked === amount ? 'filled' : booked === 0n ? 'nothing to be had at its limit' : 'filled in part';
}
