import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseFixed } from '../../money/fixed.ts';
import { StartupError } from '../../startup-error.ts';
import { checkStaticFeed, staticFeed } from './static-feed.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swapdesk-prices-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The file's own time. */
const NOW = 1_700_000_000;

async function feedOf(text: string | Buffer, at = NOW) {
  const path = join(folder, 'prices.json');
  await writeFile(path, text);
  await utimes(path, at, at);
  return staticFeed(path);
}

const line = (abbr: string, value: string, at = NOW) => ({ abbr, value: parseFixed(value), at });

describe('the static feed', () => {
  it('reads coins and prices to the last digit', async () => {
    const feed = await feedOf('{ "BTC": 97000.123456789012345678, "USDT": 1, "SHIB": 1.5e-5 }');
    expect(feed.name).toBe('static');
    expect(await feed.read(NOW)).toEqual({
      prices: [line('BTC', '97000.123456789012345678'), line('USDT', '1'), line('SHIB', '0.000015')],
      faults: [],
    });
    await expect(checkStaticFeed(feed, NOW)).resolves.toBeUndefined();
  });

  it('sees an edited file at the next reading', async () => {
    const feed = await feedOf('{"BTC":1}');
    await feed.read(NOW);
    await feedOf('{"BTC":2}', NOW + 1);
    expect((await feed.read(NOW + 1)).prices).toEqual([line('BTC', '2', NOW + 1)]);
  });

  it('says the time of the file, never the time of reading', async () => {
    const feed = await feedOf('{"BTC":1}', 1_577_836_800);
    expect((await feed.read(NOW)).prices).toEqual([line('BTC', '1', 1_577_836_800)]);
  });

  it.each([
    ['Unix seconds', '1600000000', 1_600_000_000],
    ['seconds with a fraction', '1600000000.9', 1_600_000_000],
    ['ISO 8601 in UTC', '"2020-01-01T00:00:00Z"', 1_577_836_800],
    ['ISO 8601 with a zone', '"2020-01-01T01:00:00.500+01:00"', 1_577_836_800],
  ])(
    'believes a time in the file, in %s, for all coins but those with one of their own',
    async (_what, time, at) => {
      const own = '{"price":3000,"time":1650000000}';
      const feed = await feedOf(`{"time":${time},"BTC":97000,"ETH":${own},"LTC":{"price":80}}`);
      expect((await feed.read(NOW)).prices).toEqual([
        line('BTC', '97000', at),
        line('ETH', '3000', 1_650_000_000),
        line('LTC', '80', at),
      ]);
    },
  );

  it.each([
    '"2020-01-01"',
    '"2020-01-01T00:00:00"',
    '"yesterday"',
    '0',
    '-5',
    'null',
    '{}',
    '"2020-13-01T00:00:00Z"',
  ])('refuses a file whose time is %s', async (time) => {
    const feed = await feedOf(`{"time":${time},"BTC":1}`);
    await expect(feed.read(NOW)).rejects.toThrow('its time must be Unix seconds or ISO 8601 with a zone');
  });

  it.each([
    ['as text', '"97000"', 'must be a number'],
    ['null', 'null', 'must be a number'],
    ['NaN', 'NaN', 'must be a number'],
    ['-Infinity', '-Infinity', 'must be a number'],
    ['within a price', '{"USDT":1}', 'must be a number'],
    ['with 19 decimals', '1.0000000000000000001', 'must have 18 decimals at most'],
    ['too small to count', '1e-19', 'must have 18 decimals at most'],
    ['with a wrong time', '{"price":1,"time":"noon"}', 'has a time that is wrong'],
  ])('says what is wrong with a price %s, and loses none of the others', async (_what, price, why) => {
    const { prices, faults } = await (await feedOf(`{"LTC":80,"BTC":${price},"NaN":2}`)).read(NOW);
    expect(prices).toEqual([line('LTC', '80'), line('NaN', '2')]);
    expect(faults).toEqual([{ abbr: 'BTC', what: expect.stringContaining(why) }]);
  });

  it.each([
    ['no JSON', 'BTC=1'],
    ['nothing', ''],
    ['no price', '{}'],
    ['a list', '[1]'],
    ['a number', '1'],
    ['null', 'null'],
    ['a text', '"BTC"'],
    ['only a price of 0', '{"BTC":0}'],
    ['only a price below 0', '{"BTC":-1}'],
    ['only a price too small to count', '{"BTC":1e-19}'],
    ['only a price that is absurdly small', '{"BTC":1e-13}'],
    ['only a price as text', '{"BTC":"97000"}'],
    ['only null', '{"BTC":null}'],
    ['a price within a price', '{"BTC":{"USDT":1}}'],
    ['the same coin twice', '{"BTC":1,"BTC":2}'],
    ['only a price that is absurdly high', '{"BTC":1e13}'],
    ['a time in milliseconds', '{"time":1700000000000,"BTC":1}'],
    ['a time beyond all calendars', '{"time":9e15,"BTC":1}'],
  ])('refuses to start with a file with %s, in one line that names what to check', async (_what, text) => {
    const check = checkStaticFeed(await feedOf(text), NOW);
    await expect(check).rejects.toThrow(StartupError);
    await expect(check).rejects.toThrow(
      /^The price file cannot be used: [^\n]+ Check SWAPDESK_PRICES_FILE\.$/,
    );
  });

  it('starts with a file of which one price is wrong, and with one that is old', async () => {
    await expect(checkStaticFeed(await feedOf('{"BTC":1,"ETH":0}'), NOW)).resolves.toBeUndefined();
    await expect(checkStaticFeed(await feedOf('{"BTC":1}', 1_577_836_800), NOW)).resolves.toBeUndefined();
  });

  it('refuses a file that is not there', async () => {
    await expect(checkStaticFeed(staticFeed(join(folder, 'none.json')), NOW)).rejects.toThrow(StartupError);
  });
});
