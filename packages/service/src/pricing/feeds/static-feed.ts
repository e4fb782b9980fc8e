import { readFile } from 'node:fs/promises';
import { Decimal, parseJson } from '@swapdesk/contract';
import { FIXED_DECIMALS } from '../../money/fixed.ts';
import { StartupError } from '../../startup-error.ts';
import type { FeedPrice, PriceFeed } from './feed.ts';

/** Dearer than any coin, and well within what the store holds. */
const PRICE_LIMIT = 10n ** BigInt(15 + FIXED_DECIMALS);

/** Prices from a file, `{ "BTC": 97000.5, "USDT": 1, … }`, read again each time: edit it and the prices change. */
export function staticFeed(path: string): PriceFeed {
  return {
    name: 'static',
    intervalMs: 5_000,
    read: async () => parsePrices(await readFile(path, 'utf8'), path),
  };
}

/** Reads the file once, so that a wrong one is told at the start. */
export async function checkStaticFeed(feed: PriceFeed, now: number): Promise<void> {
  await feed.read(now).catch((error: Error) => {
    throw new StartupError(`The price file cannot be used: ${error.message}. Check SWAPDESK_PRICES_FILE.`);
  });
}

function parsePrices(text: string, path: string): FeedPrice[] {
  const prices = parseJson(text);
  if (prices === null || typeof prices !== 'object' || Array.isArray(prices) || prices instanceof Decimal) {
    throw new SyntaxError(`${path} must hold an object of coin names and prices`);
  }
  return Object.entries(prices).map(([abbr, price]) => {
    const value = price instanceof Decimal ? price.truncate(FIXED_DECIMALS) : 0n;
    if (value <= 0n || value >= PRICE_LIMIT) {
      throw new RangeError(`the price of ${abbr} in ${path} must be a number above 0 and below 10^15`);
    }
    return { abbr, value };
  });
}
