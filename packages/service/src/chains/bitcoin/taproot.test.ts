import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hex } from '@scure/base';
import { p2tr } from '@scure/btc-signer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { taprootOutputKey } from './taproot.ts';

describe('the key of a P2TR address', () => {
  it.each([
    [
      'cc8a4bc64d897bddc5fbc2f670f7a8ba0b386779106cf1223c6fc5d7cd6fc115',
      'a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c',
    ],
    [
      '83dfe85a3151d2517290da461fe2815591ef69f2b18a2ce63f01697a8b313145',
      'a82f29944d65b86ae6b5e5cc75e294ead6c59391a1edc5e016e3498c67fc7bbb',
    ],
  ])('is that of BIP-86 for %s', (ours, shown) => {
    // Only x counts: a key and its negative have the same address.
    for (const sign of ['02', '03']) {
      expect(hex.encode(taprootOutputKey(hex.decode(sign + ours)))).toBe(shown);
    }
  });

  it('is what another implementation makes of the same key', () => {
    const keys = fc.uint8Array({ minLength: 32, maxLength: 32 }).filter(secp256k1.utils.isValidSecretKey);
    const property = fc.property(keys, (key) => {
      const publicKey = secp256k1.getPublicKey(key);
      const { script } = p2tr(publicKey.slice(1));
      expect(hex.encode(taprootOutputKey(publicKey))).toBe(hex.encode(script).slice(4));
    });
    fc.assert(property, { numRuns: 50 });
  });
});
