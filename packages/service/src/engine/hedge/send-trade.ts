import type { Queryable } from '../../store/database.ts';
import { dropPlanned, endTrade, markSent, planTrade, putRehearsedAside } from '../../trades/change-trades.ts';
import type { PlannedTrade, Trade } from '../../trades/trade.ts';
import { OrderRefused, type TradingVenue } from '../../trades/trading-venue.ts';
import { loadVenueAccounts } from '../../trades/venue-accounts.ts';
import { underLease } from '../lease.ts';
import { type Hedging, TAKEN_MS } from './hedging.ts';
import { holdTrading } from './may-trade.ts';
import { settleTrade } from './settle-trade.ts';

/**
 * Makes a trade: it is stored under its id, marked as sent, and then its request leaves, for the only time. Wherever this is cut
 * off: what was not marked is dropped; what was is a question for the venue, which takes it until its deadline and not later.
 */
export async function sendTrade(hedging: Hedging, venue: TradingVenue, plan: PlannedTrade): Promise<void> {
  const { engine, lease, newId, memory } = hedging;
  const { database } = engine;
  const trade = await underLease(database, lease, async (client) => {
    await putRehearsedAside(client, engine.clock());
    return planTrade(client, plan, newId(), engine.clock());
  });
  const deadlineMs = hedging.clockMs() + TAKEN_MS;
  if (!(await underLease(database, lease, (client) => mark(client, hedging, trade, deadlineMs)))) return;
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
  { engine }: Hedging,
  trade: Trade,
  deadlineMs: number,
): Promise<boolean> {
  const now = engine.clock();
  const stop = await holdTrading(client, engine.record);
  const account = (await loadVenueAccounts(client)).find(({ venue }) => venue === trade.venue);
  const why = stop ?? (account !== undefined && account.haltedAt > 0 ? account.haltWhy : null);
  if (why === null) return markSent(client, trade.id, deadlineMs, now);
  await dropPlanned(client, why, now);
  return false;
}
