import fc from 'fast-check';
import { ADDRESS, ASSETS, DISABLED, entry, placement } from './samples.ts';
import { REF_CODE, type Shot, transport } from './shot.ts';
import { bodyOf } from './spoil.ts';

/** Generators of requests to calculate and to place: right ones, spoilt ones, and noise. */

/** Stands for a calc id that was just given; replaced by it when the request is sent. */
export const CALC_ID = '@CALC-ID@';

const asset = fc.constantFrom(...ASSETS);
const anyAsset = fc.oneof(
  { weight: 8, arbitrary: asset },
  { weight: 1, arbitrary: fc.constantFrom(DISABLED, 'Bitcoin/ETH', 'Mars/X') },
);

/** Shares that add up to 1, or nearly, or not at all. */
const ratios = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom([1], [0.5, 0.5], [0.25, 0.75], [0.2, 0.2, 0.2, 0.2, 0.2], [0.3, 0.3, 0.4]),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom([0.5, 0.6], [1, 1], [0, 1], [0], [0.333333333, 0.333333333, 0.333333333]),
  },
);

const entries = fc
  .tuple(ratios, fc.array(anyAsset, { minLength: 5, maxLength: 5 }), fc.constantFrom('none', 'A', 'bare'))
  .map(([shares, assets, variant]) =>
    shares.map((share, n) => ({
      ...entry(assets[n] as string),
      ...(variant === 'bare' && shares.length === 1 ? {} : { to_ratio: share }),
      ...(variant === 'A' ? { to_group_ratio: 1 } : {}),
    })),
  );

/** A right request, or one that is refused for what it asks, never for its form. */
const rightExchange = fc
  .tuple(anyAsset, entries, fc.constantFrom('float', 'fixed'), fc.constantFrom(1, 1, 1, 1e-6, 1e9))
  .map(([from, to, mode, factor]) => {
    const base = placement(ASSETS.includes(from) ? from : 'Bitcoin/BTC');
    const [chain, abbr] = from.split('/') as [string, string];
    return {
      exchange_mode: mode,
      from_chain: chain,
      from_abbr: abbr,
      from_quantity: Math.max(1e-8, Number((base.from_quantity * factor).toPrecision(6))),
      to_address: to,
    };
  });

/** What a header can carry: printable bytes, of which those beyond ASCII mean something else to everyone. */
const headerValue = fc.oneof(
  fc.constantFrom(
    'a',
    REF_CODE,
    'K1',
    'K2',
    'K3',
    "'; DROP TABLE orders; --",
    'x'.repeat(128),
    'x'.repeat(129),
    'x'.repeat(3000),
    '\xff\xfe\x80',
    'a, b',
    '__proto__',
  ),
  fc.string({
    unit: fc
      .integer({ min: 0x21, max: 0xff })
      .filter((code) => code !== 0x7f)
      .map((code) => String.fromCharCode(code)),
    minLength: 1,
    maxLength: 20,
  }),
);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 5, nil: null });
const idempotencyKey = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: headerValue },
);

const post = {
  method: 'POST' as const,
  query: fc.constantFrom('', '', '', 'page=x', 'exchange_mode=float', '%', '__proto__=1'),
};

export const calculateShot: fc.Arbitrary<Shot> = fc
  .record({ ...transport, query: post.query, body: bodyOf(rightExchange) })
  .map((parts) => ({ ...parts, method: 'POST', endpoint: 'calculate', idempotencyKey: null, refCode: null }));

/** The request that fixed orders are quoted for. */
export const QUOTED = { ...placement('Solana/SOL', 'Ethereum/USDC'), exchange_mode: 'fixed' as const };
const rightPlacement = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(
        rightExchange,
        maybe(fc.constantFrom('id-1', 'id-2', 'id-3')),
        maybe(fc.constantFrom(...Object.values(ADDRESS))),
        maybe(fc.constantFrom('ask', 'exchange', 'refund')),
        maybe(fc.constantFrom(REF_CODE, 'NOBODY')),
      )
      .map(([exchange, id, refund, onMismatch, refCode]) => ({
        ...exchange,
        ...(id === null ? {} : { client_order_id: id }),
        ...(refund === null ? {} : { refund_address: refund }),
        ...(onMismatch === null ? {} : { on_mismatch: onMismatch }),
        ...(refCode === null ? {} : { ref_code: refCode }),
      })),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(CALC_ID, `${CALC_ID}A`, CALC_ID.toLowerCase(), `${CALC_ID} `, 'AAAA', '')
      .map((calcId) => ({ ...QUOTED, calc_id: calcId })),
  },
);

export const placeShot: fc.Arbitrary<Shot> = fc
  .record({
    ...transport,
    query: post.query,
    body: bodyOf(rightPlacement, 200),
    idempotencyKey,
    refCode: maybe(headerValue),
  })
  .map((parts) => ({ ...parts, method: 'POST', endpoint: 'place' }));
