import { randomBytes } from 'node:crypto';
import { Decimal } from '@swapdesk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Asset, Catalogue, type CatalogueChain } from '../catalog/catalogue.ts';
import { DEFAULT_SETTINGS } from '../catalog/settings.ts';
import { formatFixed, ONE, parseFixed } from '../money/fixed.ts';
import { Refusal } from '../refusal.ts';
import { AskedBefore } from './asked-before.ts';
import { openQuote, sealQuote } from './calc-id.ts';
import { heldPremiumPpm } from './hold.ts';
import { Rates } from './rates.ts';
import { open, type SealKey, seal } from './seal.ts';
import { agree, type ExchangeRequest, type Market, type Remembered, type Terms } from './terms.ts';

const NOW = 1_700_000_000;
/** Not at the beginning of a second. */
const NOW_MS = NOW * 1_000 + 617;
const KEY: SealKey = { id: 7, key: randomBytes(32), createdAt: NOW - 100 };
const OTHER_KEY: SealKey = { id: 8, key: randomBytes(32), createdAt: NOW - 50 };

const chain: CatalogueChain = {
  id: 4,
  name: 'Ethereum',
  space: 'evm',
  nativeAbbr: 'ETH',
  evmChainId: 1,
  confirmations: 12,
};

function asset(id: number, abbr: string, decimals: number): Asset {
  return {
    id,
    chain,
    abbr,
    name: abbr,
    protocol: 'ERC20',
    decimals,
    contract: null,
    stable: false,
    canSend: true,
    canReceive: true,
    minUnits: 1n,
    maxUnits: 10n ** 30n,
    dustUnits: 1n,
    transferCost: 1_000_000_000_000n,
    treasuryUnits: 10n ** 40n,
    feePpm: { float: null, fixed: null },
  };
}

const catalogue = new Catalogue([asset(1, 'ETH', 18), asset(2, 'USDT', 6), asset(3, 'USDC', 6)]);
const price = (abbr: string, text: string) => ({ abbr, value: parseFixed(text), at: NOW, source: 'static' });
const market: Market = {
  catalogue,
  rates: new Rates([price('ETH', '3600.123456789'), price('USDT', '1'), price('USDC', '0.9998')]),
  settings: DEFAULT_SETTINGS,
  now: NOW,
};

const decimal = (text: string) => Decimal.parse(text) as Decimal;

const REQUEST: ExchangeRequest = {
  exchange_mode: 'fixed',
  from_chain: 'Ethereum',
  from_abbr: 'ETH',
  from_quantity: decimal('1.5'),
  to_address: [
    { to_chain: 'Ethereum', to_abbr: 'USDT', to_ratio: decimal('0.4'), to_address: '0xA' },
    { to_chain: 'Ethereum', to_abbr: 'USDC', to_ratio: decimal('0.6') },
  ],
};
const TERMS = agree(market, REQUEST, { float: null, fixed: null });
const CALC_ID = sealQuote(KEY, TERMS, REQUEST, NOW_MS);

/** The request with its first entry changed. */
function withEntry(change: Partial<ExchangeRequest['to_address'][number]>): ExchangeRequest {
  const [first, ...rest] = REQUEST.to_address;
  return {
    ...REQUEST,
    to_address: [{ ...(first as object), ...change } as ExchangeRequest['to_address'][number], ...rest],
  };
}

function opened(
  request: ExchangeRequest,
  { calcId = CALC_ID, keys = [KEY], nowMs = NOW_MS, fee = null as string | null } = {},
): string {
  try {
    expect(openQuote(keys, calcId, request, catalogue, nowMs, fee)).toEqual(TERMS);
    return 'the quote';
  } catch (error) {
    if (error instanceof Refusal) return error.reply;
    throw error;
  }
}

const INVALID = 'calc_id invalid or expired';
const OTHER_SOURCE = 'calc_id parameters do not match';
const OTHER_RECEIVERS = 'calc_id to_address parameters do not match';

