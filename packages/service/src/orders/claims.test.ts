import { type PlaceRequest, parseJson } from '@swapdesk/contract';
import { describe, expect, it } from 'vitest';
import type { Asset } from '../catalog/catalogue.ts';
import { type ClaimSources, claimsOf, requestFingerprint } from './claims.ts';

const BODY = {
  exchange_mode: 'fixed',
  from_chain: 'Bitcoin',
  from_abbr: 'BTC',
  from_quantity: 0.05,
  calc_id: 'abc',
  refund_address: 'bc1q',
  refund_memo: 'm',
  client_order_id: 'c1',
  on_mismatch: 'refund',
  to_address: [
    {
      to_chain: 'Ethereum',
      to_abbr: 'ETH',
      to_address: '0x1',
      to_memo: 'x',
      to_ratio: 0.5,
      to_group_ratio: 1,
    },
    { to_chain: 'TRON', to_abbr: 'TRX', to_address: 'T1', to_ratio: 0.5 },
  ],
};

/** Knows one asset, by two names. */
const catalogue = {
  find: (chain: string, abbr: string) =>
    ['bitcoin', 'bip122:0'].includes(chain.toLowerCase()) && ['btc', 'slip44:0'].includes(abbr.toLowerCase())
      ? ({ abbr: 'BTC', chain: { name: 'Bitcoin' } } as Asset)
      : undefined,
};

function fingerprint(text: string, refCode?: string): string {
  return requestFingerprint(parseJson(text) as unknown as PlaceRequest, refCode, catalogue).toString('hex');
}

const ORIGINAL = fingerprint(JSON.stringify(BODY), 'ref');

/** The body with one field changed; a path such as to_address.0.to_ratio. */
function changed(path: string, value: unknown): string {
  const body = structuredClone(BODY) as Record<string, unknown>;
  const steps = path.split('.');
  const last = steps.pop() as string;
  const holder = steps.reduce((node, step) => node[step] as Record<string, unknown>, body);
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return JSON.stringify(body);
}

describe('a fingerprint', () => {
  it('is the same by whichever name of an asset', () => {
    const body = { ...BODY, from_chain: 'bip122:0', from_abbr: 'slip44:0' };
    expect(fingerprint(JSON.stringify(body), 'ref')).toBe(ORIGINAL);
  });

  it.each([
    ['exchange_mode', 'float'],
    ['from_chain', 'Litecoin'],
    ['from_abbr', 'LTC'],
    ['from_quantity', 0.05000001],
    ['calc_id', 'abd'],
    ['calc_id', undefined],
    ['refund_address', 'bc1p'],
    ['refund_address', undefined],
    ['refund_memo', 'n'],
    ['client_order_id', 'c2'],
    ['on_mismatch', 'exchange'],
    ['on_mismatch', undefined],
    ['to_address.0.to_chain', 'Arbitrum'],
    ['to_address.0.to_abbr', 'USDT'],
    ['to_address.0.to_address', '0x2'],
    ['to_address.0.to_memo', 'y'],
    ['to_address.0.to_memo', undefined],
    ['to_address.0.to_ratio', 0.50000001],
    ['to_address.0.to_ratio', undefined],
    ['to_address.0.to_group_ratio', 0.5],
    ['to_address.0.to_group_ratio', undefined],
    ['to_address.1.to_address', 'T2'],
    ['to_address', [...BODY.to_address].reverse()],
    ['to_address', BODY.to_address.slice(0, 1)],
  ])('differs where %s is %j', (path, value) => {
    expect(fingerprint(changed(path, value), 'ref')).not.toBe(ORIGINAL);
  });

  it('differs with the referral code', () => {
    expect(fingerprint(JSON.stringify(BODY))).not.toBe(ORIGINAL);
    expect(fingerprint(JSON.stringify(BODY), 'other')).not.toBe(ORIGINAL);
  });

  it('is the same however the JSON is written', () => {
    const reversed = JSON.stringify(Object.fromEntries(Object.entries(BODY).reverse()), null, 2);
    expect(fingerprint(reversed, 'ref')).toBe(ORIGINAL);
    expect(fingerprint(JSON.stringify(BODY).replace('0.05,', '5.00e-2,'), 'ref')).toBe(ORIGINAL);
    expect(fingerprint(JSON.stringify(BODY).replace('"abc"', '"\\u0061bc"'), 'ref')).toBe(ORIGINAL);
  });

  it('is the same for names in another case, but not for addresses', () => {
    expect(fingerprint(changed('from_chain', 'BITCOIN'), 'ref')).toBe(ORIGINAL);
    expect(fingerprint(changed('to_address.0.to_abbr', 'eth'), 'ref')).toBe(ORIGINAL);
    expect(fingerprint(changed('to_address.1.to_address', 't1'), 'ref')).not.toBe(ORIGINAL);
  });

  it('is the same for a default that is written out', () => {
    const plain = (more: object) =>
      fingerprint(
        JSON.stringify({
          exchange_mode: 'float',
          from_chain: 'a',
          from_abbr: 'b',
          from_quantity: 1,
          ...more,
        }),
      );
    const entry = { to_chain: 'c', to_abbr: 'd', to_address: 'e' };
    expect(plain({ to_address: [{ ...entry, to_ratio: 1 }], on_mismatch: 'ask' })).toBe(
      plain({ to_address: [entry] }),
    );
  });

  it('does not run one field into the next', () => {
    const one = fingerprint(changed('refund_address', 'ab').replace('"m"', '"c"'));
    const two = fingerprint(changed('refund_address', 'a').replace('"m"', '"bc"'));
    expect(one).not.toBe(two);
  });

  it('does not depend on what is not known', () => {
    expect(fingerprint(changed('colour', 'red'), 'ref')).toBe(ORIGINAL);
  });
});

