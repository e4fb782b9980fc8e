import { ServiceResponse } from '@swapdesk/contract';
import { describe, expect, it, type TestContext } from 'vitest';
import { dataOf } from '../support/expect.ts';
import { type FieldTable, itHasTheFields } from '../support/fields.ts';
import { get } from '../support/host.ts';
import { expectSchema } from '../support/schema.ts';
import { needsRoute } from '../support/skips.ts';

const SERVICE: FieldTable = {
  network: 'text',
  is_simulated: 'boolean',
  price_source: 'string',
  float_fee: 'number',
  fixed_fee: 'number',
  quote_lifetime: 'integer',
  float_lifetime: 'integer',
  fixed_lifetime: 'integer',
};

describe('GET /openapi/service (decisions, 8)', () => {
  const ask = async (ctx: TestContext) => {
    await needsRoute(ctx, 'GET', '/service');
    return get('/service');
  };

  describe('data', () => itHasTheFields(SERVICE, async (ctx) => dataOf(await ask(ctx))));
  it('fits the schema of the contract', async (ctx) => expectSchema(await ask(ctx), ServiceResponse));

  it('holds a fixed quote for 30 seconds, as the interface says', async (ctx) => {
    expect(dataOf<{ quote_lifetime: number }>(await ask(ctx)).quote_lifetime).toBe(30);
  });
});
