import { type HeldCoin, loadHeld, noteTold } from '../../ledger/venue-coins.ts';
import { formatFixed } from '../../money/fixed.ts';
import type { Queryable } from '../../store/database.ts';
import { sentTrades } from '../../trades/read-trades.ts';
import type { TradingVenue } from '../../trades/trading-venue.ts';
import { HALTED_BY, haltVenue, noteAgreed } from '../../trades/venue-accounts.ts';
import { underLease } from '../lease.ts';
import type { Hedging } from './hedging.ts';

/** A difference that is told for so long is one. */
const LATE_S = 10;

/**
 * Compares what a venue says that it holds for us with the ledger, as wallets are compared with theirs. Not while a trade is
 * under way there, nor if something was booked meanwhile. A difference that stays halts the venue; it goes on by itself once
 * both say the same again.
 */
export async function compareVenue(
  hedging: Hedging,
  venue: TradingVenue,
  coins: readonly string[],
): Promise<void> {
  const { engine, lease, memory } = hedging;
  const before = await stillHeld(engine.database, venue.name);
  if (before === null) return;
  const balances = await venue.balances();
  await underLease(engine.database, lease, async (client) => {
    const held = await stillHeld(client, venue.name);
    if (held === null || ledgerOf(held) !== ledgerOf(before)) return;
    const asked = [...new Set([...coins, ...held.map(({ abbr }) => abbr)])];
    const told = new Map(asked.map((abbr) => [abbr, balances.get(abbr) ?? 0n]));
    const now = engine.clock();
    await noteTold(client, venue.name, told, now);
    const difference = differenceOf(held, told);
    memory.isDue.delete(venue.name);
    if (difference === '') {
      memory.differed.delete(venue.name);
      memory.agreedAt.set(venue.name, now);
      return noteAgreed(client, venue.name, now);
    }
    memory.agreedAt.delete(venue.name);
    const known = memory.differed.get(venue.name);
    if (known?.words !== difference) memory.differed.set(venue.name, { words: difference, since: now });
    else if (now - known.since >= LATE_S)
      await haltVenue(client, venue.name, HALTED_BY.books, difference, now);
  });
}

/** What the ledger says; null while a trade is under way there. */
async function stillHeld(client: Queryable, venue: string): Promise<HeldCoin[] | null> {
  const open = (await sentTrades(client)).some((trade) => trade.venue === venue);
  return open ? null : (await loadHeld(client)).filter((coin) => coin.venue === venue);
}

function ledgerOf(held: readonly HeldCoin[]): string {
  return held.map(({ abbr, units }) => `${abbr} ${units}`).join();
}

/** In words; empty if there is none. Pure. */
function differenceOf(
  held: readonly Pick<HeldCoin, 'abbr' | 'units'>[],
  told: ReadonlyMap<string, bigint>,
): string {
  const units = new Map(held.map((coin) => [coin.abbr, coin.units]));
  return [...told]
    .filter(([abbr, says]) => says !== (units.get(abbr) ?? 0n))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([abbr, says]) =>
        `${abbr}: it holds ${formatFixed(says)}, the ledger says ${formatFixed(units.get(abbr) ?? 0n)}`,
    )
    .join('; ');
}
