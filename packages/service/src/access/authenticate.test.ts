import { type Signable, type SignableV2, sign, signV2 } from '@swapdesk/contract';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, type Settings } from '../catalog/settings.ts';
import { Refusal } from '../refusal.ts';
import { authenticate, type Presented } from './authenticate.ts';
import type { Caller } from './caller.ts';
import { type Account, Directory } from './directory.ts';
import { activeBounds, type KeyBounds, UNBOUND } from './key-bounds.ts';

const NOW = 1_700_000_000;
const KEY = '0123456789abcdef01234567';
const SECRET = 'the secret';

function account(id: number): Account {
  return {
    id,
    name: `a${id}`,
    ordersRollId: id * 2,
    referralRollId: id * 2 + 1,
    fees: { float: null, fixed: null },
  };
}

const open = new Directory({ anonymous: account(0), isOpen: true, keys: [] });
const closed = new Directory({
  anonymous: account(0),
  isOpen: false,
  keys: [{ key: KEY, secret: SECRET, account: account(3), needsV2: false, bounds: activeBounds(UNBOUND) }],
});

type Headers = Record<string, string | string[] | undefined>;

interface Attempt {
  headers?: Headers;
  request?: Partial<Presented>;
  /** What was signed, where it differs from what was sent. */
  signed?: Partial<Signable>;
  secret?: string;
  directory?: Directory;
  settings?: Partial<Settings>;
}

function attempt({
  headers,
  request,
  signed,
  secret = SECRET,
  directory = closed,
  settings,
}: Attempt): Caller | string {
  const sent = {
    method: 'POST',
    path: '/openapi/order/place',
    query: '',
    body: '{"a":1}',
    ip: '10.0.0.1',
    address: '10.0.0.1',
    ...request,
  };
  const timestamp = String(NOW);
  const signature = sign(secret, {
    key: KEY,
    nonce: 'n1',
    timestamp,
    query: sent.query,
    body: sent.body,
    ...signed,
  });
  const all: Headers = {
    'x-api-key': KEY,
    'x-api-nonce': 'n1',
    'x-api-timestamp': timestamp,
    'x-api-signature': signature,
    ...headers,
  };
  try {
    return authenticate(directory, { ...DEFAULT_SETTINGS, ...settings }, NOW, { ...sent, headers: all });
  } catch (error) {
    if (error instanceof Refusal) return error.reply;
    throw error;
  }
}

const NO_KEY: Headers = {
  'x-api-key': undefined,
  'x-api-nonce': undefined,
  'x-api-timestamp': undefined,
  'x-api-signature': undefined,
};
const BAD = 'bad credentials';

