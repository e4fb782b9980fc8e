import { afterEach, describe, expect, it } from 'vitest';
import { BinanceServer } from '../../../../../test/support/venues/binance-server.ts';
import { BybitServer } from '../../../../../test/support/venues/bybit-server.ts';
import { CoinbaseServer } from '../../../../../test/support/venues/coinbase-server.ts';
import { KrakenServer } from '../../../../../test/support/venues/kraken-server.ts';
import { OkxServer } from '../../../../../test/support/venues/okx-server.ts';
import type { VenueServer } from '../../../../../test/support/venues/venue-server.ts';
import { WatchedVenue } from './testing/watched-venue.ts';

const SOON = { timeout: 60_000 };
const SERVERS = {
  binance: () => new BinanceServer(),
  kraken: () => new KrakenServer(),
  okx: () => new OkxServer(),
  coinbase: () => new CoinbaseServer(),
  bybit: () => new BybitServer(),
} as const;
const NAMES = ['binance', 'kraken', 'okx'] as const;
const ALL = [...NAMES, 'coinbase', 'bybit'] as const;

let watched: WatchedVenue | undefined;
afterEach(async () => {
  await watched?.stop();
  expect(watched?.faults ?? []).toEqual([]);
});

/** A venue that streams. */
async function streaming(name: keyof typeof SERVERS): Promise<{ venue: WatchedVenue; server: VenueServer }> {
  const server = SERVERS[name]();
  const venue = await WatchedVenue.open(name, server);
  watched = venue;
  await expect.poll(() => venue.what(), SOON).toBe('streaming');
  return { venue, server };
}

/** Once the fault is over: streams again, tells newer books, and holds no connection but those in use. */
async function expectWell(venue: WatchedVenue, server: VenueServer): Promise<void> {
  server.heal();
  await expect.poll(() => venue.what(), SOON).toBe('streaming');
  const count = venue.books.length;
  await expect.poll(() => venue.books.length, SOON).toBeGreaterThan(count + 3);
  await expect.poll(() => server.openStreams, SOON).toBe(server.isInDollars ? 2 : 1);
}

describe('a stream', () => {
  it.each(ALL)('of %s that is frozen while its pings are answered is replaced by asking', async (name) => {
    const { venue, server } = await streaming(name);
    server.faults.stream = 'mute';
    await expect.poll(() => venue.what(), SOON).toBe('polling');
    await expect.poll(() => venue.error(), SOON).toMatch(/stood still/);
    const before = venue.newest()!.at;
    await expect.poll(() => venue.newest()!.at, SOON).toBeGreaterThan(before);
    await expectWell(venue, server);
  });

  it.each(NAMES)('of %s that repeats an old time is not believed for long', async (name) => {
    const { venue, server } = await streaming(name);
    server.faults.timeStands = true;
    await expect.poll(() => venue.error(), SOON).toMatch(/stood still/);
    await expect.poll(() => venue.what(), SOON).toBe('polling');
    await expectWell(venue, server);
  });

  it.each(ALL)('of %s with a gap leaves the coin out, and is opened again', async (name) => {
    const { venue, server } = await streaming(name);
    const before = server.connections;
    server.faults.loseOne = true;
    await expect.poll(() => venue.course(), SOON).toContain('wrong');
    await expect.poll(() => server.connections, SOON).toBeGreaterThan(before);
    await expect.poll(() => venue.error(), SOON).toMatch(/what it says cannot be used/);
    await expectWell(venue, server);
  });

  it.each(NAMES)('of %s whose book is crossed leaves the coin to asking', async (name) => {
    const { venue, server } = await streaming(name);
    server.faults.crossed = 'stream';
    await expect.poll(() => venue.error(), SOON).toMatch(/crossed/);
    await expect.poll(() => venue.what(), SOON).toBe('polling');
    for (const { bids, asks } of venue.books) expect(bids[0]!.price < asks[0]!.price).toBe(true);
    await expectWell(venue, server);
  });

  it.each([
    ['binance', 'rubbish'],
    ['kraken', 'rubbish'],
    ['okx', 'rubbish'],
    ['binance', 'nonsense'],
    ['kraken', 'nonsense'],
    ['okx', 'nonsense'],
  ] as const)('of %s that talks %s leaves the coin to asking', async (name, fault) => {
    const { venue, server } = await streaming(name);
    server.faults.stream = fault;
    await expect.poll(() => venue.what(), SOON).toBe('polling');
    await expect.poll(() => venue.error(), SOON).not.toBeNull();
    await expectWell(venue, server);
  });

  it.each(NAMES)('of %s that is half open is noticed and let go', async (name) => {
    const { venue, server } = await streaming(name);
    server.faults.stream = 'deaf';
    await expect.poll(() => venue.what(), SOON).toBe('polling');
    await expect.poll(() => venue.error(), SOON).not.toBeNull();
    await expectWell(venue, server);
  });

  it('in which nothing changes is left as it is, where the venue confirms that with a time', async () => {
    const { venue, server } = await streaming('okx');
    server.faults.marketStands = true;
    const [before, connections] = [venue.newest()!.at, server.connections];
    await expect.poll(() => venue.newest()!.at, SOON).toBeGreaterThan(before + 2_000);
    await expect.poll(() => venue.what(), SOON).toBe('streaming');
    expect(server.connections).toBe(connections);
  });

  it('in which nothing changes is silent after a while, where an answer has no time of its own', async () => {
    const { venue, server } = await streaming('binance');
    server.faults.marketStands = true;
    await expect.poll(() => venue.what(), SOON).toBe('silent');
    await expect.poll(() => venue.error(), SOON).toMatch(/nothing newer has come|old by its own time/);
    await expectWell(venue, server);
  });

  it('is not opened more often than a venue can bear', async () => {
    const { venue, server } = await streaming('okx');
    server.faults.crossed = 'stream';
    const before = server.connections;
    await expect.poll(() => venue.error(), SOON).toMatch(/crossed/);
    await new Promise((done) => setTimeout(done, 1_500));
    expect(server.connections - before).toBeLessThan(1_500 / 100);
    expect(server.openStreams).toBeLessThanOrEqual(1);
  });
});
