import { foreignWords } from '../../foreign-words.ts';
import { repeat } from '../../repeat.ts';
import { CoinBooks } from './coin-books.ts';
import type { VenueReading } from './judge-reading.ts';
import { TOLD_IN } from './known-venues.ts';
import { readSource, SOURCE_ASSUMPTIONS, type SourceAssumptions } from './source-form.ts';
import type { Venue, VenueEars, VenueWorld } from './venue.ts';
import { faultOfAnswer, type VenueFault } from './venue-fault.ts';
import { VenueHttp, VenueLine, VenueUnreached } from './venue-http.ts';
import { MOST_COINS_OF_SOURCE, type VenueTimes } from './venue-times.ts';

const OK = 200;
/** More than any list of coins takes. */
const MOST_BYTES = 4_000_000;

export interface HttpSourceOptions {
  readonly name: string;
  readonly url: string;
  /** Sent with every question; a key, for example. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly assumed?: SourceAssumptions;
  readonly coins: readonly string[];
  readonly times: VenueTimes;
  readonly world: VenueWorld;
  readonly ears: VenueEars;
  readonly onFault: (error: unknown) => void;
}

/** A source of one's own, which is asked at intervals for all coins at once; `source-form.ts` says what it answers. */
export function openHttpSource(options: HttpSourceOptions): Venue {
  const { name, url, headers = {}, assumed = SOURCE_ASSUMPTIONS, times, world, ears } = options;
  const line = new VenueLine(new VenueHttp({ world, times, mostBytes: MOST_BYTES }));
  let isStopped = false;
  const told: VenueEars = {
    book: (book) => void (isStopped || ears.book(book)),
    state: (abbr, state) => void (isStopped || ears.state(abbr, state)),
  };
  const coins = options.coins
    .filter((abbr) => abbr !== TOLD_IN)
    .slice(0, MOST_COINS_OF_SOURCE)
    .map((abbr) => ({ abbr, books: new CoinBooks({ venue: name, abbr, times, world, ears: told }) }));

  const ask = async () => {
    const answer = await askSource(line, url, headers, assumed);
    for (const { abbr, books } of coins) {
      if ('what' in answer) {
        books.fail(answer.what, answer.words);
        continue;
      }
      const reading = answer.readings.get(abbr);
      if (reading === undefined) books.fail('refused', `it does not tell a price of ${abbr}`);
      else if (typeof reading === 'string') books.fail('wrong', `${abbr} ${reading}`);
      else hear(books, reading);
    }
  };
  const look = async () => {
    for (const { books } of coins) books.look();
  };
  // A venue's first question is asked at once.
  let pause = 0;
  const nextPause = () => {
    const now = pause;
    pause = times.pollMs;
    return now;
  };
  const asking = repeat(ask, nextPause, options.onFault);
  const looking = repeat(look, times.tickMs, options.onFault);
  return {
    name,
    async stop() {
      isStopped = true;
      line.http.stop();
      await Promise.all([asking.stop(), looking.stop()]);
    },
  };
}

function hear(books: CoinBooks, reading: VenueReading): void {
  const heard = books.hear(reading, 'polling');
  if (typeof heard === 'object') books.fail(heard.what, heard.words);
}

async function askSource(
  line: VenueLine,
  url: string,
  headers: Readonly<Record<string, string>>,
  assumed: SourceAssumptions,
): Promise<{ readonly readings: ReadonlyMap<string, VenueReading | string> } | VenueFault> {
  try {
    const answer = await line.fetch(url, { headers: { accept: 'application/json', ...headers } });
    const text = await answer.text();
    if (answer.status !== OK) throw new VenueUnreached(`it answers with HTTP ${answer.status}`);
    return { readings: readSource(text, assumed) };
  } catch (error) {
    if (error instanceof SyntaxError)
      return { what: 'wrong', words: foreignWords(`its answer cannot be read: ${error.message}`) };
    return faultOfAnswer(error as Error, line);
  }
}
