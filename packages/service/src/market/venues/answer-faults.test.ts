import { afterEach, describe, expect, it } from 'vitest';
import { BinanceServer } from '../../../../../test/support/venues/binance-server.ts';
import { KrakenServer } from '../../../../../test/support/venues/kraken-server.ts';
import { OkxServer } from '../../../../../test/support/venues/okx-server.ts';
import type { VenueServer } from '../../../../../test/support/venues/venue-server.ts';
import { WatchedVenue } from './testing/watched-venue.ts';

const SOON = { timeout: 60_000 };
const SERVERS = {
  binance: () => new BinanceServer(),
  kraken: () => new KrakenServer(),
  okx: () => new OkxServer(),
} as const;
const NAMES = Object.keys(SERVERS) as (keyof typeof SERVERS)[];

let watched: WatchedVenue | undefined;
afterEach(async () => {
  await watched?.stop();
  expect(watched?.faults ?? []).toEqual([]);
});

async function open(
  name: keyof typeof SERVERS,
  faults: Partial<VenueServer['faults']>,
): Promise<{ venue: WatchedVenue; server: VenueServer }> {
  const server = SERVERS[name]();
  Object.assign(server.faults, faults);
  watched = await WatchedVenue.open(name, server);
  return { venue: watched, server };
}

async function expectWell(venue: WatchedVenue, server: VenueServer): Promise<void> {
  server.heal();
  await expect.poll(() => venue.what(), SOON).toBe('streaming');
}

const noStream = { stream: 'closed' } as const;

describe('a venue', () => {
  it.each(NAMES)('%s that is crossed wherever one looks has no book', async (name) => {
    const { venue, server } = await open(name, { crossed: 'all' });
    await expect.poll(() => venue.what(), SOON).toBe('wrong');
    await expect.poll(() => venue.error(), SOON).toMatch(/crossed/);
    expect(venue.books).toEqual([]);
    await expectWell(venue, server);
  });

  it.each([
    ['HTML', '<html><body>Just a moment…</body></html>'],
    ['JSON that is broken off', '{"lastUpdateId":1,"bids":[["1'],
    ['JSON of another kind', '[1,2,3]'],
    ['levels without numbers', '{"lastUpdateId":1,"bids":[["a","b"]],"asks":[[{},null]]}'],
    ['nothing', ''],
  ])('that answers with %s is wrong, and well again afterwards', async (_what, body) => {
    const { venue, server } = await open('binance', { ...noStream, http: { status: 200, body } });
    await expect.poll(() => venue.what(), SOON).toBe('wrong');
    expect(venue.books).toEqual([]);
    await expectWell(venue, server);
  });

  it.each(NAMES)('%s that fails is away, and well again afterwards', async (name) => {
    const { venue, server } = await open(name, { ...noStream, http: { status: 500, body: 'oops' } });
    await expect.poll(() => venue.what(), SOON).toBe('away');
    await expectWell(venue, server);
  });

  it('whose answers fail goes on streaming', async () => {
    const { venue, server } = await open('okx', {});
    await expect.poll(() => venue.what(), SOON).toBe('streaming');
    server.faults.http = { status: 500 };
    const count = venue.books.length;
    await expect.poll(() => venue.books.length, SOON).toBeGreaterThan(count + 10);
    await expect.poll(() => venue.what(), SOON).toBe('streaming');
  });

  it('that says to wait is left alone for so long, and shown as such', async () => {
    const { venue, server } = await open('okx', noStream);
    await expect.poll(() => venue.what(), SOON).toBe('polling');
    server.faults.http = { status: 429, headers: { 'retry-after': '1' } };
    await expect.poll(() => venue.what(), SOON).toBe('limited');
    const { since } = venue.state()!;
    const asked = server.requests.length;
    await expect.poll(() => venue.error(), SOON).toMatch(/told us to wait \(HTTP 429\)/);
    server.faults.http = null;
    await expect.poll(() => server.requests.length, { ...SOON, interval: 10 }).toBeGreaterThan(asked);
    expect(Date.now() - since).toBeGreaterThan(800);
    await expectWell(venue, server);
  });

  it('that says to wait for ever is asked again after what we allow', async () => {
    const { venue, server } = await open('binance', {
      ...noStream,
      http: { status: 418, headers: { 'retry-after': '99999999' } },
    });
    await expect.poll(() => venue.what(), SOON).toBe('limited');
    await expectWell(venue, server);
  });

  it('that does not serve us says so, and is not asked again soon', async () => {
    const { venue, server } = await open('okx', { ...noStream, http: { status: 451 } });
    await expect.poll(() => venue.what(), SOON).toBe('refused');
    await expect
      .poll(() => venue.error(), SOON)
      .toMatch(/does not serve this machine's address \(HTTP 451\)/);
    const asked = server.requests.length;
    await new Promise((done) => setTimeout(done, 500));
    expect(server.requests.length).toBe(asked);
  });

  it.each(NAMES)('%s that is gone is away, and streams again when it is back', async (name) => {
    const { venue, server } = await open(name, {});
    await expect.poll(() => venue.what(), SOON).toBe('streaming');
    await server.stop();
    await expect.poll(() => venue.what(), SOON).toBe('away');
    await expect.poll(() => venue.error(), SOON).toMatch(/cannot be reached/);
    await server.start();
    await expect.poll(() => venue.what(), SOON).toBe('streaming');
  });

  it.each(NAMES)('%s whose clock is ahead is not believed', async (name) => {
    const { venue, server } = await open(name, { skewMs: 60_000 });
    await expect.poll(() => venue.what(), SOON).toBe('wrong');
    await expect.poll(() => venue.error(), SOON).toMatch(/ahead of this machine's: check the clock/);
    expect(venue.books).toEqual([]);
    await expectWell(venue, server);
  });

  it.each(NAMES)('%s whose clock is behind is as old as it says', async (name) => {
    const { venue, server } = await open(name, { skewMs: -60_000 });
    await expect.poll(() => venue.what(), SOON).toBe('silent');
    await expect.poll(() => venue.error(), SOON).toMatch(/old by its own time/);
    expect(venue.books).toEqual([]);
    await expectWell(venue, server);
  });

  it('that answers without end is cut off', async () => {
    const body = `{"code":"0","data":[${'1,'.repeat(1_500_000)}1]}`;
    const { venue, server } = await open('okx', { ...noStream, http: { status: 200, body } });
    await expect.poll(() => venue.what(), SOON).toBe('away');
    await expect.poll(() => venue.error(), SOON).toMatch(/longer than 2000000 bytes/);
    await expectWell(venue, server);
  });
});