describe('a calc id', () => {
  it('opens to the very terms that were quoted, whatever has become of prices and fees', () => {
    expect(opened(REQUEST)).toBe('the quote');
  });

  it('opens to the prices of just that size, and to what the fixed price costs, whatever the ladders are by then', () => {
    const rung = (value: bigint, amount: bigint) => ({ value: value * ONE, amount: (amount * ONE) / 1_000n });
    const ladder = {
      bids: [rung(1_000n, 300n), rung(10_000n, 3_100n)],
      asks: [rung(1_000n, 990_000n), rung(10_000n, 9_500_000n)],
    };
    const rates = new Rates(market.rates.prices.map((each) => ({ ...each, ladder, premiumPpm: 70 })));
    const terms = agree({ ...market, rates }, REQUEST, { float: null, fixed: null });
    const calcId = sealQuote(KEY, terms, REQUEST, NOW_MS);
    const { conditions: _, ...again } = openQuote([KEY], calcId, REQUEST, catalogue, NOW_MS, null);
    const { conditions, ...promised } = terms;
    expect(again).toEqual(promised);
    expect(again.price).not.toBe(conditions.price);
    expect(again.entries.map(({ premiumPpm }) => premiumPpm)).toEqual([140, 140]);
    const cheaper = calcId.replace(`.${terms.price.toString(16)}~`, `.${(terms.price + 1n).toString(16)}~`);
    expect(cheaper).not.toBe(calcId);
    expect(opened(REQUEST, { calcId: cheaper })).toBe(INVALID);
  });

  it('that is to hold for longer is another quote: dearer, and open until its own end', () => {
    const rates = new Rates(market.rates.prices.map((each) => ({ ...each, premiumPpm: 1_000 })));
    const asked = { ...market, rates, memo: new AskedBefore<Remembered>() };
    const held = { ...REQUEST, hold_s: decimal('300') };
    const [usual, longer, again] = [REQUEST, held, REQUEST].map((request) =>
      agree(asked, request, { float: null, fixed: null }),
    ) as [Terms, Terms, Terms];
    expect(longer.entries[0]!.premiumPpm).toBe(heldPremiumPpm(2_000, 300, DEFAULT_SETTINGS));
    expect(longer.entries[0]!.premiumPpm).toBeGreaterThan(2_000);
    expect(longer.entries[0]!.units).toBeLessThan(usual.entries[0]!.units);
    expect(again).toEqual(usual);
    const calcId = sealQuote(KEY, longer, held, NOW_MS);
    const openAt = (ms: number) => openQuote([KEY], calcId, REQUEST, catalogue, NOW_MS + ms, null);
    expect(openAt(299_999).entries).toEqual(longer.entries);
    expect(() => openAt(300_000)).toThrow(INVALID);
  });

  it('is text that fits the field it is sent in, also with five entries', () => {
    const entry = {
      to_chain: 'Ethereum',
      to_abbr: 'USDT',
      to_ratio: decimal('0.2'),
      to_group_ratio: decimal('0.123456789012345678'),
      to_address: 'x'.repeat(128),
    };
    const request = {
      ...REQUEST,
      from_quantity: decimal('123456789.12345678'),
      to_address: Array(5).fill(entry),
    };
    const calcId = sealQuote(KEY, agree(market, request, { float: null, fixed: null }), request, NOW_MS);
    expect(calcId).toMatch(/^[\w.~-]+$/);
    expect(calcId.length).toBeLessThan(4_096);
  });

  it('tells nobody what it holds, and differs each time', () => {
    const sealed = Buffer.from(CALC_ID.split('.')[0] as string, 'base64url').toString('latin1');
    expect(sealed).not.toContain(formatFixed(TERMS.price));
    expect(sealQuote(KEY, TERMS, REQUEST, NOW_MS)).not.toBe(CALC_ID);
  });

  it.each([
    [0, 'the quote'],
    [29_000, 'the quote'],
    [29_999, 'the quote'],
    [30_000, INVALID],
    [30_900, INVALID],
    [86_400_000, INVALID],
  ])('%i ms old gives %s', (ageMs, expected) => {
    expect(opened(REQUEST, { nowMs: NOW_MS + ageMs })).toBe(expected);
  });

  it('of an account with a fee of its own is for nobody else; one that everybody gets is for all', () => {
    const own = agree(market, REQUEST, { float: null, fixed: 1_000 });
    const calcId = sealQuote(KEY, own, REQUEST, NOW_MS);
    for (const fee of [null, '0/', '999/', '/'])
      expect(() => openQuote([KEY], calcId, REQUEST, catalogue, NOW_MS, fee)).toThrow(INVALID);
    expect(openQuote([KEY], calcId, REQUEST, catalogue, NOW_MS, '1000/')).toEqual(own);
    for (const fee of ['0/', '1000/']) expect(opened(REQUEST, { fee })).toBe('the quote');
  });

  it.each([
    ['without saying so', [], 'the quote'],
    ['and says so', [1], 'the quote'],
    ['of a newer version', [2], INVALID],
    ['of no form at all', ['1'], INVALID],
  ])('in the form that is known, %s', (_, form, expected) => {
    const [sealed = '', ...own] = CALC_ID.split('.');
    const terms = JSON.parse(open([KEY], sealed) as string) as unknown[];
    expect(
      opened(REQUEST, { calcId: [seal(KEY, JSON.stringify([...terms, ...form])), ...own].join('.') }),
    ).toBe(expected);
  });

  it('with a markup is of another form, and opens to the markup and whose it is', () => {
    const asked = { ...market, memo: new AskedBefore<Remembered>() };
    const quoted = (ppm: number, accountId: number) =>
      agree(asked, REQUEST, { float: null, fixed: null, ...(ppm > 0 && { markup: { ppm, accountId } }) });
    const [none, one, other, more, again] = [
      quoted(0, 0),
      quoted(1, 5),
      quoted(1, 6),
      quoted(50_000, 5),
      quoted(1, 5),
    ];
    expect([none, again]).toEqual([TERMS, one]);
    expect([other, more].map(({ conditions }) => conditions.markup)).toEqual([
      { ppm: 1, accountId: 6 },
      { ppm: 50_000, accountId: 5 },
    ]);
    expect(more.entries[0]!.units < one.entries[0]!.units).toBe(true);
    const calcId = sealQuote(KEY, more, REQUEST, NOW_MS);
    expect(openQuote([KEY], calcId, REQUEST, catalogue, NOW_MS, null)).toEqual(more);
    expect(JSON.parse(open([KEY], calcId.split('.')[0] as string) as string).slice(2)).toEqual([
      2,
      [50_000, 5],
    ]);
  });

  it('that is expired is invalid before anything else is compared', () => {
    expect(opened({ ...REQUEST, from_quantity: decimal('2') }, { nowMs: NOW_MS + 31_000 })).toBe(INVALID);
  });
});

