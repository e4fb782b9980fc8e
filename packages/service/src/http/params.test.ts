import {
  Decimal,
  ListRequest,
  QueryRequest,
  RefcodeListRequest,
  SetAccountRequest,
} from '@swapdesk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ParameterError } from './errors.ts';
import { ENDPOINTS } from './openapi/index.ts';
import { bodyReader, queryReader } from './params.ts';

const list = queryReader(ListRequest);
const query = queryReader(QueryRequest);
const refcodes = queryReader(RefcodeListRequest);

function detailOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ParameterError) return error.detail;
    throw error;
  }
  return 'accepted';
}

const texts = (params: unknown) =>
  Object.fromEntries(
    Object.entries(params as object).map(([key, value]) => [
      key,
      value instanceof Decimal ? Number(String(value)) : value,
    ]),
  );

describe('a query string', () => {
  it('is read as what the schema says', () => {
    const read = list(
      {
        page: '2',
        page_size: '50',
        created_start: '0',
        created_end: '1700000000',
        direction: 'ASC',
        status: '1',
      },
      '',
    );
    expect(texts(read)).toEqual({
      page: 2,
      page_size: 50,
      created_start: 0,
      created_end: 1700000000,
      direction: 'ASC',
      status: 1,
    });
  });

  it('leaves text as text, also digits', () => {
    expect(query({ query_code: '123' }, '')).toEqual({ query_code: '123' });
    expect(texts(refcodes({ ref_code: '007', settle_status: '2' }, ''))).toEqual({
      ref_code: '007',
      settle_status: 2,
    });
  });

  it('with nothing after a name is as without it, unless it is needed', () => {
    const empty = { page: '', direction: '', status: '', created_end: '' };
    expect(Object.keys(list(empty, '') as object)).toEqual([]);
    expect(texts(list(empty, '{"page":3}'))).toEqual({ page: 3 });
    expect(texts(refcodes({ ref_code: '' }, ''))).toEqual({});
    expect(detailOf(() => query({ query_code: '' }, ''))).toContain('query_code');
  });

  it('of the console says null where it means it, and nothing is taken out', () => {
    const strict = bodyReader(SetAccountRequest, false);
    expect(strict({}, '{"name":"shop","float_fee_ppm":null}')).toEqual({ name: 'shop', float_fee_ppm: null });
    expect(bodyReader(SetAccountRequest)({}, '{"name":"shop","float_fee_ppm":null}')).toEqual({
      name: 'shop',
    });
  });

  it('may be empty', () => {
    expect(Object.keys(list({}, '') as object)).toEqual([]);
  });

  it.each([
    ['page', '0'],
    ['page', '-1'],
    ['page', '1.5'],
    ['page', 'one'],
    ['page', '0x1'],
    ['page', '1e400'],
    ['page', ' 1'],
    ['page', '01'],
    ['page_size', '0'],
    ['page_size', '101'],
    ['page_size', 'NaN'],
    ['created_start', 'yesterday'],
    ['created_end', '9007199254740993'],
    ['direction', 'asc'],
    ['direction', 'DESC; DROP TABLE orders'],
    ['status', '1.5'],
    ['status', 'null'],
  ])('is refused with %s=%j, and the refusal says which field', (name, value) => {
    expect(detailOf(() => list({ [name]: value }, ''))).toContain(name);
  });

  it('accepts a whole number in any spelling that JSON has', () => {
    for (const page of ['2', '2.0', '2e0', '20e-1']) expect(texts(list({ page }, ''))).toEqual({ page: 2 });
  });

  it('is refused where a parameter stands twice', () => {
    expect(detailOf(() => list({ page: ['1', '1'] }, ''))).toContain('page');
    expect(detailOf(() => query({ query_code: ['a', 'b'] }, ''))).toContain('query_code');
  });

  it('is refused with text that no store can hold', () => {
    for (const bad of ['\0', 'a\ud800'])
      expect(detailOf(() => query({ query_code: bad }, ''))).toContain('query_code');
  });

  it('is not refused for what is not known', () => {
    expect(texts(list({ page: '2', utm: 'x' }, ''))).toMatchObject({ page: 2 });
  });

  it('bounds a query code at 1 to 128 characters', () => {
    expect([1, 128].map((length) => detailOf(() => query({ query_code: 'a'.repeat(length) }, '')))).toEqual([
      'accepted',
      'accepted',
    ]);
    for (const length of [0, 129])
      expect(detailOf(() => query({ query_code: 'a'.repeat(length) }, ''))).toContain('query_code');
    expect(detailOf(() => query({}, ''))).toContain('query_code');
  });
});

describe('a GET with a body', () => {
  it('is read from the body, and the query string wins', () => {
    expect(texts(list({ page: '3' }, '{"page":2,"page_size":20}'))).toEqual({ page: 3, page_size: 20 });
  });

  it('is not coerced: the body has types', () => {
    expect(detailOf(() => list({}, '{"page":"2"}'))).toContain('page');
    expect(detailOf(() => query({}, '{"query_code":5}'))).toContain('query_code');
  });

  it.each([['[]'], ['1'], ['null'], ['"x"'], ['{'], ['{"page":1,"page":2}']])(
    'is refused with %s',
    (body) => {
      expect(detailOf(() => list({}, body))).toContain('the body');
    },
  );

  it('cannot reach a prototype', () => {
    expect(detailOf(() => query({}, '{"__proto__":{"query_code":"x"}}'))).toContain('query_code');
  });
});

/** What is enough where nothing is asked for. */
function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

describe('the body of a POST', () => {
  const posts = ENDPOINTS.filter(({ method }) => method === 'POST');

  it.each(posts.map((endpoint) => [endpoint.id, endpoint] as const))(
    'of %s that is anything else is refused, not a fault',
    (_id, endpoint) => {
      const reader = bodyReader(endpoint.request);
      const isNothingAsked =
        Object.keys((endpoint.request as { properties?: object }).properties ?? {}).length === 0;
      const property = fc.property(
        fc.oneof(fc.json(), fc.string(), fc.constantFrom('', '{}', '[]', 'null', '1')),
        (body) => {
          if (isNothingAsked && isObject(body)) return;
          const detail = detailOf(() => reader({}, body));
          expect(detail).not.toBe('accepted');
          expect(detail.length).toBeGreaterThan(0);
        },
      );
      fc.assert(property, { numRuns: 300 });
    },
  );

  it('ignores the query string', () => {
    const reader = bodyReader(QueryRequest);
    expect(reader({ query_code: 'x' }, '{"query_code":"y"}')).toEqual({ query_code: 'y' });
  });

  it('is refused at the field at fault, by its path', () => {
    const calculate = ENDPOINTS.find(({ id }) => id === 'calculate');
    if (calculate === undefined) throw new Error('no calculate');
    const body =
      '{"exchange_mode":"float","from_abbr":"BTC","from_chain":"Bitcoin","from_quantity":1,"to_address":[{"to_abbr":"ETH","to_chain":"Ethereum","to_ratio":2}]}';
    expect(detailOf(() => bodyReader(calculate.request)({}, body))).toBe(
      'to_address.0.to_ratio: must be a number of at least 0 and at most 1',
    );
  });
});
