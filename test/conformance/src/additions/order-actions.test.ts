import { describe, expect, it } from 'vitest';
import type { Answer } from '../support/envelope.ts';
import { dataOf, expectBareRefusal, expectSuccess } from '../support/expect.ts';
import { post } from '../support/host.ts';
import { query } from '../support/requests.ts';
import { placeSample } from '../support/samples.ts';
import { needsRoute } from '../support/skips.ts';
import type { Order } from '../support/wire.ts';

const UNKNOWN = { query_code: 'ZZZZ-ZZZZ-ZZZZ' };

/** What is no manage code of an order. */
const NOT_RIGHT: [string, (right: string | undefined) => { manage_code?: string }][] = [
  ['none', () => ({})],
  ['another', () => ({ manage_code: '0'.repeat(20) })],
  ['half of it', (right = '') => ({ manage_code: right.slice(0, 10) })],
];

function expectForbidden({ status, code, fields }: Answer): void {
  expect({ status, code, msg: fields.msg }).toEqual({
    status: 403,
    code: 1,
    msg: 'manage_code is missing or wrong',
  });
}

describe('POST /openapi/order/cancel (decisions, 5 and 8)', () => {
  it('an unpaid order becomes abandoned', async (ctx) => {
    await needsRoute(ctx, 'POST', '/order/cancel');
    const { query_code, manage_code } = (await placeSample()).placed;
    expectSuccess(await post('/order/cancel', { query_code, manage_code }));
    expect(dataOf<Order>(await query(query_code)).status).toBe(9);
  });

  it.for(NOT_RIGHT)('needs the manage_code: %s is 403, and the order waits on', async ([, wrong], ctx) => {
    await needsRoute(ctx, 'POST', '/order/cancel');
    const { query_code, manage_code } = (await placeSample()).placed;
    expectForbidden(await post('/order/cancel', { query_code, ...wrong(manage_code) }, { anonymous: true }));
    expect(dataOf<Order>(await query(query_code)).status).toBe(1);
  });

  it('takes a manage_code as a person writes it', async (ctx) => {
    await needsRoute(ctx, 'POST', '/order/cancel');
    const { query_code, manage_code = '' } = (await placeSample()).placed;
    const written = ` ${manage_code.toLowerCase().replace(/(.{5})/g, '$1-')}`;
    expectSuccess(await post('/order/cancel', { query_code, manage_code: written }));
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
    const { query_code, manage_code } = (await placeSample()).placed;
    const answer = await post('/order/resolve', { query_code, manage_code, action: 'exchange' });
    expectBareRefusal(answer, 'order cannot be resolved');
  });

  it.for(NOT_RIGHT)('needs the manage_code: %s is 403', async ([, wrong], ctx) => {
    await needsRoute(ctx, 'POST', '/order/resolve');
    const { query_code, manage_code } = (await placeSample()).placed;
    const asked = { query_code, action: 'exchange', ...wrong(manage_code) };
    expectForbidden(await post('/order/resolve', asked, { anonymous: true }));
  });
});