describe('a calc id that is not ours', () => {
  it('is invalid with any bit flipped', () => {
    for (let bit = 0; bit < CALC_ID.length * 8; bit++) {
      const bytes = Buffer.from(CALC_ID, 'latin1');
      bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7));
      expect(opened(REQUEST, { calcId: bytes.toString('latin1') })).toBe(INVALID);
    }
  });

  it('is invalid when its parts come from two', () => {
    const dearer = sealQuote(KEY, TERMS, { ...REQUEST, to_address: [] }, NOW_MS).split('.');
    const mine = CALC_ID.split('.');
    for (let part = 0; part < mine.length; part++) {
      const mixed = mine.map((text, n) => (n === part ? (dearer[n] as string) : text)).join('.');
      expect(opened(REQUEST, { calcId: mixed })).toBe(mixed === CALC_ID ? 'the quote' : INVALID);
    }
  });

  it('is invalid with any character changed, also one that decodes alike', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=. ';
    const property = fc.property(fc.nat(CALC_ID.length - 1), fc.constantFrom(...alphabet), (at, letter) => {
      const changed = CALC_ID.slice(0, at) + letter + CALC_ID.slice(at + 1);
      fc.pre(changed !== CALC_ID);
      expect(opened(REQUEST, { calcId: changed })).toBe(INVALID);
    });
    fc.assert(property, { numRuns: 500 });
    const last = [...alphabet]
      .map((letter) => CALC_ID.slice(0, -1) + letter)
      .filter((text) => text !== CALC_ID);
    for (const changed of last) expect(opened(REQUEST, { calcId: changed })).toBe(INVALID);
  });

  it('is invalid cut short, drawn out, or empty', () => {
    for (let length = 0; length < CALC_ID.length; length++) {
      expect(opened(REQUEST, { calcId: CALC_ID.slice(0, length) })).toBe(INVALID);
    }
    for (const more of ['A', '=', ' ', '\n', CALC_ID])
      expect(opened(REQUEST, { calcId: CALC_ID + more })).toBe(INVALID);
  });

  it('is invalid whatever it is, without a fault', () => {
    const garbage = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.base64String({ minLength: 40, maxLength: 400 }),
    );
    fc.assert(fc.property(garbage, (calcId) => opened(REQUEST, { calcId }) === INVALID));
  });

  it('is invalid under another key, also one with the same id', () => {
    expect(opened(REQUEST, { keys: [OTHER_KEY] })).toBe(INVALID);
    expect(opened(REQUEST, { keys: [{ ...OTHER_KEY, id: KEY.id }] })).toBe(INVALID);
    expect(opened(REQUEST, { keys: [] })).toBe(INVALID);
  });

  it('opens with an older key as long as that is kept', () => {
    expect(opened(REQUEST, { keys: [OTHER_KEY, KEY] })).toBe('the quote');
  });
});

