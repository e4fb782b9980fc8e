import { foreignWords } from '../../foreign-words.ts';
import type { VenueHttp, VenueLine } from './venue-http.ts';

/** What an error of a venue means for a coin. */
export interface VenueFault {
  readonly what: 'wrong' | 'limited' | 'away' | 'refused';
  readonly words: string;
}

/** By these a venue says that it does not serve us, wherever we ask. */
const NOT_FOR_US: ReadonlySet<number> = new Set([401, 403, 451]);

/** In whose words it has no such market. ccxt has no name for some of them. */
const NO_MARKET =
  /unknown asset pair|invalid symbol|instrument id does not exist|pair not supported|not supported symbols|valid product_id|not[ _]found/i;

/** The names of ccxt's errors, each with what it means. Those without a line are what a venue says no to in its own words. */
const MEANINGS: Readonly<Record<string, VenueFault['what']>> = {
  BadSymbol: 'refused',
  BadRequest: 'refused',
  PermissionDenied: 'refused',
  AuthenticationError: 'refused',
  NotSupported: 'refused',
  DDoSProtection: 'limited',
  RateLimitExceeded: 'limited',
  NetworkError: 'away',
  RequestTimeout: 'away',
  ExchangeNotAvailable: 'away',
  OnMaintenance: 'away',
  ExchangeClosedByUser: 'away',
};

/** Why a question was not answered, in words for people. */
export function faultOfAnswer(error: Error, { http, lastStatus }: VenueLine): VenueFault {
  if (lastStatus === null || !NOT_FOR_US.has(lastStatus)) return faultOf(error, http);
  const words = `it does not serve this machine's address (HTTP ${lastStatus}); use another venue, or another of its addresses`;
  return { what: 'refused', words };
}

/** Why a stream has ended. */
export function faultOf(error: Error, http: VenueHttp): VenueFault {
  if (http.isWaiting) return { what: 'limited', words: http.waitWords };
  const what = NO_MARKET.test(error.message) ? 'refused' : (MEANINGS[error.name] ?? 'wrong');
  return { what, words: foreignWords(`${WORDS[what]}: ${error.message}`) };
}

const WORDS: Readonly<Record<VenueFault['what'], string>> = {
  wrong: 'what it says cannot be used',
  limited: 'it is asked too often',
  away: 'it cannot be reached',
  refused: 'it refuses',
};
