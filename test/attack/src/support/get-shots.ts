import fc from 'fast-check';
import { BROKEN, NUMBERS, oddText } from './odd-values.ts';
import { REF_CODE, type Shot, transport } from './shot.ts';
import { bodyOf } from './spoil.ts';

/** Generators of requests to query and to the lists: right ones, spoilt ones, and noise. */

/** Raw text for a URL: encoded well, encoded badly, or not at all. */
const oddParam = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '%',
      '%G1',
      '%00',
      '%FF%FE',
      '%C0%80',
      '%ED%A0%80',
      '%u0041',
      '%2525',
      '+',
      '%20',
      '%0d%0a',
      '%27;--',
    ),
  },
  {
    weight: 5,
    arbitrary: oddText.filter((text) => !/\p{Surrogate}/u.test(text)).map((text) => encodeURIComponent(text)),
  },
  { weight: 3, arbitrary: fc.constantFrom(...NUMBERS, ...BROKEN).map((text) => encodeURIComponent(text)) },
);
const pairs = (names: readonly string[], right: fc.Arbitrary<string>) =>
  fc
    .array(
      fc.tuple(
        fc.constantFrom(...names),
        fc.oneof({ weight: 3, arbitrary: right }, { weight: 2, arbitrary: oddParam }),
      ),
      { maxLength: 4 },
    )
    .map((list) => list.map(([name, value]) => `${name}=${value}`).join('&'));

/** The body that some clients send with a GET. */
const getBody = (fields: fc.Arbitrary<object>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(Buffer.alloc(0)) }, { weight: 1, arbitrary: bodyOf(fields) });

function getShot(
  endpoint: Shot['endpoint'],
  query: fc.Arbitrary<string>,
  fields: fc.Arbitrary<object>,
): fc.Arbitrary<Shot> {
  return fc.record({ ...transport, query, body: getBody(fields) }).map((parts) => ({
    ...parts,
    isChunked: parts.isChunked && parts.body.length > 0,
    method: 'GET',
    endpoint,
    idempotencyKey: null,
    refCode: null,
  }));
}

const STRAY = ['__proto__', 'constructor', 'x', 'page[]', 'query_code', ''];
export const queryShot = getShot(
  'query',
  pairs(
    ['query_code', 'query_code', 'query_code', ...STRAY],
    fc.constantFrom('ABCD-EFGH-IJKL', 'abcd%20efgh+ijkl', 'A'),
  ),
  fc.constantFrom({ query_code: 'ABCD-EFGH-IJKL' }, { query_code: 5 }, {}),
);

const LIST_PARAMS = ['page', 'page_size', 'created_start', 'created_end', 'direction', ...STRAY];
const listValue = fc.constantFrom(
  '1',
  '2',
  '3',
  '10',
  '100',
  '0',
  '-1',
  '6',
  '1700000000',
  'ASC',
  'DESC',
  'asc',
  '4',
  '9',
  '1e1',
  REF_CODE,
);
export const listShot = getShot(
  'list',
  pairs([...LIST_PARAMS, 'status'], listValue),
  fc.constantFrom<object[]>(
    { page: 1, page_size: 10, status: 1 },
    { direction: 'ASC' },
    { created_start: 5, created_end: 4 },
  ),
);
export const refcodeShot = getShot(
  'refcode',
  pairs([...LIST_PARAMS, 'ref_code', 'settle_status'], listValue),
  fc.constantFrom<object[]>({ page: 1, ref_code: REF_CODE, settle_status: 1 }, { direction: 'ASC' }, {}),
);
