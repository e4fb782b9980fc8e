import { describe, expect, it } from 'vitest';
import { listen } from '../support/event-stream.ts';
import { expectBareRefusal, expectParameterError } from '../support/expect.ts';
import { get, post } from '../support/host.ts';
import { placeSample } from '../support/samples.ts';
import { needsRoute } from '../support/skips.ts';

const PATH = '/order/events';
const CANCELLED = { number: 1, type: 'order.status', status: 9, previous_status: 1 };

describe('GET /openapi/order/events (decisions, 8)', () => {
  it('an unknown query_code is order not found', async (ctx) => {
    await needsRoute(ctx, 'GET', PATH);
    expectBareRefusal(await get(PATH, { query_code: 'ZZZZ-ZZZZ-ZZZZ' }), 'order not found');
  });

  it('tells what has happened, as server-sent events, numbered from 1', async (ctx) => {
    await needsRoute(ctx, 'GET', PATH);
    const { query_code, manage_code } = (await placeSample()).placed;
    await post('/order/cancel', { query_code, manage_code });
    const { contentType, events } = await listen(query_code, 1);
    expect(contentType).toMatch(/^text\/event-stream/);
    expect(events).toMatchObject([{ id: '1', data: CANCELLED }]);
    expect(events[0]?.data.at).toBeGreaterThan(0);
  });

  it('tells what happens while one listens', async (ctx) => {
    await needsRoute(ctx, 'GET', PATH);
    const { query_code, manage_code } = (await placeSample()).placed;
    const listening = listen(query_code, 1, { 'last-event-id': '0' });
    await post('/order/cancel', { query_code, manage_code });
    expect((await listening).events).toMatchObject([{ id: '1', data: CANCELLED }]);
  });

  it('after something that is no number of an event is a parameter error', async (ctx) => {
    await needsRoute(ctx, 'GET', PATH);
    const { query_code } = (await placeSample()).placed;
    const headers = { 'last-event-id': 'yesterday' };
    expectParameterError(await get(PATH, { query_code }, { headers }));
    expectParameterError(await get(PATH, { query_code, after: -1 }));
  });
});
