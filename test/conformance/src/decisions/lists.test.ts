import { describe, expect, it } from 'vitest';
import type { Answer } from '../support/envelope.ts';
import { LISTS, ORDER_LIST, REFCODE_LIST, rangeOf, rowsOf } from '../support/lists.ts';
import { list, refcodeList } from '../support/requests.ts';
import { needsLists } from '../support/skips.ts';
import { ORDER_STATUSES } from '../support/tables.ts';

describe.each(LISTS)('the %s (decisions, 6)', (_name, { ask, known, noOf, createdAtOf }) => {
  const numbers = (answer: Answer) => rowsOf(answer).map(noOf);
  const totalOf = ({ fields }: Answer) => fields.total as number;

  it('is ordered by creation time', async (ctx) => {
    await known(ctx);
    const times = rowsOf(await ask({ page_size: 100 })).map(createdAtOf);
    expect(times).toEqual([...times].sort((one, other) => other - one));
  });

  it('within a second it is ordered as the orders were placed', async (ctx) => {
    const orders = await known(ctx);
    const ours = new Set(orders.map(({ no }) => no));
    const shown = numbers(await ask({ ...rangeOf(orders), page_size: 100, direction: 'ASC' }));
    expect(shown.filter((no) => ours.has(no))).toEqual(orders.map(({ no }) => no));
  });

  it('total covers all pages', async (ctx) => {
    const orders = await known(ctx);
    const range = rangeOf(orders);
    const whole = await ask({ ...range, page_size: 100 });
    expect(totalOf(whole)).toBe(rowsOf(whole).length);
    for (const page of [1, 2])
      expect(totalOf(await ask({ ...range, page, page_size: 5 }))).toBe(totalOf(whole));
  });

  it('total covers what is in the range only', async (ctx) => {
    const { created_start } = rangeOf(await known(ctx));
    const [before, since, all] = [
      await ask({ created_end: created_start }),
      await ask({ created_start }),
      await ask(),
    ];
    expect(totalOf(before) + totalOf(since)).toBe(totalOf(all));
  });

  it('a page past the end is empty, and total is as ever', async (ctx) => {
    const range = rangeOf(await known(ctx));
    for (const page of [1_000, 1_000_000_000]) {
      const answer = await ask({ ...range, page, page_size: 100 });
      expect(rowsOf(answer)).toEqual([]);
      expect(totalOf(answer)).toBeGreaterThan(0);
    }
  });

  it('a range with nothing in it is empty, and total is 0', async (ctx) => {
    await needsLists(ctx);
    const answer = await ask({ created_start: 1, created_end: 2 });
    expect(rowsOf(answer)).toEqual([]);
    expect(totalOf(answer)).toBe(0);
  });
});

describe('status (decisions, 6)', () => {
  it.for(ORDER_STATUSES)('%d shows the orders that have it, and no others', async (status, ctx) => {
    await needsLists(ctx);
    const answer = await list({ status, page_size: 100 });
    for (const row of rowsOf(answer)) expect(row.status).toBe(status);
    if (rowsOf(answer).length < 100) expect(answer.fields.total).toBe(rowsOf(answer).length);
  });

  it('1 shows a new order, 4 does not', async (ctx) => {
    const orders = await ORDER_LIST.known(ctx);
    const range = { ...rangeOf(orders), page_size: 100 };
    const shown = async (status: number) => rowsOf(await list({ ...range, status })).map(({ no }) => no);
    expect(await shown(1)).toContain(orders[0].no);
    expect(await shown(4)).not.toContain(orders[0].no);
  });

  it('the totals of all statuses add up to the total', async (ctx) => {
    const range = rangeOf(await ORDER_LIST.known(ctx));
    const totals = ORDER_STATUSES.map(
      async (status) => (await list({ ...range, status })).fields.total as number,
    );
    const sum = (await Promise.all(totals)).reduce((one, other) => one + other, 0);
    expect((await list(range)).fields.total).toBe(sum);
  });
});

describe('commissions (decisions, 6)', () => {
  it('a code that does not exist has no orders', async (ctx) => {
    await needsLists(ctx);
    const answer = await refcodeList({ ref_code: 'no-such-code-at-all' });
    expect(rowsOf(answer)).toEqual([]);
    expect(answer.fields).toMatchObject({ total: 0, total_commission: 0 });
  });

  it('an order counts whether its code came in the header or in the body', async (ctx) => {
    const orders = await REFCODE_LIST.known(ctx);
    const shown = rowsOf(await refcodeList({ ...rangeOf(orders), page_size: 100 })).map(
      ({ order_no }) => order_no,
    );
    expect(shown).toEqual(expect.arrayContaining(orders.map(({ no }) => no)));
  });

  it('the commission is 0 until the order completes, the rate is known', async (ctx) => {
    const range = rangeOf(await REFCODE_LIST.known(ctx));
    for (const row of rowsOf(await refcodeList({ ...range, page_size: 100 }))) {
      expect(row.commission).toBe(0);
      expect(row.commission_rate).toBeGreaterThanOrEqual(0);
      expect(row.commission_rate).toBeLessThanOrEqual(1);
      expect(row.order_amount_in_usdt).toBeGreaterThan(0);
    }
  });

  it('total_commission is the sum of what matches', async (ctx) => {
    const range = rangeOf(await REFCODE_LIST.known(ctx));
    const answer = await refcodeList({ ...range, page_size: 100 });
    const sum = rowsOf(answer).reduce((total, { commission }) => total + (commission as number), 0);
    expect(answer.fields.total_commission).toBeCloseTo(sum, 8);
  });
});
