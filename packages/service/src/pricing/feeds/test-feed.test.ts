import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KNOWN_COINS } from '../../chains/known/known-chains.ts';
import { ONE, parseFixed } from '../../money/fixed.ts';
import { testFeed } from './test-feed.ts';

const DAY = 86_400;
const MIDNIGHT = 19_700 * DAY;
const time = fc.tuple(fc.nat(2), fc.nat(6_000)).map(([day, second]) => MIDNIGHT + day * DAY + second);

async function priceOf(abbr: string, at: number, seed = 'seed'): Promise<bigint> {
  const { prices } = await testFeed(seed).read(at);
  return prices.find((price) => price.abbr === abbr)?.value ?? -1n;
}

describe('the test feed', () => {
  it('is labelled as what it is', () => {
    expect(testFeed('seed').name).toBe('test');
  });

  it('gives every node the same prices at the same time, whatever each was asked before', async () => {
    const property = fc.asyncProperty(
      fc.array(time, { minLength: 1, maxLength: 5 }),
      time,
      async (before, at) => {
        const [wanderer, fresh] = [testFeed('seed'), testFeed('seed')];
        for (const earlier of before) await wanderer.read(earlier);
        expect(await wanderer.read(at)).toEqual(await fresh.read(at));
      },
    );
    await fc.assert(property, { numRuns: 30 });
  });

  it('depends on the seed', async () => {
    const at = MIDNIGHT + 5_000;
    const prices = await Promise.all(['a', 'b', 'c', 'd'].map((seed) => priceOf('BTC', at, seed)));
    expect(new Set(prices).size).toBe(4);
  });

  it('moves coins apart from each other', async () => {
    const [btc, eth] = [await priceOf('BTC', MIDNIGHT + 5_000), await priceOf('ETH', MIDNIGHT + 5_000)];
    expect(btc * parseFixed('3600')).not.toBe(eth * parseFixed('97000'));
  });

  it('moves from second to second, in small steps, and stays within 2 % of its reference', async () => {
    const feed = testFeed('any seed');
    const reference = parseFixed('97000');
    let last = -1n;
    let moves = 0;
    for (let second = 0; second < DAY; second++) {
      const { prices } = await feed.read(MIDNIGHT + second);
      const price = prices.find(({ abbr }) => abbr === 'BTC')?.value ?? 0n;
      const off = price > reference ? price - reference : reference - price;
      if (off * 50n > reference) throw new Error(`${price} at second ${second}`);
      if (last > 0n) {
        const step = price > last ? price - last : last - price;
        if (step * 5_000n > reference) throw new Error(`a step of ${step} at second ${second}`);
        if (step > 0n) moves++;
      }
      last = price;
    }
    expect(moves).toBeGreaterThan(DAY / 2);
  });

  it('holds the stable coins near 1, and USDT at 1', async () => {
    const property = fc.asyncProperty(time, async (at) => {
      expect(await priceOf('USDT', at)).toBe(ONE);
      const usdc = await priceOf('USDC', at);
      expect(usdc > parseFixed('0.99') && usdc < parseFixed('1.01')).toBe(true);
    });
    await fc.assert(property, { numRuns: 20 });
  });

  it('knows every coin of the catalogue', async () => {
    const coins = (await testFeed('seed').read(MIDNIGHT)).prices.map(({ abbr }) => abbr).sort();
    expect(coins).toEqual(KNOWN_COINS.map(({ abbr }) => abbr).sort());
  });
});
