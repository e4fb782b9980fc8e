import { describe, expect, it } from 'vitest';
import { units } from '../support/amounts.ts';
import { dataOf, expectRefused } from '../support/expect.ts';
import { itHasTheFields } from '../support/fields.ts';
import { get } from '../support/host.ts';
import { once } from '../support/once.ts';
import { options } from '../support/options.ts';
import { deliver, goodQuantity, place, query } from '../support/requests.ts';
import { fixedQuote, placeSample, sample } from '../support/samples.ts';
import { CHILD_STATUSES, ORDER_STATUSES, QUERIED_CHILD, QUERIED_ORDER } from '../support/tables.ts';
import type { Child, Order, Placed } from '../support/wire.ts';

const NOW_S = () => Math.floor(Date.now() / 1000);
const CLOCK_SKEW_S = 300;

const orders = {
  float: once(
    async () =>
      (await placeSample({ to_address: [deliver({ to_ratio: 0.5 }), deliver({ to_ratio: 0.5 })] })).order,
  ),
  fixed: once(async () => {
    const placed = dataOf<Placed>(await place((await fixedQuote()).order));
    return dataOf<Order>(await query(placed.query_code));
  }),
};

describe.each(['float', 'fixed'] as const)('query of a new %s order (2.1, 2.2, 4.3)', (mode) => {
  const order = orders[mode];

  describe('data', () => itHasTheFields(QUERIED_ORDER, order));
  describe('data.children[]', () => itHasTheFields(QUERIED_CHILD, async () => (await order()).children[0]));

  it('exchange_model is the mode it was placed with', async () => {
    expect((await order()).exchange_model).toBe(mode);
  });

  it('chain and abbr are the source asset', async () => {
    const { chain, abbr } = await order();
    expect({ chain, abbr }).toEqual(options.from);
  });

  it('odr_volume is the quantity that was ordered', async () => {
    expect(units((await order()).odr_volume)).toBe(units(await goodQuantity()));
  });

  it('rel_volume is 0: nothing has arrived', async () => {
    expect((await order()).rel_volume).toBe(0);
  });

  it('status is 1, waiting to send', async () => {
    expect((await order()).status).toBe(1);
    expect(ORDER_STATUSES).toContain((await order()).status);
  });

  it('create_at is now and expire_at is later', async () => {
    const { create_at, expire_at } = await order();
    expect(Math.abs(create_at - NOW_S())).toBeLessThan(CLOCK_SKEW_S);
    expect(expire_at).toBeGreaterThan(create_at);
  });

  it.each(['payfor_at', 'accept_at', 'finish_at', 'freeze_at', 'delete_at'])(
    '%s is 0: not yet',
    async (field) => {
      expect((await order())[field as keyof Order]).toBe(0);
    },
  );

  it.each(['input', 'output', 'refund', 'fulls'] as const)(
    '%s is empty: there are no transactions',
    async (field) => {
      expect((await order())[field]).toEqual([]);
    },
  );

  it('each child has the number of the order, status 1 (to be paid), no finish time and no output', async () => {
    const { no, children } = await order();
    for (const child of children) {
      expect(child).toMatchObject({ no, status: 1, finish_at: 0, output: null });
      expect(CHILD_STATUSES).toContain(child.status);
    }
  });

  it('each child is the receive asset', async () => {
    for (const { chain, abbr } of (await order()).children) expect({ chain, abbr }).toEqual(options.to);
  });

  it('ratio and group_ratio of all children add up to 1', async () => {
    const { children } = await order();
    const sum = (field: 'ratio' | 'group_ratio') =>
      children.reduce((total, child: Child) => total + child[field], 0);
    expect(sum('ratio')).toBeCloseTo(1, 7);
    expect(sum('group_ratio')).toBeCloseTo(1, 7);
  });
});

describe('query_code (4.3, 8)', () => {
  it('is required', async () => expectRefused(await get('/order/query')));
  it('has at least 1 character', async () => expectRefused(await get('/order/query', { query_code: '' })));
  it('has at most 128 characters', async () => expectRefused(await query('A'.repeat(129))));
  it('finds the order it belongs to', async () => {
    const { placed, order } = await sample();
    expect(order).toMatchObject({
      no: placed.order_no,
      query_code: placed.query_code,
      address: placed.address,
    });
  });
});