describe('a calc id for another request', () => {
  it.each([
    ['amount', { from_quantity: decimal('1.50000001') }],
    ['coin', { from_abbr: 'USDT' }],
    ['coin that does not exist', { from_abbr: 'NONE' }],
    ['chain', { from_chain: 'Arbitrum' }],
  ])('is refused with another source %s', (_what, change) => {
    expect(opened({ ...REQUEST, ...change })).toBe(OTHER_SOURCE);
    expect(opened({ ...REQUEST, ...change, to_address: [] })).toBe(OTHER_SOURCE);
  });

  it('is accepted with the same source in other words', () => {
    expect(
      opened({ ...REQUEST, from_abbr: 'eth', from_chain: 'ETHEREUM', from_quantity: decimal('15.0e-1') }),
    ).toBe('the quote');
    expect(opened(withEntry({ to_abbr: 'usdt', to_ratio: decimal('4e-1') }))).toBe('the quote');
  });

  it.each([
    ['coin', withEntry({ to_abbr: 'USDC' })],
    ['coin that does not exist', withEntry({ to_abbr: 'NONE' })],
    ['chain', withEntry({ to_chain: 'Arbitrum' })],
    ['ratio', withEntry({ to_ratio: decimal('0.40000001') })],
    [
      'ratio by default',
      { ...REQUEST, to_address: REQUEST.to_address.map(({ to_ratio: _, ...rest }) => rest) },
    ],
    ['group ratio', withEntry({ to_group_ratio: decimal('1') })],
    ['address', withEntry({ to_address: '0xB' })],
    ['address in another case', withEntry({ to_address: '0xa' })],
    ['address missing', withEntry({ to_address: '' })],
    ['order', { ...REQUEST, to_address: [...REQUEST.to_address].reverse() }],
    ['entry less', { ...REQUEST, to_address: REQUEST.to_address.slice(0, 1) }],
    ['entry more', { ...REQUEST, to_address: [...REQUEST.to_address, ...REQUEST.to_address.slice(1)] }],
  ])('is refused with a different %s on the receive side', (_what, request) => {
    expect(opened(request)).toBe(OTHER_RECEIVERS);
  });

  it('takes any address where the quote had none', () => {
    const [first, second] = REQUEST.to_address as [
      ExchangeRequest['to_address'][number],
      ExchangeRequest['to_address'][number],
    ];
    expect(opened({ ...REQUEST, to_address: [first, { ...second, to_address: '0xC' }] })).toBe('the quote');
  });

  it('takes any address where the quote had an empty one', () => {
    const blank = withEntry({ to_address: '' });
    const calcId = sealQuote(KEY, TERMS, blank, NOW_MS);
    expect(opened(withEntry({ to_address: '0xD' }), { calcId })).toBe('the quote');
  });

  it('is refused without the group ratio that the quote had', () => {
    const older = withEntry({ to_group_ratio: decimal('0.5') });
    const calcId = sealQuote(KEY, agree(market, older, { float: null, fixed: null }), older, NOW_MS);
    expect(opened(REQUEST, { calcId })).toBe(OTHER_RECEIVERS);
    expect(openQuote([KEY], calcId, older, catalogue, NOW_MS, null).entries[0]?.groupRatio).toBe(
      parseFixed('0.5'),
    );
  });
});

describe('a seal', () => {
  it('gives any text back', () => {
    const property = fc.property(
      fc.string({ unit: 'binary' }),
      (text) => open([KEY], seal(KEY, text)) === text,
    );
    fc.assert(property);
  });
});
