import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Signable, type SignableV2, sign, signV2 } from './signature.ts';

/**
 * Public test vectors, made with Python's hmac module: the hex HMAC-SHA256, under the secret's UTF-8, of the UTF-8 of
 * key + nonce + timestamp + query + body.
 */
const VECTORS: readonly { name: string; secret: string; request: Signable; signature: string }[] = [
  {
    name: 'nothing but the headers',
    secret: 's3cr3t',
    request: { key: 'k1', nonce: 'n1', timestamp: '1700000000', query: '', body: '' },
    signature: '2fd513a91493315b9e37003f730098062ce5b02154a34af6df6a9bb510d79cd4',
  },
  {
    name: 'a GET with a query string',
    secret: 's3cr3t',
    request: {
      key: 'k1',
      nonce: 'n1',
      timestamp: '1700000000',
      query: 'query_code=ABCD-EFGH-IJKL',
      body: '',
    },
    signature: '666962102967adf2cfe4b199ff2cee771752894b5cbf74a511390974fc452218',
  },
  {
    name: 'a POST with a body',
    secret: '9f86d081884c7d659a2feaa0c55ad015',
    request: {
      key: '0123456789abcdef01234567',
      nonce: '6fa459ea-ee8a-3ca4-894e-db77e160355e',
      timestamp: '1763164800',
      query: '',
      body: '{"exchange_mode":"float","from_abbr":"BTC","from_chain":"Bitcoin","from_quantity":0.05,"to_address":[{"to_abbr":"ETH","to_chain":"Ethereum"}]}',
    },
    signature: '961809716055778b05ceb801d10edd48d1cbe9ecdb0fe5faedd9ac21ed9e791f',
  },
  {
    name: 'a secret beyond ASCII',
    secret: 'schlüssel',
    request: {
      key: 'k1',
      nonce: 'n1',
      timestamp: '1700000000',
      query: 'page=2&page_size=50&direction=ASC',
      body: '',
    },
    signature: '698f71d94e6cb57c6aae69537447fd8b6fd6c0d4dceee481def2afffaced58de',
  },
  {
    name: 'a body beyond ASCII',
    secret: 's3cr3t',
    request: { key: 'k1', nonce: 'n1', timestamp: '1700000000', query: '', body: '{"to_memo":"Grüße 😀"}' },
    signature: '1f82778880ae4778a0b9b6d6f105aa355c99552dbf7498e77f6dcc63f3d4df98',
  },
];

/** Public test vectors of the second form, made with Python's hmac module too. */
const VECTORS_V2: readonly { name: string; secret: string; request: SignableV2; signature: string }[] = [
  {
    name: 'a GET with a query string',
    secret: 's3cr3t',
    request: {
      method: 'GET',
      path: '/openapi/order/list',
      query: 'page=1&page_size=5',
      key: 'k1',
      nonce: 'n1',
      timestamp: '1700000000',
      refCode: '',
      idempotencyKey: '',
      body: '',
    },
    signature: 'f91811cf8b810ef2738d622cffcdaf1e4b89774a651a625b3bbdaa1bfb5226be',
  },
  {
    name: 'a POST with a body',
    secret: 's3cr3t',
    request: {
      method: 'POST',
      path: '/openapi/order/calculate',
      query: '',
      key: 'k1',
      nonce: 'n1',
      timestamp: '1700000000',
      refCode: '',
      idempotencyKey: '',
      body: '{"a":1}',
    },
    signature: '1e47cb4ae4988250bc210f5a664eba0f56a783d0f599fb85b627bd26824e21bd',
  },
  {
    name: 'a POST with both headers',
    secret: 's3cr3t',
    request: {
      method: 'POST',
      path: '/openapi/order/place',
      query: '',
      key: 'k1',
      nonce: 'n1',
      timestamp: '1700000000',
      refCode: 'PARTNER',
      idempotencyKey: 'order-1',
      body: '{"a":1}',
    },
    signature: 'f74b2a304b8c138ae3038429204a8955de763024454d7d8528a717c78e26569b',
  },
  {
    name: 'a body beyond ASCII, with line breaks',
    secret: 'schlüssel',
    request: {
      method: 'POST',
      path: '/api/v1/order/place',
      query: '',
      key: 'k1',
      nonce: 'n1',
      timestamp: '1700000000',
      refCode: '',
      idempotencyKey: 'order-1',
      body: '{\n"to_memo": "Grüße 😀"\n}',
    },
    signature: '33bc49c54da3cf7800c423d57189e3057b17f38dcd54b2357f74fcb912f98d02',
  },
];

describe('a signature', () => {
  it.each(VECTORS)('of $name is as published', ({ secret, request, signature }) => {
    expect(sign(secret, request)).toBe(signature);
  });

  it('changes with the secret and with every part of the request', () => {
    const { secret, request, signature } = VECTORS[1] as (typeof VECTORS)[number];
    const part = fc.constantFrom(...(Object.keys(request) as (keyof Signable)[]));
    const property = fc.property(part, fc.string({ minLength: 1 }), (name, more) => {
      expect(sign(secret, { ...request, [name]: request[name] + more })).not.toBe(signature);
      expect(sign(secret + more, request)).not.toBe(signature);
    });
    fc.assert(property);
  });
  it.each(VECTORS_V2)('in the second form, of $name, is as published', ({ secret, request, signature }) => {
    expect(signV2(secret, request)).toBe(signature);
  });

  it('in the second form is another for every other request, also where text moves from one part to the next', () => {
    const line = fc.string({ maxLength: 8 }).filter((text) => !/[\r\n]/.test(text));
    const lines = [
      'method',
      'path',
      'query',
      'key',
      'nonce',
      'timestamp',
      'refCode',
      'idempotencyKey',
    ] as const;
    const parts = Object.fromEntries(lines.map((name) => [name, line])) as Record<
      (typeof lines)[number],
      typeof line
    >;
    const request = fc.record({ ...parts, body: fc.string({ maxLength: 12 }) });
    const property = fc.property(request, request, (one, other) => {
      expect(signV2('s', one) === signV2('s', other)).toBe(JSON.stringify(one) === JSON.stringify(other));
    });
    fc.assert(property);
  });
});
