import { afterEach, describe, expect, it } from 'vitest';
import { BinanceServer } from '../../../../../test/support/venues/binance-server.ts';
import { BybitServer } from '../../../../../test/support/venues/bybit-server.ts';
import { CoinbaseServer } from '../../../../../test/support/venues/coinbase-server.ts';
import { KrakenServer } from '../../../../../test/support/venues/kraken-server.ts';
import type { WrittenLevel } from '../../../../../test/support/venues/moving-book.ts';
import { OkxServer } from '../../../../../test/support/venues/okx-server.ts';
import type { VenueServer } from '../../../../../test/support/venues/venue-server.ts';
import { ONE, parseFixed } from '../../money/fixed.ts';
import { ceilDivide } from '../../money/units.ts';
import { WatchedVenue } from './testing/watched-venue.ts';

const SOON = { timeout: 60_000 };

let watched: WatchedVenue | undefined;
afterEach(async () => {
  await watched?.stop();
  expect(watched?.faults ?? []).toEqual([]);
});

async function open(name: string, server: VenueServer, coins?: string[]): Promise<WatchedVenue> {
  watched = await WatchedVenue.open(name, server, coins);
  return watched;
}

const best = (levels: readonly WrittenLevel[]) =>
  levels.slice(0, 20).map(([price, amount]) => ({ price: parseFixed(price), amount: parseFixed(amount) }));

describe('a venue', () => {
  it.each([
    ['binance', () => new BinanceServer()],
    ['okx', () => new OkxServer()],
    ['bybit', () => new BybitServer()],
  ] as const)('%s streams its books to the last digit, with its own time', async (name, make) => {
    const venue = await open(name, make(), ['BTC', 'ETH']);
    await expect.poll(() => [venue.what('BTC'), venue.what('ETH')], SOON).toEqual(['streaming', 'streaming']);
    await expect.poll(() => venue.books.length, SOON).toBeGreaterThan(20);
    venue.server.faults.marketStands = true;
    const { book } = venue.server.market('BTC');
    await expect
      .poll(() => venue.newest('BTC'), SOON)
      .toMatchObject({ venue: name, abbr: 'BTC', bids: best(book.bids), asks: best(book.asks) });
    const { at } = venue.newest('BTC')!;
    expect(Math.abs(Date.now() - at)).toBeLessThan(10_000);
    expect(venue.course('BTC').slice(0, 2)).toEqual(['opening', 'polling']);
  });

  it.each([
    ['kraken', () => new KrakenServer()],
    ['coinbase', () => new CoinbaseServer()],
  ] as const)('%s streams its books, which are converted at what USDT costs there', async (name, make) => {
    const venue = await open(name, make());
    await expect.poll(() => venue.what(), SOON).toBe('streaming');
    venue.server.faults.marketStands = true;
    const [{ book }, { book: usdt }] = [venue.server.market('BTC'), venue.server.market('USDT')];
    const [usdtBid, usdtAsk] = [parseFixed(usdt.bids[0]![0]), parseFixed(usdt.asks[0]![0])];
    const bids = best(book.bids).map(({ price, amount }) => ({ price: (price * ONE) / usdtAsk, amount }));
    const asks = best(book.asks).map(({ price, amount }) => ({
      price: ceilDivide(price * ONE, usdtBid),
      amount,
    }));
    await expect.poll(() => venue.newest(), SOON).toMatchObject({ venue: name, bids, asks });
    expect(venue.told.some(({ abbr }) => abbr === 'USDT')).toBe(false);
  });

  it('refuses a coin that it does not trade, and streams the others', async () => {
    for (const [name, server] of [
      ['binance', new BinanceServer()],
      ['kraken', new KrakenServer()],
      ['okx', new OkxServer()],
      ['coinbase', new CoinbaseServer()],
      ['bybit', new BybitServer()],
    ] as const) {
      const venue = await open(name, server, ['XYZ', 'BTC']);
      await expect.poll(() => [venue.what('XYZ'), venue.what('BTC')], SOON).toEqual(['refused', 'streaming']);
      expect(venue.error('XYZ')).toMatch(/^it refuses: /);
      expect(venue.course('XYZ')).toEqual(['opening', 'refused']);
      await venue.stop();
    }
  });

  it('is asked while it has no stream, and streams once it has one', async () => {
    const server = new OkxServer();
    server.faults.stream = 'closed';
    const venue = await open('okx', server);
    await expect.poll(() => venue.what(), SOON).toBe('polling');
    const before = venue.newest()!.at;
    await expect.poll(() => venue.newest()!.at, SOON).toBeGreaterThan(before + 300);
    expect(venue.course()).not.toContain('streaming');
    server.heal();
    await expect.poll(() => venue.what(), SOON).toBe('streaming');
  });

  it('is opened anew after a while, and asked meanwhile', async () => {
    const venue = await WatchedVenue.open('okx', new OkxServer(), ['BTC'], { lifeMs: 1_000 });
    watched = venue;
    await expect
      .poll(() => venue.course().filter((what) => what === 'streaming').length, SOON)
      .toBeGreaterThan(2);
    // On a busy machine one connection may stream again after it was silent.
    await expect.poll(() => venue.server.connections, SOON).toBeGreaterThan(2);
    expect(venue.course()).not.toContain('wrong');
  });

  it('that is stopped says nothing more and leaves no connection', async () => {
    const held = () =>
      process.getActiveResourcesInfo().filter((what) => /^(Timeout|TCPSocketWrap)$/.test(what)).length;
    const before = held();
    const server = new OkxServer();
    const venue = await open('okx', server, ['BTC', 'ETH']);
    await expect.poll(() => server.openStreams, SOON).toBe(2);
    await venue.stopVenue();
    const [books, told, requests] = [venue.books.length, venue.told.length, server.requests.length];
    await expect.poll(() => server.openStreams, SOON).toBe(0);
    await new Promise((done) => setTimeout(done, 400));
    expect([venue.books.length, venue.told.length, server.requests.length]).toEqual([books, told, requests]);
    expect(server.openStreams).toBe(0);
    await server.stop();
    await expect.poll(held, SOON).toBeLessThanOrEqual(before);
  });
});
