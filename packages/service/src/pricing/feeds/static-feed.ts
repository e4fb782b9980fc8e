import { open } from 'node:fs/promises';
import { StartupError } from '../../startup-error.ts';
import { whyAbsurd } from '../judge-price.ts';
import type { FeedReading, PriceFeed } from './feed.ts';
import { parsePrices } from './parse-prices.ts';

/**
 * Prices from a file, `{ "time": 1760000000, "BTC": 97000.5, "USDT": 1, … }`, read again each time: write it anew and the
 * prices change. They are as old as the file says, or as the file is; never as young as the reading.
 */
export function staticFeed(path: string): PriceFeed {
  return { name: 'static', intervalMs: 5_000, read: () => readPrices(path) };
}

/** Reads the file once, so that one without any price that can be used is told at the start. */
export async function checkStaticFeed(feed: PriceFeed, now: number): Promise<void> {
  const refuse = (what: string) => {
    throw new StartupError(`The price file cannot be used: ${what}. Check SWAPDESK_PRICES_FILE.`);
  };
  const { prices, faults } = await feed.read(now).catch((error: Error) => refuse(error.message));
  const absurd = prices.map((price) => ({ abbr: price.abbr, what: whyAbsurd(price, now) }));
  if (absurd.some(({ what }) => what === null)) return;
  const [worst] = [...absurd, ...faults];
  refuse(worst === undefined ? 'it holds no price' : `the price of ${worst.abbr} ${worst.what}`);
}

async function readPrices(path: string): Promise<FeedReading> {
  const file = await open(path);
  try {
    // Before the text: if somebody writes meanwhile, new prices look older than they are, never old ones newer.
    const { mtimeMs } = await file.stat();
    return parsePrices(await file.readFile('utf8'), Math.floor(mtimeMs / 1000));
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`, { cause: error });
  } finally {
    await file.close();
  }
}
