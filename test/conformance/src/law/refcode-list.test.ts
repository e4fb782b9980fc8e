import { describe, expect, it, type TestContext } from 'vitest';
import { expectParameterError, expectRefused } from '../support/expect.ts';
import { itHasTheFields } from '../support/fields.ts';
import { REFCODE_LIST, rowsOf } from '../support/lists.ts';
import { once } from '../support/once.ts';
import { options } from '../support/options.ts';
import { goodQuantity, refcodeList } from '../support/requests.ts';
import { sample } from '../support/samples.ts';
import { needsLists, needsRefCode } from '../support/skips.ts';
import { REFERRAL_ORDER, REFERRAL_STATUSES } from '../support/tables.ts';
import type { ReferralOrder } from '../support/wire.ts';

const row = once(async () => {
  const { placed, createdAt } = await sample();
  const rows = rowsOf(
    await refcodeList({ created_start: createdAt, created_end: createdAt + 1, page_size: 100 }),
  );
  return rows.find(({ order_no }) => order_no === placed.order_no) as unknown as ReferralOrder;
});

const listed = async (ctx: TestContext) => {
  await needsLists(ctx);
  needsRefCode(ctx);
  return row();
};

describe('an order in the ref code order list (2.6, 4.5)', () => {
  describe('data[]', () => itHasTheFields(REFERRAL_ORDER, listed));

  it('names the code, the order and what was sent', async (ctx) => {
    const { placed } = await sample();
    expect(await listed(ctx)).toMatchObject({
      ref_code: options.refCode,
      order_no: placed.order_no,
      query_code: placed.query_code,
      send_chain: options.from.chain,
      send_coin: options.from.abbr,
      send_amount: await goodQuantity(),
    });
  });

  it('is pending transfer (1), not settled (1)', async (ctx) => {
    expect(await listed(ctx)).toMatchObject({ status: 1, settle_status: 1 });
  });

  it('every status and settle_status in the list is one that exists', async (ctx) => {
    await needsLists(ctx);
    for (const row of rowsOf(await refcodeList({ page_size: 100 }))) {
      expect(REFERRAL_STATUSES).toContain(row.status);
      expect([1, 2]).toContain(row.settle_status);
    }
  });
});

describe('the parameters of the ref code order list (4.5, 8)', () => {
  it('total_commission is a number', async (ctx) => {
    await needsLists(ctx);
    expect((await refcodeList()).fields.total_commission).toEqual(expect.any(Number));
  });

  it.for([0, -1])('page %d is refused: the minimum is 1', async (page, ctx) => {
    await needsLists(ctx);
    expectRefused(await refcodeList({ page }));
  });

  it.for([0, -1])('page_size %d is refused: the minimum is 1', async (page_size, ctx) => {
    await needsLists(ctx);
    expectRefused(await refcodeList({ page_size }));
  });

  it('ref_code shows the orders of that code', async (ctx) => {
    await REFCODE_LIST.known(ctx);
    const rows = rowsOf(await refcodeList({ ref_code: options.refCode as string, page_size: 100 }));
    expect(rows.length).toBeGreaterThan(0);
    for (const { ref_code } of rows) expect(ref_code).toBe(options.refCode);
  });

  it.for([1, 2])('settle_status %d shows only orders with it', async (settle_status, ctx) => {
    await needsLists(ctx);
    const rows = rowsOf(await refcodeList({ settle_status, page_size: 100 }));
    for (const row of rows) expect(row.settle_status).toBe(settle_status);
  });

  it('settle_status that is no number is a parameter error', async (ctx) => {
    await needsLists(ctx);
    expectParameterError(await refcodeList({ settle_status: 'x' }));
  });
});
