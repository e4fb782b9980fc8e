import {
  beginHedge,
  beyond,
  bookVenueMoves,
  TradeUnderWay,
  toldMoves,
  venueGoesOn,
} from '../acts/venue-moves.ts';
import { loadCatalogue } from '../catalog/load-catalogue.ts';
import { loadHeld } from '../ledger/venue-coins.ts';
import { FIXED_DECIMALS, formatFixed } from '../money/fixed.ts';
import type { Queryable } from '../store/database.ts';
import type { MovedHow } from '../trades/book-moved.ts';
import { loadHedge } from '../trades/hedge-standing.ts';
import { lastTrades } from '../trades/read-trades.ts';
import { loadVenueAccounts, type VenueAccount } from '../trades/venue-accounts.ts';
import { isTradingVenue, TRADING_VENUES } from '../trades/venues/known-trading.ts';
import { act } from './act.ts';
import { readArguments, readSigned, readWhole } from './arguments.ts';
import { type Command, UsageError, WrongArguments, withStore } from './command.ts';
import { table } from './table.ts';
import { timeText } from './time-text.ts';

const USUAL_TRADES = 20;

export const venueShow: Command = {
  name: 'venue show',
  usage: '',
  summary:
    'Show what venues hold for us by the ledger and by their own words, and what the desk is long or short of',
  run: (args, env) =>
    withStore(env, async (database) => {
      readArguments(args, { words: [], options: [] });
      const held = await loadHeld(database);
      if (held.length === 0) console.log('No venue holds anything for us, or was ever asked.');
      else {
        const rows = held.map((coin) => [
          ...[coin.venue, coin.abbr, formatFixed(coin.units)],
          ...[coin.toldUnits === null ? '-' : formatFixed(coin.toldUnits), formatFixed(beyond(coin))],
          coin.toldAt === 0 ? '-' : timeText(coin.toldAt),
        ]);
        console.log(table(['venue', 'coin', 'ledger', 'venue says', 'difference', 'asked'], rows));
      }
      for (const account of await loadVenueAccounts(database))
        console.log(`${account.venue}: ${stateOf(account)}`);
      console.log(await hedgeText(database));
    }),
};

export const venueBook: Command = {
  name: 'venue book',
  usage: 'VENUE [COIN] (--amount AMOUNT | --as-told) (--moved | --traded) --why TEXT',
  summary:
    'Book what you have moved to a venue, or from it (--amount=-1.5), by hand, or what was traded there and the store does not know; --as-told books all that it said and the ledger lacks',
  async run(args, env) {
    const { words, options, flags } = readArguments(args, {
      words: ['VENUE', '[COIN]'],
      options: ['amount', 'why'],
      flags: ['as-told', 'moved', 'traded'],
    });
    const venue = readVenue(words[0] as string);
    const abbr = words[1]?.toUpperCase();
    const why = readWhy(options.why);
    const how = readHow(flags);
    if (
      (abbr === undefined) !== (flags['as-told'] ?? false) ||
      (options.amount === undefined) !== (abbr === undefined)
    )
      throw new WrongArguments('Name a COIN with its --amount, or --as-told for all that the venue said.');
    await withStore(env, async (database) => {
      const booked = await act(database, async (client, now) => {
        const moves =
          abbr === undefined
            ? await toldMoves(client, venue)
            : [{ venue, abbr, units: readMoved(options.amount as string) }];
        if (moves.length === 0)
          throw new UsageError(`${venue} and the ledger say the same. See: npx swapdesk venue show`);
        return bookVenueMoves(client, venue, moves, how, why, now);
      });
      for (const { abbr: coin, units } of booked)
        console.log(`Booked at ${venue} as ${how}: ${formatFixed(units)} ${coin}.`);
    });
  },
};

function readMoved(text: string): bigint {
  const units = readSigned('amount', text, FIXED_DECIMALS);
  if (units === 0n) throw new WrongArguments('Nothing would be booked: give an --amount other than 0.');
  return units;
}

export const venueGo: Command = {
  name: 'venue go',
  usage: 'VENUE --why TEXT',
  summary: 'Trade again at a venue that is halted, once you have looked into why',
  async run(args, env) {
    const { words, options } = readArguments(args, { words: ['VENUE'], options: ['why'] });
    const venue = readVenue(words[0] as string);
    const why = readWhy(options.why);
    await withStore(env, async (database) => {
      const wasHalted = await act(database, (client) => venueGoesOn(client, venue, why));
      console.log(wasHalted ? `${venue} goes on.` : `${venue} was not halted.`);
    });
  },
};

