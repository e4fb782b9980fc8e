import { mkdtemp, rm, writeFile } from 'node:fs/promises';
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

async function feedOf(text: string | Buffer) {
  const path = join(folder, 'prices.json');
  await writeFile(path, text);
  return staticFeed(path);
}

describe('the static feed', () => {
  it('reads coins and prices to the last digit', async () => {
    const feed = await feedOf('{ "BTC": 97000.123456789012345678, "USDT": 1, "SHIB": 1.5e-5 }');
    expect(feed.name).toBe('static');
    expect(await feed.read(0)).toEqual([
      { abbr: 'BTC', value: parseFixed('97000.123456789012345678') },
      { abbr: 'USDT', value: parseFixed('1') },
      { abbr: 'SHIB', value: parseFixed('0.000015') },
    ]);
    await expect(checkStaticFeed(feed, 0)).resolves.toBeUndefined();
  });

  it('sees an edited file at the next reading', async () => {
    const feed = await feedOf('{"BTC":1}');
    await feed.read(0);
    await feedOf('{"BTC":2}');
    expect(await feed.read(1)).toEqual([{ abbr: 'BTC', value: parseFixed('2') }]);
  });

  it.each([
    ['no JSON', 'BTC=1'],
    ['nothing', ''],
    ['a list', '[1]'],
    ['a number', '1'],
    ['null', 'null'],
    ['a text', '"BTC"'],
    ['a price of 0', '{"BTC":0}'],
    ['a price below 0', '{"BTC":-1}'],
    ['a price too small to count', '{"BTC":1e-19}'],
    ['a price as text', '{"BTC":"97000"}'],
    ['no price', '{"BTC":null}'],
    ['a price within a price', '{"BTC":{"USDT":1}}'],
    ['the same coin twice', '{"BTC":1,"BTC":2}'],
    ['a price beyond what the store can hold', '{"BTC":1e20}'],
  ])('refuses a file with %s, in one line that names what to check', async (_what, text) => {
    const check = checkStaticFeed(await feedOf(text), 0);
    await expect(check).rejects.toThrow(StartupError);
    await expect(check).rejects.toThrow(
      /^The price file cannot be used: [^\n]+ Check SWAPDESK_PRICES_FILE\.$/,
    );
  });

  it('refuses a file that is not there', async () => {
    await expect(checkStaticFeed(staticFeed(join(folder, 'none.json')), 0)).rejects.toThrow(StartupError);
  });

  it('refuses a file of which one price is wrong, as a whole', async () => {
    const feed = await feedOf('{"BTC":1,"ETH":0}');
    await expect(feed.read(0)).rejects.toThrow('the price of ETH');
  });
});
