import {
  BeginHedgeRequest,
  BookVenueRequest,
  type Decimal,
  DoneResponse,
  HedgingRequest,
  HedgingResponse,
  MESSAGE,
  VenueGoRequest,
} from '@swapdesk/contract';
import {
  beginHedge,
  beyond,
  bookVenueMoves,
  TradeUnderWay,
  toldMoves,
  type VenueMove,
  venueGoesOn,
} from '../../acts/venue-moves.ts';
import { loadHeld } from '../../ledger/venue-coins.ts';
import { FIXED_DECIMALS, formatFixed } from '../../money/fixed.ts';
import { toExactUnits } from '../../money/units.ts';
import { audited } from '../../operators/audit.ts';
import { Refusal } from '../../refusal.ts';
import type { Queryable } from '../../store/database.ts';
import { loadHedge } from '../../trades/hedge-standing.ts';
import { lastTrades } from '../../trades/read-trades.ts';
import { loadVenueAccounts } from '../../trades/venue-accounts.ts';
import { isTradingVenue } from '../../trades/venues/known-trading.ts';
import { consoleEndpoint } from './endpoint.ts';

const SHOWN_TRADES = 50;

const show = consoleEndpoint({
  method: 'GET',
  path: '/hedging',
  request: HedgingRequest,
  response: HedgingResponse,
  changes: false,
  async handle({ database }) {
    const hedge = await loadHedge(database);
    const trades = await lastTrades(database, SHOWN_TRADES);
    return {
      data: {
        mode: hedge?.mode ?? '',
        stopped: hedge?.stopped ?? '',
        at: hedge?.at ?? 0,
        coins: (hedge?.coins ?? []).map(({ abbr, exposure, value, waits }) => ({
          abbr,
          exposure: formatFixed(BigInt(exposure)),
          value: value === null ? null : formatFixed(BigInt(value)),
          waits,
        })),
        venues: (await loadVenueAccounts(database)).map((account) => ({
          venue: account.venue,
          halted_at: account.haltedAt,
          halt_why: account.haltWhy,
          away_since: account.awaySince,
          away_why: account.awayWhy,
          agreed_at: account.agreedAt,
        })),
        stocks: (await loadHeld(database)).map((coin) => ({
          venue: coin.venue,
          abbr: coin.abbr,
          ledger: formatFixed(coin.units),
          told: coin.toldUnits === null ? null : formatFixed(coin.toldUnits),
          difference: formatFixed(beyond(coin)),
          told_at: coin.toldAt,
        })),
        trades: trades.map(({ id, venue, side, abbr, state, why, plannedAt, ...trade }) => ({
          id,
          venue,
          side,
          abbr,
          state,
          why,
          amount: formatFixed(trade.amount),
          limit: formatFixed(trade.limitPrice),
          filled: formatFixed(trade.filled),
          value: formatFixed(trade.value),
          planned_at: plannedAt,
        })),
      },
    };
  },
});

const begin = consoleEndpoint({
  method: 'POST',
  path: '/hedging/begin',
  request: BeginHedgeRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database, market }, { params: { reason }, actor, now }) {
    const { catalogue } = market();
    await audited(database, actor, now, (client) => beginHedge(client, catalogue, reason, now)).catch(
      (error: unknown) => {
        throw error instanceof TradeUnderWay ? new Refusal(MESSAGE.tradeUnderWay) : error;
      },
    );
    return {};
  },
});

const go = consoleEndpoint({
  method: 'POST',
  path: '/venues/go',
  request: VenueGoRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database }, { params: { venue, reason }, actor, now }) {
    const name = venueNamed(venue);
    await audited(database, actor, now, async (client) => {
      const done = await venueGoesOn(client, name, reason);
      if (!done.result) throw new Refusal(MESSAGE.nothingToChange);
      return done;
    });
    return {};
  },
});

const book = consoleEndpoint({
  method: 'POST',
  path: '/venues/book',
  request: BookVenueRequest,
  response: DoneResponse,
  changes: true,
  async handle({ database }, { params: { venue, abbr, amount, how, reason }, actor, now }) {
    const name = venueNamed(venue);
    await audited(database, actor, now, async (client) => {
      const moves = await movesOf(client, name, abbr, amount);
      if (moves.length === 0) throw new Refusal(MESSAGE.nothingToChange);
      return bookVenueMoves(client, name, moves, how, reason, now);
    });
    return {};
  },
});

/** What the desk is long or short of, and venues. */
export const HEDGING_ENDPOINTS = [show, begin, go, book];

/** What was moved of a coin; of none, all that the venue said. */
async function movesOf(
  client: Queryable,
  venue: string,
  abbr: string | undefined,
  amount: Decimal | undefined,
): Promise<readonly VenueMove[]> {
  if ((abbr === undefined) !== (amount === undefined)) throw new Refusal(MESSAGE.incorrectParameters);
  if (abbr === undefined || amount === undefined) return toldMoves(client, venue);
  const units = toExactUnits(amount, FIXED_DECIMALS);
  if (units === null) throw new Refusal(MESSAGE.tooManyDecimals);
  return units === 0n ? [] : [{ venue, abbr: abbr.toUpperCase(), units }];
}

function venueNamed(given: string): string {
  const name = given.toLowerCase();
  if (!isTradingVenue(name)) throw new Refusal(MESSAGE.incorrectParameters);
  return name;
}
