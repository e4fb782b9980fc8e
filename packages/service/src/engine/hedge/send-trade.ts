import type { Queryable } from '../../store/database.ts';
import { dropPlanned, endTrade, markSent, planTrade, putRehearsedAside } from '../../trades/change-trades.ts';
import { loadBase } from '../../trades/hedge-standing.ts';
import type { PlannedTrade, Trade } from '../../trades/trade.ts';
import { OrderRefused, type TradingVenue } from '../../trades/trading-venue.ts';
import { loadVenueAccounts } from '../../trades/venue-accounts.ts';
import { underLease } from '../lease.ts';
import { type Hedging, TAKEN_MS } from './hedging.ts';
import { holdTrading } from './may-trade.ts';
import { settleTrade } from './settle-trade.ts';
import { shutWhy } from './venue-shut.ts';

/**
 * Makes a trade: it is stored under its id, marked as sent, and then its request leaves, for the only time. Wherever this is cut
 * off: what was not marked is dropped; what was is a question for the venue, which takes it until its deadline and not later.
 */
export async function sendTrade(
  hedging: Hedging,
  venue: TradingVenue,
  plan: PlannedTrade,
  /** Where the coin began when it was planned. */
  base: bigint,
): Promise<void> {
  const { engine, lease, newId, memory } = hedging;
  const { database } = engine;
  const trade = await underLease(database, lease, async (client) => {
    await putRehearsedAside(client, engine.clock());
    return planTrade(client, plan, newId(), engine.clock());
  });
  const deadlineMs = hedging.clockMs() + TAKEN_MS;
  if (!(await underLease(database, lease, (client) => mark(client, hedging, trade, base, deadlineMs))))
    return;
  // Whatever it answers: nothing more is traded there before its books are compared.
  memory.isDue.add(venue.name);
  try {
    await venue.send({ ...trade, deadlineMs });
  } catch (error) {
    if (!(error instanceof OrderRefused)) throw error;
    await underLease(database, lease, (client) =>
      endTrade(client, trade.id, 'refused', error.message, engine.clock()),
    );
    memory.pause(trade.abbr, engine.clock());
    engine.warn({ venue: venue.name }, `hedging: ${venue.name} refused trade ${trade.id}: ${error.message}`);
    return;
  }
  await settleTrade(hedging, venue, { ...trade, deadlineMs });
}

/** False, and it is dropped, if somebody has stopped it since it was planned. */
async function mark(
  client: Queryable,
  hedging: Hedging,
  trade: Trade,
  base: bigint,
  deadlineMs: number,
): Promise<boolean> {
  const { engine, memory } = hedging;
  const now = engine.clock();
  const stop = await holdTrading(client, engine.record);
  const account = (await loadVenueAccounts(client)).find(({ venue }) => venue === trade.venue);
  const isBase = ((await loadBase(client))?.get(trade.abbr) ?? 0n) === base;
  const why = stop ?? shutWhy(hedging, trade.venue, account) ?? (isBase ? null : 'hedging began anew');
  if (stop !== null) memory.wasStopped = true;
  if (why === null) return markSent(client, trade.id, deadlineMs, now);
  await dropPlanned(client, why, now);
  return false;
}
