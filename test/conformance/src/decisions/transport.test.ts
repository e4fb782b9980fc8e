import { describe, expect, it } from 'vitest';
import { expectParameterError, expectSuccess } from '../support/expect.ts';
import { get } from '../support/host.ts';
import { calculate, list, quoteRequest, receive } from '../support/requests.ts';
import { sample } from '../support/samples.ts';
import { needsLists } from '../support/skips.ts';
import type { Order } from '../support/wire.ts';

describe('where parameters travel (decisions, 1)', () => {
  it('a POST takes its parameters from the JSON body, not from the query string', async () => {
    expectParameterError(await calculate({}, { query: { exchange_mode: 'float' } }));
  });

  it('unknown fields are ignored', async () => {
    const to_address = [receive({ colour: 'blue' })];
    expectSuccess(await calculate(await quoteRequest({ to_address, colour: 'blue', __proto__: { x: 1 } })));
  });

  it('unknown parameters of a query string are ignored', async () => {
    const { placed } = await sample();
    expectSuccess(await get('/order/query', { query_code: placed.query_code, colour: 'blue' }));
  });

  it('a GET that carries a JSON body is read too', async () => {
    const { placed } = await sample();
    const answer = await get('/order/query', '', { body: { query_code: placed.query_code } });
    expectSuccess(answer);
    expect((answer.fields.data as Order).no).toBe(placed.order_no);
  });

  it('where a GET has both, the query string wins', async () => {
    const { placed } = await sample();
    const body = { query_code: 'AAAA-AAAA-AAAA' };
    expectSuccess(await get('/order/query', { query_code: placed.query_code }, { body }));
  });

  it('numbers in the JSON body of a GET are numbers', async (ctx) => {
    await needsLists(ctx);
    expectSuccess(await get('/order/list', '', { body: { page_size: 1 } }));
    expectParameterError(await get('/order/list', '', { body: { page_size: '1' } }));
  });

  it.for(['1.5', '1x', '', ' ', 'NaN', '0x10'])(
    'page=%j is refused: it does not parse',
    async (page, ctx) => {
      await needsLists(ctx);
      expectParameterError(await list({ page }));
    },
  );
});