export const hedgeBegin: Command = {
  name: 'hedge begin',
  usage: '--why TEXT',
  summary: 'Take what the desk is long or short of now for where it should be: hedging trades none of it',
  async run(args, env) {
    const { options } = readArguments(args, { words: [], options: ['why'] });
    const why = readWhy(options.why);
    await withStore(env, async (database) => {
      const catalogue = await loadCatalogue(database);
      await act(database, (client, now) => beginHedge(client, catalogue, why, now)).catch(
        (error: unknown) => {
          throw error instanceof TradeUnderWay ? new UsageError(error.message) : error;
        },
      );
      console.log('From now on, only what the desk becomes long or short of is hedged.');
    });
  },
};

export const tradeList: Command = {
  name: 'trade list',
  usage: '[--last N]',
  summary: 'Show the last trades of hedging, and what a dry run would have traded',
  run: (args, env) =>
    withStore(env, async (database) => {
      const { options } = readArguments(args, { words: [], options: ['last'] });
      const most = options.last === undefined ? USUAL_TRADES : readWhole('last', options.last);
      const trades = await lastTrades(database, most);
      if (trades.length === 0) return console.log('Nothing was traded.');
      const rows = trades.map(
        ({
          id,
          plannedAt,
          venue,
          side,
          amount,
          abbr,
          limitPrice,
          state,
          filled,
          value,
          why,
          clientOrderId,
        }) => [
          ...[
            String(id),
            timeText(plannedAt),
            venue,
            `${side} ${formatFixed(amount)} ${abbr}`,
            formatFixed(limitPrice),
          ],
          ...[
            why === '' ? state : `${state}: ${why}`,
            formatFixed(filled),
            formatFixed(value),
            clientOrderId,
          ],
        ],
      );
      console.log(
        table(['id', 'when', 'venue', 'what', 'limit', 'state', 'filled', 'USDT', 'our id there'], rows),
      );
    }),
};

function stateOf({ haltedAt, haltWhy, awaySince, awayWhy, agreedAt }: VenueAccount): string {
  if (haltedAt > 0) return `halted since ${timeText(haltedAt)}: ${haltWhy}`;
  if (awaySince > 0) return `cannot be asked since ${timeText(awaySince)}: ${awayWhy}`;
  return agreedAt === 0 ? 'not compared yet' : `agrees with the ledger, as of ${timeText(agreedAt)}`;
}

async function hedgeText(database: Queryable): Promise<string> {
  const hedge = await loadHedge(database);
  if (hedge === null) return 'Nobody hedges.';
  const open = hedge.coins.filter(({ exposure }) => BigInt(exposure) !== 0n);
  const coins = open.map(({ abbr, exposure, waits }) => {
    const units = BigInt(exposure);
    const amount = `${units < 0n ? 'short' : 'long'} ${formatFixed(units < 0n ? -units : units)} ${abbr}`;
    return waits === '' ? amount : `${amount} (waits: ${waits})`;
  });
  const stopped = hedge.stopped === '' ? '' : `; stopped: ${hedge.stopped}`;
  return `Hedging is ${hedge.mode}${stopped}, as of ${timeText(hedge.at)}: ${coins.join(', ') || 'nothing to hedge'}`;
}

function readVenue(given: string): string {
  const name = given.toLowerCase();
  if (!isTradingVenue(name))
    throw new UsageError(`${given} cannot be traded at. There are ${TRADING_VENUES.join(' and ')}.`);
  return name;
}

/** Never guessed: what was moved is nothing to hedge, what was traded is hedged already. */
function readHow({ moved = false, traded = false }: Readonly<Record<string, boolean>>): MovedHow {
  if (moved === traded)
    throw new WrongArguments(
      'Say --moved if you have put it there or taken it away, --traded if a trade did that the store does not know.',
    );
  return moved ? 'moved' : 'traded';
}

function readWhy(given: string | undefined): string {
  const why = given?.trim() ?? '';
  if (why === '') throw new WrongArguments('What for? Add --why TEXT: it stays in the audit log.');
  return why;
}
