import { describe, expect, it } from 'vitest';
import { tokensOf, units } from '../support/amounts.ts';
import { dataOf, expectBareRefusal, expectSuccess } from '../support/expect.ts';
import { deliver, place, placeRequest, query } from '../support/requests.ts';
import { expectSameTime } from '../support/same-time.ts';
import { sample } from '../support/samples.ts';
import { needsAlso } from '../support/skips.ts';
import type { Order, Placed } from '../support/wire.ts';

describe('looking up a query_code (decisions, 3 and 8)', () => {
  it.each(['ZZZZ-ZZZZ-ZZZZ', 'A'.repeat(128), 'x', "' OR 1=1 --", '%', '🦄', '-'])(
    'an unknown one (%s) is 200, code 1, order not found, without data',
    async (code) => expectBareRefusal(await query(code), 'order not found'),
  );

  it('an unknown one is answered in the same time as a known one', async () => {
    const { placed } = await sample();
    await expectSameTime(
      // Each another one: no host has heard of it before.
      async (round) =>
        expectBareRefusal(await query(`Z${String(round).padStart(11, '0')}`), 'order not found'),
      async () => expectSuccess(await query(placed.query_code)),
    );
  });

  it.each([
    ['in lower case', (code: string) => code.toLowerCase()],
    ['as people are shown it', (code: string) => code.replace(/(.{4})(?=.)/g, '$1-')],
    ['with spaces for dashes', (code: string) => code.replace(/(.{4})(?=.)/g, '$1 ')],
    ['with spaces around it', (code: string) => ` ${code} `],
    ['grouped otherwise', (code: string) => code.replace(/(..)/g, '$1-').toLowerCase()],
  ])('finds the order %s', async (_what, written) => {
    const { placed } = await sample();
    expect(dataOf<Order>(await query(written(placed.query_code))).no).toBe(placed.order_no);
  });

  it('needs no key', async (ctx) => {
    const { placed } = await sample();
    const answer = await query(placed.query_code, { anonymous: true });
    if (answer.status === 401) ctx.skip('the operator has turned anonymous calls off');
    expect(dataOf<Order>(answer).no).toBe(placed.order_no);
  });
});

describe('what query shows of a new order (decisions, 2 and 4)', () => {
  it('volume_origin is what place promised, to the last digit', async () => {
    const to_address = [deliver({ to_ratio: 0.3 }), deliver({ to_ratio: 0.7 })];
    const answer = await place(await placeRequest({ to_address }));
    const shown = await query(dataOf<Placed>(answer).query_code);
    expect(tokensOf(shown.text, 'volume_origin')).toEqual(tokensOf(answer.text, 'to_quantity'));
  });

  it('ratio is the share of the source, group_ratio the share of the group', async (ctx) => {
    const also = await needsAlso(ctx);
    const to_address = [
      deliver({ to_ratio: 0.2 }),
      deliver({ to_ratio: 0.6 }),
      deliver({ to_ratio: 0.2 }, also),
    ];
    const { query_code } = dataOf<Placed>(await place(await placeRequest({ to_address })));
    const shown = await query(query_code);
    expect(tokensOf(shown.text, 'ratio')).toEqual(['0.2', '0.6', '0.2']);
    expect(tokensOf(shown.text, 'group_ratio')).toEqual(['0.25', '0.75', '1']);
  });

  it('ratio is the product, where that is the share', async () => {
    const to_address = [
      deliver({ to_ratio: 1, to_group_ratio: 0.4 }),
      deliver({ to_ratio: 1, to_group_ratio: 0.6 }),
    ];
    const { query_code } = dataOf<Placed>(await place(await placeRequest({ to_address })));
    const shown = await query(query_code);
    expect(tokensOf(shown.text, 'ratio')).toEqual(['0.4', '0.6']);
    expect(tokensOf(shown.text, 'group_ratio')).toEqual(['0.4', '0.6']);
  });

  it('amount is the value of a child in USDT: its volume times its price', async () => {
    const { order } = await sample();
    for (const { amount, volume, price } of order.children)
      expect(amount / (volume * price)).toBeCloseTo(1, 5);
  });

  it('price is above 0, for the order and for each child', async () => {
    const { order } = await sample();
    for (const { price } of [order, ...order.children]) expect(price).toBeGreaterThan(0);
  });

  it('addr_num is the number of receiving addresses', async () => {
    const { order } = await sample();
    expect(order.addr_num).toBe(order.children.length);
  });

  it('rel_volume is 0 and odr_volume what place confirmed', async () => {
    const { order, placed } = await sample();
    expect(units(order.odr_volume)).toBe(units(placed.from_quantity));
    expect(order.expire_at).toBe(placed.expire_at);
  });
});
