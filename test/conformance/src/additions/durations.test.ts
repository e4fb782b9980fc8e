import { DurationsResponse } from '@swapdesk/contract';
import { describe, expect, it, type TestContext } from 'vitest';
import { dataOf } from '../support/expect.ts';
import { get } from '../support/host.ts';
import { expectSchema } from '../support/schema.ts';
import { needsRoute } from '../support/skips.ts';
import type { Rows } from '../support/wire.ts';

const PATH = '/durations';

describe('GET /openapi/durations', () => {
  const ask = async (ctx: TestContext) => {
    await needsRoute(ctx, 'GET', PATH);
    return get(PATH);
  };

  it('fits the schema of the contract', async (ctx) => expectSchema(await ask(ctx), DurationsResponse));

  it('names each pair once, and nine of ten take as long as half of them or longer', async (ctx) => {
    const pairs = dataOf<Rows>(await ask(ctx));
    const names = pairs.map((pair) =>
      [pair.from_chain, pair.from_abbr, pair.to_chain, pair.to_abbr].join(' '),
    );
    expect(new Set(names).size).toBe(names.length);
    for (const { half_s, most_s, orders } of pairs) {
      expect(most_s).toBeGreaterThanOrEqual(half_s as number);
      expect(half_s).toBeGreaterThanOrEqual(0);
      expect(orders).toBeGreaterThan(0);
    }
  });
});
