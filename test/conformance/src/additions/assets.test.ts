import { AssetsResponse, PricesResponse } from '@swapdesk/contract';
import { describe, expect, it, type TestContext } from 'vitest';
import { dataOf } from '../support/expect.ts';
import { type FieldTable, itHasTheFields } from '../support/fields.ts';
import { call, get } from '../support/host.ts';
import { options } from '../support/options.ts';
import { expectSchema } from '../support/schema.ts';
import { needsRoute } from '../support/skips.ts';
import type { Rows } from '../support/wire.ts';

const ASSET: FieldTable = {
  abbr: 'text',
  name: 'text',
  chain: 'text',
  type: 'string',
  decimal: 'integer',
  send: 'boolean',
  recv: 'boolean',
  disabled: 'boolean',
  disabled_send: 'boolean',
  disabled_recv: 'boolean',
  payouts_paused: 'boolean',
  contract: 'string',
  min: 'number',
  max: 'number',
  confirmations: 'integer',
};
const PRICE: FieldTable = { abbr: 'text', price: 'number', timestamp: 'time', stable_coin: 'boolean' };

const ask = async (ctx: TestContext, path: string) => {
  await needsRoute(ctx, 'GET', path);
  return get(path);
};

describe('GET /openapi/abbr/lists (decisions, 8)', () => {
  const assets = async (ctx: TestContext) => dataOf<Rows>(await ask(ctx, '/abbr/lists'));

  describe('data[]', () => itHasTheFields(ASSET, async (ctx) => (await assets(ctx))[0]));
  it('fits the schema of the contract', async (ctx) =>
    expectSchema(await ask(ctx, '/abbr/lists'), AssetsResponse));

  it('shows the asset of these tests as one that can be sent', async (ctx) => {
    const found = (await assets(ctx)).find(
      ({ abbr, chain }) => abbr === options.from.abbr && chain === options.from.chain,
    );
    expect(found).toMatchObject({ send: true });
  });

  it('says of each whether it is off, altogether and each way', async (ctx) => {
    for (const { send, recv, ...asset } of await assets(ctx))
      expect(asset).toMatchObject({ disabled: !send && !recv, disabled_send: !send, disabled_recv: !recv });
  });

  it('is a list also at /api/v1/openapi, and at /api/v1 the same by chain', async (ctx) => {
    const list = await assets(ctx);
    const at = async (prefix: string) =>
      dataOf<Rows>(await call({ method: 'GET', path: `${prefix}/abbr/lists` }));
    expect(await at('/api/v1/openapi')).toEqual(list);
    const byChain = await at('/api/v1');
    expect(byChain).not.toBeInstanceOf(Array);
    expect(Object.keys(byChain).toSorted()).toEqual([...new Set(list.map(({ chain }) => chain))].toSorted());
    for (const [chain, those] of Object.entries(byChain))
      expect(those).toEqual(list.filter((asset) => asset.chain === chain));
  });

  it('finds each coin by what else it is called, and no two by the same', async (ctx) => {
    const shown = (await assets(ctx)) as { abbr: string; name: string; aliases?: string[] }[];
    if (shown.every(({ aliases }) => aliases === undefined)) ctx.skip('the host has no aliases');
    const whose = new Map<string, string>();
    for (const { abbr, name, aliases = [] } of shown) {
      for (const called of [abbr, name, ...aliases].map((each) => each.toLowerCase())) {
        expect(whose.get(called) ?? abbr, called).toBe(abbr);
        whose.set(called, abbr);
      }
    }
    expect(whose.get('tether') ?? 'USDT').toBe('USDT');
  });

  it('names each asset once', async (ctx) => {
    const names = (await assets(ctx)).map(({ abbr, chain }) => `${abbr}@${chain}`.toLowerCase());
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('GET /openapi/abbr/recent/prices (decisions, 8)', () => {
  const prices = async (ctx: TestContext) => dataOf<Rows>(await ask(ctx, '/abbr/recent/prices'));

  describe('data[]', () => itHasTheFields(PRICE, async (ctx) => (await prices(ctx))[0]));
  it('fits the schema of the contract', async (ctx) => {
    expectSchema(await ask(ctx, '/abbr/recent/prices'), PricesResponse);
  });

  it('has a price above 0 for both sides of these tests', async (ctx) => {
    const shown = await prices(ctx);
    for (const { abbr } of [options.from, options.to]) {
      expect(shown.find((price) => price.abbr === abbr)?.price).toBeGreaterThan(0);
    }
  });
});
