import { describe, expect, it } from 'vitest';
import { expectParameterError, expectSuccess } from '../support/expect.ts';
import { get } from '../support/host.ts';
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

  it.for(['1.5', '1x', ' ', 'NaN', '0x10'])('page=%j is refused: it does not parse', async (page, ctx) => {
    await needsLists(ctx);
    expectParameterError(await list({ page }));
  });
});

describe('what is absent (decisions, 1)', () => {
  it.each([null, ''])('%j in an optional field of calculate is as without it', async (nothing) => {
    const to_address = [receive({ to_address: nothing, to_ratio: nothing, to_group_ratio: nothing })];
    expectSuccess(await calculate(await quoteRequest({ to_address })));
  });

  it.each([null, ''])('%j in an optional field of place is as without it', async (nothing) => {
    const optional = [
      'calc_id',
      'refund_address',
      'refund_memo',
      'client_order_id',
      'ref_code',
      'on_mismatch',
    ];
    const absent = Object.fromEntries(optional.map((name) => [name, nothing]));
    const to_address = [deliver({ to_memo: nothing, to_group_ratio: nothing })];
    const request = await placeRequest({ ...absent, to_address });
    // Two orders: an empty client_order_id is none, not one that was used.
    const answers = [await place(request), await place(request)];
    answers.forEach(expectSuccess);
    const codes = answers.map(({ fields }) => (fields.data as Order).query_code);
    expect(new Set(codes).size).toBe(2);
  });

  it.each([null, ''])('%j in a field that is needed is refused', async (nothing) => {
    expectParameterError(await place(await placeRequest({ exchange_mode: nothing })));
    expectParameterError(await place(await placeRequest({ from_quantity: nothing })));
    expectParameterError(await get('/order/query', '', { body: { query_code: nothing } }));
  });

  it('nothing after the name of an optional parameter is as without it', async (ctx) => {
    await needsLists(ctx);
    const empty = { page: '', page_size: '', created_start: '', created_end: '', direction: '' };
    expectSuccess(await list({ ...empty, status: '' }));
    const codes = { ...empty, ref_code: '', settle_status: '' };
    const answers = [await refcodeList(codes), await refcodeList({})];
    answers.forEach(expectSuccess);
    expect(answers[0]?.fields).toEqual(answers[1]?.fields);
  });
});
