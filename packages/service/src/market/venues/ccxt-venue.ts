import { repeat } from '../../repeat.ts';
import { AnswerTimes } from './answer-times.ts';
import { CcxtCoin } from './ccxt-coin.ts';
import { loadExchange, makeExchange, symbolOf, type VenueUrls } from './ccxt-library.ts';
import { readingOf } from './ccxt-stream.ts';
import { converting } from './converting.ts';
import { coinsAt, type KnownVenue, TOLD_IN } from './known-venues.ts';
import { OpeningGate } from './reopening.ts';
import type { Venue, VenueEars, VenueWorld } from './venue.ts';
import { VenueHttp, VenueLine } from './venue-http.ts';
import { MOST_COINS, type VenueTimes } from './venue-times.ts';

export interface CcxtVenueOptions {
  readonly venue: KnownVenue;
  readonly coins: readonly string[];
  readonly urls: VenueUrls;
  readonly times: VenueTimes;
  readonly world: VenueWorld;
  readonly ears: VenueEars;
  /** Told what should not happen: a mistake of ours. */
  readonly onFault: (error: unknown) => void;
}

/** Opens an exchange that ccxt speaks to. Throws only if ccxt is not there: what the venue does or does not is a state. */
export async function openCcxtVenue(options: CcxtVenueOptions): Promise<Venue> {
  const { venue, urls, times, world, ears, onFault } = options;
  const Exchange = await loadExchange(venue.name);
  const http = new VenueHttp({ world, times, mostBytes: venue.mostBytes });
  const gate = new OpeningGate(world, times);
  const answerTimes = new AnswerTimes();
  const coins = coinsAt(venue, options.coins).slice(0, MOST_COINS);
  const make = (some: readonly string[], line: VenueLine) =>
    makeExchange(Exchange, { venue, coins: some, urls, line, times });
  const line = new VenueLine(http);
  const exchange = make(coins, line);
  let isStopped = false;
  const told: VenueEars = {
    book: (book) => void (isStopped || ears.book(book)),
    state: (abbr, state) => void (isStopped || ears.state(abbr, state)),
  };
  const heard = venue.quote === TOLD_IN ? told : converting(told);
  const watched = coins.map(
    (abbr) =>
      new CcxtCoin({
        venue,
        abbr,
        times,
        world,
        ears: heard,
        line,
        gate,
        makeExchange: () => make([abbr], new VenueLine(http)),
      }),
  );

  /** The one that waits longest, if any does. */
  const due = () => {
    const now = world.nowMs();
    const waiting = watched.filter((coin) => coin.dueAt <= now);
    return waiting.sort((a, b) => a.dueAt - b.dueAt)[0];
  };
  const ask = async () => {
    const coin = due();
    if (coin === undefined) return;
    try {
      const book = await exchange.fetchOrderBook(symbolOf(venue, coin.abbr), venue.askedLevels);
      const reading = readingOf(book);
      if (isStopped) return;
      if (venue.askedTime === 'book') coin.answered(reading);
      else coin.answered({ ...reading, at: answerTimes.timeOf(coin.abbr, book, line.lastDate) });
    } catch (error) {
      if (!isStopped) coin.failed(error as Error);
    }
  };
  const look = async () => {
    for (const coin of watched) coin.look();
  };
  const isDue = () => !http.isWaiting && due() !== undefined;
  const asking = repeat(
    ask,
    () => (isDue() ? Math.min(venue.askGapMs, times.pollMs) : times.tickMs),
    onFault,
  );
  const looking = repeat(look, times.tickMs, onFault);

  return {
    name: venue.name,
    async stop() {
      isStopped = true;
      http.stop();
      await Promise.all([asking.stop(), looking.stop()]);
      for (const coin of watched) coin.stop();
      await exchange.close().catch(() => {});
    },
  };
}
