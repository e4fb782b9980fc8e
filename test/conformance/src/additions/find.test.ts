import { describe, expect, it, type TestContext } from 'vitest';
import { dataOf, expectBareRefusal, expectParameterError } from '../support/expect.ts';
import { post } from '../support/host.ts';
import { without } from '../support/requests.ts';
import { sample } from '../support/samples.ts';
import { needsRoute } from '../support/skips.ts';

const PATH = '/order/find';

describe('POST /openapi/order/find', () => {
  const find = async (ctx: TestContext, body: unknown) => {
    await needsRoute(ctx, 'POST', PATH);
    return post(PATH, body);
  };

  it('gives the query code for the order number and the deposit address, either way round, and nothing else', async (ctx) => {
    const { query_code, order_no, address } = (await sample()).placed;
    const expected = { query_code };
    expect(dataOf(await find(ctx, { fact: order_no, other: address }))).toEqual(expected);
    expect(dataOf(await find(ctx, { fact: address, other: order_no.toLowerCase() }))).toEqual(expected);
  });

  it('says the same where one fact is wrong as where there is no such order', async (ctx) => {
    const { order_no, address } = (await sample()).placed;
    expectBareRefusal(await find(ctx, { fact: address, other: address }), 'order not found');
    expectBareRefusal(await find(ctx, { fact: order_no, other: 'nothing of it' }), 'order not found');
    expectBareRefusal(await find(ctx, { fact: 'nobody', other: 'nothing' }), 'order not found');
  });

  it.for(['fact', 'other'])('%s is required', async (field, ctx) => {
    expectParameterError(await find(ctx, without({ fact: 'x', other: 'y' }, field)));
  });
});
