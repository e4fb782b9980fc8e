import { describe, it } from 'vitest';
import { expectBareRefusal, expectSuccess } from '../support/expect.ts';
import {
  calculate,
  deliver,
  list,
  place,
  placeRequest,
  quoteRequest,
  receive,
  refcodeList,
} from '../support/requests.ts';
import { needsLists } from '../support/skips.ts';

const MSG = 'Incorrect request parameters';

describe('well formed, but without sense together (decisions, 1)', () => {
  it.each([
    ['too little', [0.3, 0.3]],
    ['too much', [0.7, 0.7]],
    ['nothing', [0]],
    ['less than the tolerance allows', [0.5, 0.4999999]],
    ['more than the tolerance allows', [0.5, 0.5000001]],
  ])('ratios that add up to %s', async (_what, ratios) => {
    const entries = ratios.map((to_ratio) => receive({ to_ratio }));
    expectBareRefusal(await calculate(await quoteRequest({ to_address: entries })), MSG);
    const delivered = ratios.map((to_ratio) => deliver({ to_ratio }));
    expectBareRefusal(await place(await placeRequest({ to_address: delivered })), MSG);
  });

  it('two entries whose ratios are left out: each is 1', async () => {
    expectBareRefusal(await calculate(await quoteRequest({ to_address: [receive(), receive()] })), MSG);
  });

  it('in Variant A, neither the ratios nor the products add up', async () => {
    const entry = deliver({ to_ratio: 0.7, to_group_ratio: 0.7 });
    expectBareRefusal(await calculate(await quoteRequest({ to_address: [entry, entry] })), MSG);
  });

  it('created_start after created_end', async (ctx) => {
    await needsLists(ctx);
    const range = { created_start: 1_700_000_001, created_end: 1_700_000_000 };
    expectBareRefusal(await list(range), MSG);
    expectBareRefusal(await refcodeList(range), MSG);
  });

  it('created_start equal to created_end is an empty range, and no mistake', async (ctx) => {
    await needsLists(ctx);
    const range = { created_start: 1_700_000_000, created_end: 1_700_000_000 };
    expectSuccess(await list(range));
    expectSuccess(await refcodeList(range));
  });

  it.for([0, 6, 10, -1])('status %d, which does not exist', async (status, ctx) => {
    await needsLists(ctx);
    expectBareRefusal(await list({ status }), MSG);
  });

  it.for([0, 3, -1])('settle_status %d, which does not exist', async (settle_status, ctx) => {
    await needsLists(ctx);
    expectBareRefusal(await refcodeList({ settle_status }), MSG);
  });
});
