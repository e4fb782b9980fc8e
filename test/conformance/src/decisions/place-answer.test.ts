import { describe, expect, it } from 'vitest';
import { addressOf } from '../support/addresses.ts';
import { tokensOf, units } from '../support/amounts.ts';
import { dataOf, expectBareRefusal, expectSuccess } from '../support/expect.ts';
import { type FieldTable, itHasTheFields } from '../support/fields.ts';
import { once } from '../support/once.ts';
import { options } from '../support/options.ts';
import { deliver, goodQuantity, place, placeRequest } from '../support/requests.ts';
import { fixedQuote, samples } from '../support/samples.ts';
import { QUOTED_ENTRY_A } from '../support/tables.ts';
import type { Placed } from '../support/wire.ts';

const PLACED: FieldTable = {
  order_no: 'text',
  address: 'text',
  query_code: 'text',
  no: 'text',
  memo: 'string',
  from_quantity: 'number',
  expire_at: 'time',
  to: 'array',
  payment_uri: 'text',
  status_url: 'text',
};

const placedOrders = {
  float: once(async () => dataOf<Placed>(await place(await placeRequest()))),
  fixed: once(async () => dataOf<Placed>(await place((await fixedQuote()).order))),
};

describe.each(['float', 'fixed'] as const)('the answer of place, %s (decisions, 3)', (mode) => {
  const placed = placedOrders[mode];

  describe('data', () => itHasTheFields(PLACED, placed));
  describe('data.to[]', () => itHasTheFields(QUOTED_ENTRY_A, async () => (await placed()).to[0]));

  it('order_no is 8 letters and digits, and no is the same', async () => {
    const { order_no, no } = await placed();
    expect(order_no).toMatch(/^[A-Za-z0-9]{8}$/);
    expect(no).toBe(order_no);
  });

  it('query_code is 12 letters and digits, without dashes', async () => {
    expect((await placed()).query_code).toMatch(/^[A-Z0-9]{12}$/);
  });

  it('from_quantity is what was ordered', async () => {
    expect(units((await placed()).from_quantity)).toBe(units(await goodQuantity()));
  });

  it('to names the receiving address', async () => {
    expect((await placed()).to[0]?.to_address).toBe(addressOf(options.to));
  });

  it('expire_at is in the future', async () => {
    expect((await placed()).expire_at).toBeGreaterThan(Date.now() / 1000);
  });

  it('payment_uri names the deposit address', async () => {
    const { payment_uri, address } = await placed();
    expect(payment_uri.toLowerCase()).toContain(address.toLowerCase());
  });

  it('status_url shows this order', async () => {
    const { status_url, query_code } = await placed();
    expect(status_url).toMatch(/^https?:\/\//);
    expect(status_url).toContain(query_code);
  });
});

describe('placing (decisions, 3)', () => {
  it('a fixed order promises what its quote promised, to the last digit', async () => {
    const { order, text } = await fixedQuote([deliver({ to_ratio: 0.3 }), deliver({ to_ratio: 0.7 })]);
    const answer = await place(order);
    for (const field of ['to_quantity', 'group_quantity', 'to_ratio']) {
      expect(tokensOf(answer.text, field)).toEqual(tokensOf(text, field));
    }
  });

  it('every order has a number, a query code and an address of its own', async () => {
    const orders = (await samples()).map(({ placed }) => placed);
    for (const field of ['order_no', 'query_code', 'address'] as const) {
      expect(new Set(orders.map((order) => order[field])).size).toBe(orders.length);
    }
  });

  it('orders placed at the same moment have addresses of their own', async () => {
    const request = await placeRequest();
    const answers = await Promise.all(Array.from({ length: 6 }, () => place(request)));
    expect(new Set(answers.map((answer) => dataOf<Placed>(answer).address)).size).toBe(6);
  });

  it('to_group_ratio is accepted', async () => {
    const to_address = [
      deliver({ to_ratio: 1, to_group_ratio: 0.4 }),
      deliver({ to_ratio: 1, to_group_ratio: 0.6 }),
    ];
    expectSuccess(await place(await placeRequest({ to_address })));
  });

  it('the optional fields are accepted', async () => {
    const to_address = [deliver({ to_memo: 'for the cat' })];
    const refund_address = addressOf(options.from);
    expectSuccess(await place(await placeRequest({ to_address, refund_address, refund_memo: 'back' })));
  });

  it.each(['ask', 'exchange', 'refund'])('on_mismatch %s is accepted', async (on_mismatch) => {
    expectSuccess(await place(await placeRequest({ on_mismatch })));
  });

  it('a refund address that is none is refused', async () => {
    const answer = await place(await placeRequest({ refund_address: 'back to me' }));
    expectBareRefusal(answer, answer.msg);
  });

  it('a referral code that does not exist does not stop an order', async () => {
    expectSuccess(await place(await placeRequest(), { headers: { 'ref-code': 'no-such-code-at-all' } }));
    expectSuccess(await place(await placeRequest({ ref_code: 'no-such-code-at-all' })));
  });
});
