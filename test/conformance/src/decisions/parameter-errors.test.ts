import { describe, it } from 'vitest';
import { expectParameterError } from '../support/expect.ts';
import { get } from '../support/host.ts';
import {
  calculate,
  deliver,
  list,
  place,
  placeRequest,
  query,
  quoteRequest,
  receive,
  refcodeList,
  without,
} from '../support/requests.ts';
import { needsLists } from '../support/skips.ts';

const MALFORMED = [
  '',
  '{',
  '{"exchange_mode":',
  '[1,]',
  "{'a':1}",
  '{"a":01}',
  '{"from_quantity":NaN}',
  'null',
  '[]',
  '"x"',
  '1',
];

describe('what HTTP 400 is for (decisions, 1)', () => {
  it.each(MALFORMED)('calculate refuses the body %j', async (body) =>
    expectParameterError(await calculate(body)),
  );
  it.each(MALFORMED.slice(0, 3))('place refuses the body %j', async (body) =>
    expectParameterError(await place(body)),
  );

  it('a body that is not UTF-8', async () => {
    expectParameterError(await calculate(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), { anonymous: true }));
  });

  it.each(['', 'FLOAT', 'market'])('exchange_mode %j: outside its enumeration', async (exchange_mode) => {
    expectParameterError(await calculate(await quoteRequest({ exchange_mode })));
    expectParameterError(await place(await placeRequest({ exchange_mode })));
  });

  it.each([9e-9, 0, -1])('from_quantity %d: outside its range', async (from_quantity) => {
    expectParameterError(await calculate(await quoteRequest({ from_quantity })));
    expectParameterError(await place(await placeRequest({ from_quantity })));
  });

  it('a number that no float can hold', async () => {
    const body = JSON.stringify(await quoteRequest({ from_quantity: 12345 })).replace('12345', '1e309');
    expectParameterError(await calculate(body));
  });

  it.each([-0.1, 1.1])('to_ratio %d: outside its range', async (to_ratio) => {
    expectParameterError(await calculate(await quoteRequest({ to_address: [receive({ to_ratio })] })));
    expectParameterError(await place(await placeRequest({ to_address: [deliver({ to_ratio })] })));
  });

  it.each([
    ['to_ratio', 0],
    ['to_ratio', 1.5],
    ['to_group_ratio', 0],
    ['to_group_ratio', 1.5],
  ])('%s %d in Variant A: outside its range', async (field, value) => {
    const to_address = [deliver({ to_ratio: 1, to_group_ratio: 1, [field]: value })];
    expectParameterError(await calculate(await quoteRequest({ to_address })));
  });

  it.each(['', 'A'.repeat(129)])('query_code of the wrong length', async (code) =>
    expectParameterError(await query(code)),
  );
  it('no query_code', async () => expectParameterError(await get('/order/query')));

  it.for(['asc', 'up'])('direction %j of a list: outside its enumeration', async (direction, ctx) => {
    await needsLists(ctx);
    expectParameterError(await list({ direction }));
    expectParameterError(await refcodeList({ direction }));
  });

  const PAGES = [{ page: 0 }, { page: -1 }, { page_size: 0 }, { page_size: -1 }, { page_size: 101 }];
  it.for(PAGES)('%j of a list: outside its range', async (params, ctx) => {
    await needsLists(ctx);
    expectParameterError(await list(params as Record<string, number>));
    expectParameterError(await refcodeList(params as Record<string, number>));
  });
});

describe('the parameters of place (decisions, 3)', () => {
  const REQUIRED = ['exchange_mode', 'from_abbr', 'from_chain', 'from_quantity', 'to_address'];
  it.each(REQUIRED)('%s is required', async (field) => {
    expectParameterError(await place(without(await placeRequest(), field)));
  });

  it.each(['to_abbr', 'to_chain', 'to_address'])('to_address[].%s is required', async (field) => {
    expectParameterError(await place(await placeRequest({ to_address: [without(deliver(), field)] })));
  });

  it.each([
    ['from_quantity', '1'],
    ['from_abbr', 1],
    ['from_chain', null],
    ['calc_id', 1],
    ['to_address', {}],
    ['refund_address', 1],
    ['refund_memo', 1],
    ['client_order_id', 1],
    ['ref_code', 1],
    ['on_mismatch', 'keep'],
    ['on_mismatch', 1],
  ])('%s %j is refused', async (field, value) => {
    expectParameterError(await place(await placeRequest({ [field]: value })));
  });

  it.each([
    ['to_address', 1],
    ['to_ratio', '1'],
    ['to_group_ratio', '1'],
    ['to_memo', 1],
  ])('to_address[].%s %j is refused', async (field, value) => {
    expectParameterError(await place(await placeRequest({ to_address: [deliver({ [field]: value })] })));
  });
});
