import type { Catalogue } from '../catalog/catalogue.ts';
import type { Settings } from '../catalog/settings.ts';
import { formatFixed } from '../money/fixed.ts';
import type { WatchedPrice } from '../pricing/judge-price.ts';
import { MARKET_SOURCE } from '../pricing/market-prices.ts';
import { faultText, lastReading, type PriceReading } from '../pricing/price-reading.ts';
import { ageText, moveText } from '../pricing/price-words.ts';
import { loadWatched } from '../pricing/watched-prices.ts';
import type { Database } from '../store/database.ts';
import type { Finding } from './finding.ts';
import { premiumFindings } from './premium-finding.ts';
import { type CoinPrice, coinPrices } from './price-states.ts';

interface Patient {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly settings: Settings;
  readonly now: number;
}

const OF_VENUES =
  'Below stands which venues do not count, and why. Is an engine running whose configuration names them?';
const OF_FILE =
  'Let whoever writes the price file (SWAPDESK_PRICES_FILE) write it again. Is an engine running?';

type Priced = CoinPrice & { readonly price: WatchedPrice };
const isPriced = (coin: CoinPrice): coin is Priced => coin.price !== null;

/** The prices of coins that are switched on: their age, what jumped, what stands still, and what the source gets wrong. */
export async function priceFindings({ database, catalogue, settings, now }: Patient): Promise<Finding[]> {
  const all = coinPrices(await loadWatched(database), catalogue, settings, now);
  const coins = all.filter(({ isNeeded }) => isNeeded);
  const reading = await lastReading(database);
  return [
    age(coins, settings, reading, now),
    ...jumps(coins.filter(isPriced), settings, now),
    frozen(coins.filter(isPriced), settings),
    ...pegs(coins.filter(isPriced), settings),
    source(reading, new Set(coins.map(({ abbr }) => abbr))),
    ...(await premiumFindings({ database, settings, now }, new Set(coins.map(({ abbr }) => abbr)))),
  ];
}

function age(
  coins: readonly CoinPrice[],
  settings: Settings,
  reading: PriceReading | null,
  now: number,
): Finding {
  const isSaidBelow = ({ price }: CoinPrice) => price !== null && (price.stop !== null || isOffPeg(price));
  const wrong = coins.filter((coin) => coin.noQuote !== null && !isSaidBelow(coin));
  const oldest = Math.max(0, ...coins.map(({ price }) => (price === null ? 0 : now - price.at)));
  const named = wrong.map(
    ({ abbr, price }) => `${abbr} ${price === null ? 'none' : agoText(now - price.at)}`,
  );
  const isOfVenues = coins.some(({ price }) => price?.source === MARKET_SOURCE);
  const from = isOfVenues ? 'venues' : (reading?.source ?? 'nobody');
  return {
    what: 'prices',
    isWell: wrong.length === 0,
    facts:
      wrong.length === 0
        ? `of ${coins.length} coins, the oldest ${ageText(oldest)} old, from ${from}`
        : `${wrong.length} of ${coins.length} cannot be used: ${named.join(', ')}`,
    advice:
      `No quotes and no exchanges in them: a price counts for ${ageText(settings.price_max_age_s)} from its own time ` +
      `(setting price_max_age_s). ${isOfVenues ? OF_VENUES : OF_FILE}`,
  };
}

function agoText(seconds: number): string {
  return seconds < 0 ? `${ageText(-seconds)} ahead of the clock` : `${ageText(seconds)} old`;
}

function jumps(coins: readonly Priced[], { price_confirm_s: confirmS }: Settings, now: number): Finding[] {
  const jumped = coins.filter(({ price }) => price.pending !== null);
  if (jumped.length === 0) return [{ what: 'prices: jumps', isWell: true, facts: 'none waits', advice: '' }];
  return jumped.map(({ abbr, price: { value, pending } }) => ({
    what: `price of ${abbr}`,
    isWell: false,
    facts:
      `jumped from ${moveText(value, pending!.value)} ${ageText(now - pending!.since)} ago and is not quoted; ` +
      `${pending!.source} last said so ${ageText(Math.max(0, now - pending!.at))} ago`,
    advice:
      `If it is right: npx swapdesk price confirm ${abbr}. If not, mend the source. ` +
      (confirmS === 0
        ? 'It does not count until somebody confirms it'
        : `It counts by itself once the source has said so for ${ageText(confirmS)}`),
  }));
}

function frozen(coins: readonly Priced[], { price_frozen_s: frozenS }: Settings): Finding {
  const still = coins.filter((coin) => coin.isFrozen);
  const named = still.map(({ abbr, price }) => {
    const { value, at, changedAt, stop } = price;
    return `${abbr} at ${formatFixed(value)} for ${ageText(at - changedAt)}${stop === 'frozen' ? ', not quoted' : ''}`;
  });
  return {
    what: 'prices: frozen',
    isWell: still.length === 0,
    facts: still.length === 0 ? 'none' : named.join('; '),
    advice:
      `No market stands still for ${ageText(frozenS)} (setting price_frozen_s): look at the source. ` +
      `If it is right: npx swapdesk price confirm ${still[0]?.abbr}`,
  };
}

/** By one source. What venues say is told with them. */
function isOffPeg({ source: from, floatStop }: WatchedPrice): boolean {
  return from !== MARKET_SOURCE && floatStop === 'peg';
}

function pegs(coins: readonly Priced[], { market_peg_ppm: pegPpm }: Settings): Finding[] {
  return coins
    .filter(({ price }) => isOffPeg(price))
    .map(({ abbr, price }) => ({
      what: `price of ${abbr}`,
      isWell: false,
      facts: `has left its peg: ${price.source} says ${formatFixed(price.value)}, and it is not quoted`,
      advice:
        `It goes on by itself once it is within ${pegPpm} millionths of 1 again (setting market_peg_ppm). ` +
        'If the source is wrong, mend it',
    }));
}

function source(reading: PriceReading | null, needed: ReadonlySet<string>): Finding {
  const faults = (reading?.faults ?? []).filter(({ abbr }) => abbr === null || needed.has(abbr));
  return {
    what: 'prices: source',
    isWell: faults.length === 0,
    facts: faults.length === 0 ? 'nothing wrong in what it says' : faults.map(faultText).join('; '),
    advice: 'What is wrong is passed over and its last price grows old. Correct the price file',
  };
}
