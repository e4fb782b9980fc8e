import { secp256k1 } from '@noble/curves/secp256k1.js';
import { HDKey } from '@scure/bip32';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extendedPublicKey, privateNode, publicKeyOf } from './private-node.ts';

const seeds = fc.uint8Array({ minLength: 16, maxLength: 64 });
const step = fc
  .tuple(fc.integer({ min: 0, max: 2 ** 31 - 1 }), fc.constantFrom('', "'"))
  .map(([index, mark]) => `${index}${mark}`);
const paths = fc.array(step, { maxLength: 6 }).map((steps) => ['m', ...steps].join('/'));

describe('a node of BIP-32', () => {
  it('is that of a library that many use, for any seed and path', () => {
    fc.assert(
      fc.property(seeds, paths, (seed, path) => {
        const other = HDKey.fromMasterSeed(seed).derive(path);
        const node = privateNode(seed, path);
        expect(node.key).toEqual(other.privateKey);
        expect(extendedPublicKey(node)).toBe(other.publicExtendedKey);
      }),
    );
  });

  it('is that of the first test vector of BIP-32', () => {
    const seed = Uint8Array.from({ length: 16 }, (_, n) => n);
    expect(extendedPublicKey(privateNode(seed, "m/0'/1/2'/2/1000000000"))).toBe(
      'xpub6H1LXWLaKsWFhvm6RVpEL9P4KfRZSW7abD2ttkWP3SSQvnyA8FSVqNTEcYFgJS2UaFcxupHiYkro49S8yGasTvXEYBVPamhGW6cFJodrTHy',
    );
  });

  it.each(['', '84', "m/84'/x", 'm/2147483648', "m/0''", 'm/-1', 'm/'])('is not at "%s"', (path) => {
    expect(() => privateNode(new Uint8Array(32), path)).toThrow(RangeError);
  });
});

it('a public key is that of the curve', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (key) => {
      if (!secp256k1.utils.isValidSecretKey(key)) return;
      expect(publicKeyOf(key)).toEqual(secp256k1.getPublicKey(key));
    }),
  );
});
