import { describe, expect, it } from 'vitest';
import { dataOf, expectBareRefusal, expectSuccess } from '../support/expect.ts';
import { post } from '../support/host.ts';
import { query } from '../support/requests.ts';
import { placeSample } from '../support/samples.ts';
import { needsRoute } from '../support/skips.ts';
import type { Order } from '../support/wire.ts';

const UNKNOWN = { query_code: 'ZZZZ-ZZZZ-ZZZZ' };

describe('POST /openapi/order/cancel (decisions, 5 and 8)', () => {
  it('an unpaid order becomes abandoned', async (ctx) => {
    await needsRoute(ctx, 'POST', '/order/cancel');
    const { query_code } = (await placeSample()).placed;
    expectSuccess(await post('/order/cancel', { query_code }));
    expect(dataOf<Order>(await query(query_code)).status).toBe(9);
  });

  it('an unknown query_code is order not found', async (ctx) => {
    await needsRoute(ctx, 'POST', '/order/cancel');
    expectBareRefusal(await post('/order/cancel', UNKNOWN), 'order not found');
  });
});

describe('POST /openapi/order/resolve (decisions, 8)', () => {
  it('an unknown query_code is order not found', async (ctx) => {
    await needsRoute(ctx, 'POST', '/order/resolve');
    expectBareRefusal(await post('/order/resolve', { ...UNKNOWN, action: 'exchange' }), 'order not found');
  });

  it('an order that is not frozen cannot be resolved', async (ctx) => {
    await needsRoute(ctx, 'POST', '/order/resolve');
    const { query_code } = (await placeSample()).placed;
    expect((await post('/order/resolve', { query_code, action: 'exchange' })).code).toBe(1);
  });
});