describe('a signed request', () => {
  it('is its account, under the limits of its key, with its nonce', () => {
    expect(attempt({})).toEqual({
      account: account(3),
      key: closed.key(KEY),
      scope: `key:${KEY}`,
      accountScope: 'account:3',
      mayList: true,
      isLimited: true,
      isSigned: true,
      nonce: 'n1',
    });
  });

  it.each(['x-api-nonce', 'x-api-timestamp', 'x-api-signature'])('needs %s', (name) => {
    expect(attempt({ headers: { [name]: undefined } })).toBe(BAD);
    expect(attempt({ headers: { [name]: '' } })).toBe(BAD);
  });

  it.each([
    ['an unknown key', { headers: { 'x-api-key': 'f'.repeat(24) } }],
    ['an empty key', { headers: { 'x-api-key': '' } }],
    ['the key in another case', { headers: { 'x-api-key': KEY.toUpperCase() } }],
    ['another secret', { secret: 'another' }],
    ['another nonce than was signed', { headers: { 'x-api-nonce': 'n2' } }],
    ['another time than was signed', { headers: { 'x-api-timestamp': String(NOW + 1) } }],
    ['another body than was signed', { signed: { body: '{"a":2}' } }],
    ['another query than was signed', { signed: { query: 'page=2' } }],
    ['a signature cut short', { headers: { 'x-api-signature': 'abc' } }],
    ['a signature of the right length', { headers: { 'x-api-signature': '0'.repeat(64) } }],
    [
      'a nonce that is too long',
      { headers: { 'x-api-nonce': 'n'.repeat(129) }, signed: { nonce: 'n'.repeat(129) } },
    ],
  ] satisfies [string, Attempt][])('is refused with %s', (_what, wrong) => {
    expect(attempt(wrong)).toBe(BAD);
  });

  it('is refused with an upper-case signature: it is lower-case hex', () => {
    const signature = sign(SECRET, {
      key: KEY,
      nonce: 'n1',
      timestamp: String(NOW),
      query: '',
      body: '{"a":1}',
    });
    expect(attempt({ headers: { 'x-api-signature': signature.toUpperCase() } })).toBe(BAD);
  });

  it('is refused, without a fault, with letters in the signature that take more than a byte', () => {
    expect(attempt({ headers: { 'x-api-signature': 'é'.repeat(64) } })).toBe(BAD);
    expect(attempt({ headers: { 'x-api-signature': `${'0'.repeat(63)}ÿ` } })).toBe(BAD);
  });

  it.each([
    [0, true],
    [60, true],
    [-60, true],
    [61, false],
    [-61, false],
  ])('sent %i seconds off is accepted: %s', (off, expected) => {
    const timestamp = String(NOW + off);
    const caller = attempt({ headers: { 'x-api-timestamp': timestamp }, signed: { timestamp } });
    expect(caller === BAD).toBe(!expected);
  });

  it.each([
    ['1.7e9'],
    [`${NOW}.0`],
    [`+${NOW}`],
    [` ${NOW}`],
    [`${NOW}000`],
    ['NaN'],
    ['0x6553f100'],
    ['-1'],
  ])('is refused with the timestamp %j', (timestamp) => {
    expect(attempt({ headers: { 'x-api-timestamp': timestamp }, signed: { timestamp } })).toBe(BAD);
  });

  it('cannot be sent again under another nonce by moving a zero from the nonce to the timestamp', () => {
    const signed = { nonce: 'abc0' };
    expect(attempt({ headers: { 'x-api-nonce': 'abc0' }, signed })).toMatchObject({ nonce: 'abc0' });
    expect(attempt({ headers: { 'x-api-nonce': 'abc', 'x-api-timestamp': `0${NOW}` }, signed })).toBe(BAD);
  });

  it('may leave the query string out of the signature of a GET, and of nothing else', () => {
    const request = { query: 'page=2', body: '' };
    expect(attempt({ request: { ...request, method: 'GET' } })).toMatchObject({ scope: `key:${KEY}` });
    expect(attempt({ request: { ...request, method: 'GET' }, signed: { query: '' } })).toMatchObject({
      scope: `key:${KEY}`,
    });
    expect(attempt({ request: { ...request, method: 'POST' }, signed: { query: '' } })).toBe(BAD);
    expect(attempt({ request: { ...request, method: 'GET' }, signed: { query: 'page=3' } })).toBe(BAD);
  });

  it.each([KEY, '', 'rubbish'])(
    'is like any other in open mode: no key was ever made, so %j is none',
    (key) => {
      expect(attempt({ directory: open, headers: { 'x-api-key': key } })).toMatchObject({
        scope: 'open',
        nonce: undefined,
      });
    },
  );
});

describe('a request without a key', () => {
  it('is everyone in open mode: may list, without limits', () => {
    expect(attempt({ headers: NO_KEY, directory: open })).toEqual({
      account: account(0),
      key: null,
      scope: 'open',
      accountScope: 'open',
      mayList: true,
      isLimited: false,
      isSigned: false,
      nonce: undefined,
    });
  });

  it('is anonymous otherwise: may not list, is limited by its address', () => {
    expect(attempt({ headers: NO_KEY, request: { ip: '10.0.0.9' } })).toEqual({
      account: account(0),
      key: null,
      scope: 'ip:10.0.0.9',
      accountScope: 'ip:10.0.0.9',
      mayList: false,
      isLimited: true,
      isSigned: false,
      nonce: undefined,
    });
  });

  it('is refused where the operator wants a key, but not in open mode', () => {
    const settings = { anonymous_allowed: 0 };
    expect(attempt({ headers: NO_KEY, settings })).toBe('an API key is required');
    expect(attempt({ headers: NO_KEY, settings, directory: open })).toMatchObject({ scope: 'open' });
  });

  it('is anonymous even with the other headers, and its nonce counts for nothing', () => {
    expect(attempt({ headers: { 'x-api-key': undefined } })).toMatchObject({
      scope: 'ip:10.0.0.1',
      nonce: undefined,
    });
  });
});

