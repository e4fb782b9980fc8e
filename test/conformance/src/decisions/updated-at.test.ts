import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { expectSuccess } from '../support/expect.ts';
import { post } from '../support/host.ts';
import { rowsOf } from '../support/lists.ts';
import { refcodeList } from '../support/requests.ts';
import { placeSample, type Sample } from '../support/samples.ts';
import { needsLists, needsRefCode, needsRoute } from '../support/skips.ts';
import type { ReferralOrder } from '../support/wire.ts';

/** Times are whole seconds: after this long a change has another. */
const NEXT_SECOND_MS = 1_100;

async function shown({ placed, createdAt }: Sample): Promise<ReferralOrder> {
  const range = { created_start: createdAt, created_end: createdAt + 1, page_size: 100 };
  const row = rowsOf(await refcodeList(range)).find(({ order_no }) => order_no === placed.order_no);
  expect(row, 'the order is not in the list').toBeDefined();
  return row as unknown as ReferralOrder;
}

describe('updated_at in the ref code order list (decisions, 6)', () => {
  it('is never before created_at', async (ctx) => {
    await needsLists(ctx);
    for (const { created_at, updated_at } of rowsOf(await refcodeList({ page_size: 100 })))
      expect(updated_at).toBeGreaterThanOrEqual(created_at as number);
  });

  it('is created_at as long as nothing has changed, however often the order is looked at', async (ctx) => {
    await needsLists(ctx);
    const order = await placeSample({ ref_code: needsRefCode(ctx) });
    expect((await shown(order)).updated_at).toBe(order.createdAt);
    await sleep(NEXT_SECOND_MS);
    expect((await shown(order)).updated_at).toBe(order.createdAt);
  });

  it('moves with a change that the list shows, and stays there', async (ctx) => {
    await needsLists(ctx);
    await needsRoute(ctx, 'POST', '/order/cancel');
    const order = await placeSample({ ref_code: needsRefCode(ctx) });
    const before = await shown(order);
    await sleep(NEXT_SECOND_MS);
    const { query_code, manage_code } = order.placed;
    expectSuccess(await post('/order/cancel', { query_code, manage_code }));
    const after = await shown(order);
    expect(after.status).not.toBe(before.status);
    expect(after.updated_at).toBeGreaterThan(before.updated_at);
    expect(after.created_at).toBe(before.created_at);
    await sleep(NEXT_SECOND_MS);
    expect(await shown(order)).toEqual(after);
  });
});
