import { describe, expect, it } from 'vitest';
import { listenAt } from '../support/event-stream.ts';
import { expectParameterError, expectSuccess } from '../support/expect.ts';
import { get, post } from '../support/host.ts';
import { placeSample } from '../support/samples.ts';
import { needsClosedLists, needsKey, needsRoute } from '../support/skips.ts';

const PATH = '/events';
const PATIENCE_MS = 10_000;

/** The log from after a number on, read to its end. */
async function readOn(after: number, limit = 1_000) {
  const events: Record<string, unknown>[] = [];
  for (let next = after; ; ) {
    const answer = await get(PATH, { after: next, limit });
    expectSuccess(answer);
    const { fields } = answer;
    events.push(...(fields.data as Record<string, unknown>[]));
    next = fields.next as number;
    if (next >= (fields.last as number)) return { events, next };
  }
}

describe('GET /openapi/events (decisions, 8)', () => {
  it('asks for a key', async (ctx) => {
    await needsRoute(ctx, 'GET', PATH);
    await needsClosedLists(ctx);
    expect((await get(PATH, {}, { anonymous: true })).status).toBe(401);
  });

  it('tells what happens to each order of the account, numbered without a gap', async (ctx) => {
    await needsRoute(ctx, 'GET', PATH);
    needsKey(ctx);
    const { next: before } = await readOn(0);
    const { order_no, query_code, manage_code } = (await placeSample()).placed;
    await post('/order/cancel', { query_code, manage_code });
    const giveUpAt = Date.now() + PATIENCE_MS;
    let { events } = await readOn(before);
    while (!events.some((event) => event.order_no === order_no) && Date.now() < giveUpAt)
      ({ events } = await readOn(before));
    expect(events.find((event) => event.order_no === order_no)).toMatchObject({
      number: 1,
      type: 'order.status',
      status: 9,
      previous_status: 1,
    });
    expect(events.map(({ account_number }) => account_number)).toEqual(events.map((_, n) => before + 1 + n));
  });

  it('goes on after any number, and gives no more than was asked for', async (ctx) => {
    await needsRoute(ctx, 'GET', PATH);
    needsKey(ctx);
    const { events } = await readOn(0);
    const [first] = (await get(PATH, { limit: 1 })).fields.data as unknown[];
    expect(first).toEqual(events[0]);
    expect((await readOn(1, 1)).events).toEqual(events.slice(1));
  });

  it('the stream beside it tells the same, from where one was', async (ctx) => {
    // A stream does not end: whoever has the one has the other.
    await needsRoute(ctx, 'GET', PATH);
    needsKey(ctx);
    const { next } = await readOn(0);
    const { query_code, manage_code } = (await placeSample()).placed;
    const listening = listenAt(`${PATH}/stream`, `after=${next}`, 1);
    const again = listenAt(`${PATH}/stream`, '', 1, { 'last-event-id': String(next) });
    await post('/order/cancel', { query_code, manage_code });
    const { contentType, events } = await listening;
    expect(contentType).toMatch(/^text\/event-stream/);
    expect(events.map(({ data }) => data)).toEqual((await readOn(next)).events.slice(0, events.length));
    expect(events[0]?.id).toBe(String(next + 1));
    expect((await again).events[0]).toEqual(events[0]);
  });

  it.for([{ after: -1 }, { after: 'yesterday' }, { limit: 0 }, { limit: 1_001 }])(
    '%j is a parameter error',
    async (params, ctx) => {
      await needsRoute(ctx, 'GET', PATH);
      needsKey(ctx);
      expectParameterError(await get(PATH, params));
    },
  );
});