describe('claims', () => {
  const none: ClaimSources = {
    scope: 'key:a',
    accountScope: 'account:1',
    calcId: undefined,
    idempotencyKey: undefined,
    clientOrderId: undefined,
    nonce: undefined,
  };
  const ids = (sources: Partial<ClaimSources>) =>
    claimsOf({ ...none, ...sources }).map(({ id }) => id.toString('hex'));

  it('are made only by what was sent', () => {
    expect(claimsOf(none)).toEqual([]);
    expect(ids({ calcId: 'x', idempotencyKey: 'x', clientOrderId: 'x', nonce: 'x' })).toHaveLength(4);
  });

  it('of different kinds never meet, even with the same text', () => {
    const all = ids({ calcId: 'x', idempotencyKey: 'x', clientOrderId: 'x', nonce: 'x' });
    expect(new Set(all).size).toBe(4);
  });

  it('of different keys never meet where they are nonces, and a calc id is one for all', () => {
    expect(ids({ nonce: 'x' })).not.toEqual(ids({ nonce: 'x', scope: 'key:b' }));
    expect(ids({ calcId: 'x' })).toEqual(ids({ calcId: 'x', scope: 'key:b', accountScope: 'account:2' }));
  });

  it.each(['clientOrderId', 'idempotencyKey'] as const)(
    'of a %s are one for all keys of an account, as one follows another, and of no other account',
    (kind) => {
      expect(ids({ [kind]: 'x' })).toEqual(ids({ [kind]: 'x', scope: 'key:b' }));
      expect(ids({ [kind]: 'x' })).not.toEqual(ids({ [kind]: 'x', accountScope: 'account:2' }));
    },
  );

  it('do not run the caller into the key', () => {
    expect(ids({ scope: 'key:a', nonce: 'bc' })).not.toEqual(ids({ scope: 'key:ab', nonce: 'c' }));
  });

  it('each have their own answer to misuse', () => {
    const replies = claimsOf({ ...none, calcId: 'x', idempotencyKey: 'x', clientOrderId: 'x', nonce: 'x' });
    expect(replies.map(({ ifReused }) => ifReused)).toEqual([
      'Idempotency-Key was used with other parameters',
      'calc_id invalid or expired',
      'client_order_id was used with other parameters',
      'X-Api-Nonce was used with other parameters',
    ]);
  });
});
