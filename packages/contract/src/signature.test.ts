import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Signable, sign } from './signature.ts';

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
});
