import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ADDRESS_FAULTS } from '@swapdesk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { volume } from '../../../../test/support/volume.ts';
import { addressForm } from './address-forms.ts';
import { ADDRESS_SPACES, type AddressSpace } from './family.ts';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

const space = fc.constantFrom(...ADDRESS_SPACES);
const network = fc.constantFrom('main' as const, 'test' as const);

function lettersOf(alphabet: string, minLength: number, maxLength = minLength) {
  return fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength });
}

function verdict(of: AddressSpace, text: string, on: 'main' | 'test' = 'test') {
  return addressForm(of).check(text, on);
}

describe('garbage', () => {
  it('of any kind gets a verdict, and a reason that does not repeat it', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.string({ maxLength: 130 }),
    );
    const property = fc.property(space, network, text, (of, on, garbage) => {
      const result = verdict(of, garbage, on);
      expect(result.valid).toBe(false);
      if (!result.valid) expect(ADDRESS_FAULTS).toContain(result.fault);
      if (!result.valid) expect(garbage.length > 8 && result.reason.includes(garbage)).toBe(false);
    });
    fc.assert(property, { numRuns: volume(2_500, 10_000) });
  });

  it('in base58 of the right length and beginning is refused', () => {
    const beginning = fc.constantFrom(...'13mn2LMQDA9T');
    const body = lettersOf(BASE58, 25, 34);
    const checked = fc.constantFrom('bitcoin', 'litecoin', 'dogecoin', 'tron', 'evm');
    const property = fc.property(
      checked,
      beginning,
      body,
      (of, start, rest) => !verdict(of, start + rest).valid,
    );
    fc.assert(property, { numRuns: volume(2_500, 10_000) });
  });

  it('in bech32 of the right length and prefix is refused', () => {
    const start = fc.constantFrom('bc1q', 'bc1p', 'tb1q', 'bcrt1q', 'ltc1q', 'ltc1p', 'tltc1q', 'rltc1q');
    const body = fc.oneof(lettersOf(BECH32, 38), lettersOf(BECH32, 58), lettersOf(BECH32, 1, 90));
    const property = fc.property(space, start, body, (of, prefix, rest) => !verdict(of, prefix + rest).valid);
    fc.assert(property, { numRuns: volume(2_500, 10_000) });
  });

  it('in hex is accepted on EVM only in one case or with its checksum', () => {
    const property = fc.property(lettersOf('0123456789abcdefABCDEF', 40), (digits) => {
      const result = verdict('evm', `0x${digits}`);
      const oneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
      if (result.valid && !oneCase) expect(result.address).toBe(`0x${digits}`);
    });
    fc.assert(property, { numRuns: volume(1_500, 5_000) });
  });
});

describe('keys', () => {
  const secret = fc.uint8Array({ minLength: 32, maxLength: 32 }).filter(secp256k1.utils.isValidSecretKey);

  it('encode to addresses that pass their own check and no other on the main network', () => {
    const property = fc.property(secret, (key) => {
      const publicKey = secp256k1.getPublicKey(key);
      for (const of of ADDRESS_SPACES) {
        if (addressForm(of).curve === 'ed25519') continue;
        const address = addressForm(of).encode(publicKey, 'main');
        for (const other of ADDRESS_SPACES) {
          const expected = other === of ? { valid: true, address } : { valid: false };
          expect(verdict(other, address, 'main')).toMatchObject(expected);
        }
      }
    });
    fc.assert(property, { numRuns: 100 });
  });

  it('encode to test addresses that pass on test alone where the coin tells them apart', () => {
    const property = fc.property(secret, fc.constantFrom('bitcoin', 'litecoin', 'dogecoin'), (key, of) => {
      const address = addressForm(of).encode(secp256k1.getPublicKey(key), 'test');
      expect(verdict(of, address, 'test')).toEqual({ valid: true, address });
      expect(verdict(of, address, 'main').valid).toBe(false);
    });
    fc.assert(property, { numRuns: 100 });
  });

  it.each(ADDRESS_SPACES)('of a wrong length do not encode on %s', (of) => {
    expect(() => addressForm(of).encode(new Uint8Array(31), 'main')).toThrow(RangeError);
  });
});