describe('a request in the second form', () => {
  const signable: SignableV2 = {
    key: KEY,
    nonce: 'n1',
    timestamp: String(NOW),
    method: 'POST',
    path: '/openapi/order/place',
    query: '',
    body: '{"a":1}',
    refCode: 'PARTNER',
    idempotencyKey: 'order-1',
  };
  const signed = { 'x-api-signature-v2': signV2(SECRET, signable) };
  const sent = { 'ref-code': 'PARTNER', 'idempotency-key': 'order-1' };

  it('is its account, whatever the first form says or whether it is there', () => {
    for (const first of [{}, { 'x-api-signature': undefined }, { 'x-api-signature': 'wrong' }])
      expect(attempt({ headers: { ...first, ...signed, ...sent } })).toMatchObject({ account: { id: 3 } });
  });

  it.each([
    ['another method', { request: { method: 'GET' } }],
    ['another path', { request: { path: '/openapi/order/cancel' } }],
    ['another body', { request: { body: '{"a":2}' } }],
    ['a query string', { request: { query: 'a=1' } }],
    ['another referral code', { headers: { 'ref-code': 'THIEF' } }],
    ['no referral code', { headers: { 'ref-code': undefined } }],
    ['another idempotency key', { headers: { 'idempotency-key': 'order-2' } }],
    ['another nonce', { headers: { 'x-api-nonce': 'n2' } }],
    ['no signature in it', { headers: { 'x-api-signature-v2': '' } }],
  ] as [string, Attempt][])(
    'is refused with %s, although the first form is right',
    (_what, { headers, request = {} }) => {
      expect(attempt({ request, headers: { ...signed, ...sent, ...headers } })).toBe('bad credentials');
    },
  );

  it('is the only one that an account accepts which insists on it', () => {
    const keys = [
      { key: KEY, secret: SECRET, account: account(3), needsV2: true, bounds: activeBounds(UNBOUND) },
    ];
    const directory = new Directory({ anonymous: account(0), isOpen: false, keys });
    expect(attempt({ directory })).toBe('this account signs with X-Api-Signature-V2');
    expect(attempt({ directory, secret: 'wrong' })).toBe('bad credentials');
    expect(attempt({ directory, headers: { ...signed, ...sent } })).toMatchObject({ account: { id: 3 } });
  });
});

describe('a key with bounds', () => {
  const bound = (bounds: Partial<KeyBounds>) =>
    new Directory({
      anonymous: account(0),
      isOpen: false,
      keys: [
        {
          key: KEY,
          secret: SECRET,
          account: account(3),
          needsV2: false,
          bounds: activeBounds({ ...UNBOUND, ...bounds }),
        },
      ],
    });
  const from = (address: string, addresses: string[]) =>
    attempt({ request: { address }, directory: bound({ addresses }) });

  it('counts until the second in which it ends', () => {
    expect(attempt({ directory: bound({ expiresAt: NOW + 1 }) })).toMatchObject({ account: { id: 3 } });
    expect(attempt({ directory: bound({ expiresAt: NOW }) })).toBe('the API key has expired');
  });

  it.each([
    ['203.0.113.7', ['203.0.113.7'], true],
    ['203.0.113.8', ['203.0.113.7'], false],
    ['203.0.113.8', ['198.51.100.1', '203.0.113.0/24'], true],
    ['203.0.114.0', ['203.0.113.0/24'], false],
    ['::ffff:203.0.113.7', ['203.0.113.7'], true],
    ['2001:db8::5', ['2001:db8::/64'], true],
    ['2001:db8:0:1::5', ['2001:db8::/64'], false],
    ['', ['203.0.113.7'], false],
    ['not an address', ['203.0.113.0/24'], false],
  ])('used from %j, where it may be from %j: %s', (address, addresses, isServed) => {
    expect(typeof from(address, addresses)).toBe(isServed ? 'object' : 'string');
    if (!isServed) expect(from(address, addresses)).toBe('the API key may not be used from this address');
  });

  it('tells nobody of them who does not know its secret', () => {
    const ended = bound({ expiresAt: 1, addresses: ['203.0.113.7'] });
    expect(attempt({ directory: ended, secret: 'another' })).toBe(BAD);
  });
});
