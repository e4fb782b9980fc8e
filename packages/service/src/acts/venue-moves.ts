import type { Catalogue } from '../catalog/catalogue.ts';
import { positionByCoin } from '../engine/hedge/exposures.ts';
import { type HeldCoin, loadHeld } from '../ledger/venue-coins.ts';
import { formatFixed } from '../money/fixed.ts';
import type { Done } from '../operators/audit.ts';
import type { Queryable } from '../store/database.ts';
import { bookMoved, type MovedHow } from '../trades/book-moved.ts';
import { dropPlanned } from '../trades/change-trades.ts';
import { takeBase } from '../trades/hedge-standing.ts';
import { sentTrades } from '../trades/read-trades.ts';
import { endVenueHalt } from '../trades/venue-accounts.ts';

/** What operators decide about venues. Nothing here asks or moves anything there. */

/** What came to a venue (+) or left it (-), in 10^-18. */
export interface VenueMove {
  readonly venue: string;
  readonly abbr: string;
  readonly units: bigint;
}

/** Books what an operator has moved by hand, or what was traded and is not known here. */
export async function bookVenueMoves(
  client: Queryable,
  venue: string,
  moves: readonly VenueMove[],
  how: MovedHow,
  why: string,
  now: number,
): Promise<Done<readonly VenueMove[]>> {
  for (const move of moves) await bookMoved(client, move, how, why, now);
  const changes = [
    ...moves.map(({ abbr, units }) => ({ what: `${abbr} booked`, before: null, after: formatFixed(units) })),
    { what: 'as', before: null, after: how },
    { what: 'why', before: null, after: why },
  ];
  return { act: 'venue book', subject: venue, changes, result: moves };
}

/** What would have to be booked for the ledger to say what a venue said when it was last asked. */
export async function toldMoves(client: Queryable, venue: string): Promise<VenueMove[]> {
  const held = (await loadHeld(client)).filter((coin) => coin.venue === venue);
  return held
    .map((coin) => ({ venue, abbr: coin.abbr, units: beyond(coin) }))
    .filter(({ units }) => units !== 0n);
}

/** By how much a venue said to hold more than the ledger says; nothing if it was never asked. */
export function beyond({ units, toldUnits }: HeldCoin): bigint {
  return toldUnits === null ? 0n : toldUnits - units;
}

/** Trading goes on at a venue; false if it was not halted. */
export async function venueGoesOn(client: Queryable, venue: string, why: string): Promise<Done<boolean>> {
  const result = await endVenueHalt(client, venue);
  return {
    act: 'venue go',
    subject: venue,
    changes: [{ what: 'halt', before: result ? 'halted' : 'not halted', after: why }],
    result,
  };
}

/** What became of a trade is not known yet: what the desk is long or short of cannot be told. */
export class TradeUnderWay extends Error {
  override readonly name = 'TradeUnderWay';
}

/**
 * What the desk is long or short of now counts as where it began: none of it is traded. Not while a trade is under way, which
 * would be turned back once it is booked; one that is planned is dropped, and none is sent by the line of before.
 */
export async function beginHedge(
  client: Queryable,
  catalogue: Catalogue,
  why: string,
  now: number,
): Promise<Done<ReadonlyMap<string, bigint>>> {
  await dropPlanned(client, 'hedging began anew', now);
  const [sent] = await sentTrades(client);
  if (sent !== undefined)
    throw new TradeUnderWay(
      `Trade ${sent.id} at ${sent.venue} is under way. Try again when it is over: npx swapdesk trade list`,
    );
  const base = await positionByCoin(client, catalogue);
  await takeBase(client, base, now);
  const changes = [{ what: 'where hedging begins', before: null, after: why }];
  return { act: 'hedge begin', subject: 'hedging', changes, result: base };
}
