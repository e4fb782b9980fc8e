import { describe, expect, it } from 'vitest';
import { get } from '../support/host.ts';
import { calculate, place, placeRequest, quoteRequest, receive } from '../support/requests.ts';
import { sample } from '../support/samples.ts';
import { needsLists } from '../support/skips.ts';

const STRINGS: [string, string][] = [
  ['SQL', "'; DROP TABLE orders; --"],
  ['emoji', '🦄'.repeat(50)],
  ['a NUL', 'a\u0000b'],
  ['half a character', '\ud800'],
  ['nothing', ''],
  ['a change of direction', '\u202e'],
  ['__proto__', '__proto__'],
  ['constructor', 'constructor'],
  ['5,000 letters', 'x'.repeat(5_000)],
];
const NO_ADDRESS = { to_address: 'x' };

// That each answer is a right envelope is checked for every call of the run; here only that it is no server error.
describe('input that is bad, odd or hostile is never a server error', () => {
  it.each(STRINGS)('%s in the strings of calculate', async (_what, text) => {
    for (const field of ['exchange_mode', 'from_abbr', 'from_chain']) {
      expect((await calculate(await quoteRequest({ [field]: text }))).code, field).toBe(1);
    }
    for (const field of ['to_abbr', 'to_chain']) {
      expect(
        (await calculate(await quoteRequest({ to_address: [receive({ [field]: text })] }))).code,
        field,
      ).toBe(1);
    }
  });

  it.each(STRINGS)('%s in the strings of place', async (_what, text) => {
    const fields = { client_order_id: text, ref_code: text, refund_address: text, refund_memo: text };
    const odd = await place(
      await placeRequest({ ...fields, to_address: [receive({ ...NO_ADDRESS, to_memo: text })] }),
    );
    expect(odd.code).toBe(1);
    const fixed = { exchange_mode: 'fixed', calc_id: text, to_address: [receive({ to_address: text })] };
    expect((await place(await placeRequest(fixed))).code).toBe(1);
  });

  it.each([
    '1e309',
    '-1e309',
    '1e-400',
    '-0',
    '0.123456789012345678901234567891',
    '1e15',
    `1${'0'.repeat(300)}`,
  ])('from_quantity %s', async (token) => {
    const body = JSON.stringify(await quoteRequest({ from_quantity: 12345 })).replace('12345', token);
    expect((await calculate(body)).code).not.toBe(2);
  });

  it('nesting without end', async () => {
    const depth = 20_000;
    expect((await calculate(`{"to_address":${'['.repeat(depth)}${']'.repeat(depth)}}`)).status).toBe(400);
  });

  it('as many receive entries as fit into a body', async () => {
    const to_address = Array.from({ length: 1_500 }, () => ({ to_abbr: 'A', to_chain: 'B' }));
    expect((await calculate(await quoteRequest({ to_address }))).code).toBe(1);
  });

  it('10,000 receive entries', async () => {
    const to_address = Array.from({ length: 10_000 }, () => receive());
    expect((await calculate(await quoteRequest({ to_address }))).status).toBe(413);
  });

  it('a field that stands twice', async () => {
    const body = JSON.stringify(await quoteRequest());
    expect((await calculate(`${body.slice(0, -1)},"from_quantity":1}`)).code).not.toBe(2);
  });

  it('a parameter that stands twice', async (ctx) => {
    const { placed } = await sample();
    const code = `query_code=${placed.query_code}`;
    expect((await get('/order/query', `${code}&${code}`)).code).not.toBe(2);
    await needsLists(ctx);
    expect((await get('/order/list', 'page=1&page=2')).code).not.toBe(2);
  });

  it.for([
    'page=99999999999999999999',
    'page=9007199254740991&page_size=100',
    'created_start=-1',
    'created_end=1e300',
    'page=%00',
    'page=%ff',
  ])('the list with %s', async (query, ctx) => {
    await needsLists(ctx);
    expect((await get('/order/list', query)).code).not.toBe(2);
  });
});
