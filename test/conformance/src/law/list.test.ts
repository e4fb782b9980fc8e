import { describe, expect, it, type TestContext } from 'vitest';
import { expectParameterError } from '../support/expect.ts';
import { itHasTheFields } from '../support/fields.ts';
import { rowsOf } from '../support/lists.ts';
import { once } from '../support/once.ts';
import { list } from '../support/requests.ts';
import { sample } from '../support/samples.ts';
import { needsLists } from '../support/skips.ts';
import { LISTED_CHILD, LISTED_ORDER, ORDER_STATUSES } from '../support/tables.ts';
import type { Order } from '../support/wire.ts';

const row = once(async () => {
  const { placed, createdAt } = await sample();
  const rows = rowsOf(await list({ created_start: createdAt, created_end: createdAt + 1, page_size: 100 }));
  return rows.find(({ no }) => no === placed.order_no) as unknown as Order;
});

const listed = async (ctx: TestContext) => {
  await needsLists(ctx);
  return row();
};

describe('an order in the list (2.1, 2.2, 4.4)', () => {
  describe('data[]', () => itHasTheFields(LISTED_ORDER, listed));
  describe('data[].children[]', () =>
    itHasTheFields(LISTED_CHILD, async (ctx) => (await listed(ctx)).children[0]));

  it('refund and fulls are left to query', async (ctx) => {
    const fields = Object.keys(await listed(ctx));
    expect(fields).not.toContain('refund');
    expect(fields).not.toContain('fulls');
  });

  it('says the same as query', async (ctx) => {
    const shown = await listed(ctx);
    const { no, query_code, chain, abbr, address, exchange_model, odr_volume, create_at, expire_at } = (
      await sample()
    ).order;
    expect(shown).toMatchObject({
      no,
      query_code,
      chain,
      abbr,
      address,
      exchange_model,
      odr_volume,
      create_at,
      expire_at,
    });
  });

  it('every status in the list is one that exists', async (ctx) => {
    await needsLists(ctx);
    for (const { status } of rowsOf(await list({ page_size: 100 }))) expect(ORDER_STATUSES).toContain(status);
  });

  it('status that is no number is a parameter error', async (ctx) => {
    await needsLists(ctx);
    expectParameterError(await list({ status: 'x' }));
  });
});
