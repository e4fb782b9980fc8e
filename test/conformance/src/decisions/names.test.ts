import { describe, expect, it, type TestContext } from 'vitest';
import { dataOf, expectBareRefusal } from '../support/expect.ts';
import { get } from '../support/host.ts';
import { options } from '../support/options.ts';
import { calculate, deliver, place, placeRequest, quoteRequest, receive } from '../support/requests.ts';
import { needsRoute } from '../support/skips.ts';
import type { Placed, Quote } from '../support/wire.ts';

const { from, to } = options;

/** A coin that can be received on the chain; skips where there is none. */
async function assetOn(ctx: TestContext, chain: string): Promise<string> {
  await needsRoute(ctx, 'GET', '/abbr/lists');
  const listed = dataOf<{ abbr: string; chain: string; recv: boolean }[]>(await get('/abbr/lists'));
  const asset = listed.find((each) => each.chain === chain && each.recv);
  if (asset === undefined) return ctx.skip(`nothing can be received on ${chain}`);
  return asset.abbr;
}

describe('names of chains and coins (decisions, 3)', () => {
  const CASES = [
    ['lower', (text: string) => text.toLowerCase()],
    ['upper', (text: string) => text.toUpperCase()],
  ] as const;

  it.each(CASES)('calculate finds them in %s case', async (_name, written) => {
    const request = await quoteRequest({
      from_abbr: written(from.abbr),
      from_chain: written(from.chain),
      to_address: [receive({ to_abbr: written(to.abbr), to_chain: written(to.chain) })],
    });
    const [entry] = dataOf<Quote>(await calculate(request)).to;
    expect(entry).toMatchObject({ to_abbr: to.abbr, to_chain: to.chain });
  });

  it.each(CASES)('place finds them in %s case', async (_name, written) => {
    const request = await placeRequest({
      from_abbr: written(from.abbr),
      from_chain: written(from.chain),
      to_address: [deliver({ to_abbr: written(to.abbr), to_chain: written(to.chain) })],
    });
    const [entry] = dataOf<Placed>(await place(request)).to;
    expect(entry).toMatchObject({ to_abbr: to.abbr, to_chain: to.chain });
  });

  it.for([
    ['BNB Smart Chain', 'BSC'],
    ['bep20', 'BSC'],
    ['Tron', 'TRON'],
  ])('%s is a name of %s', async ([other, chain], ctx) => {
    const coin = await assetOn(ctx, chain as string);
    const to_address = [receive({ to_abbr: coin, to_chain: other })];
    const [entry] = dataOf<Quote>(await calculate(await quoteRequest({ to_address }))).to;
    expect(entry).toMatchObject({ to_abbr: coin, to_chain: chain });
  });

  it.each([` ${from.abbr}`, `${from.abbr} `, `${from.abbr}%`, from.abbr.slice(0, -1)])(
    'otherwise they are exact: %j is another coin',
    async (from_abbr) => {
      expectBareRefusal(await calculate(await quoteRequest({ from_abbr })), 'from assets not found');
    },
  );
});
