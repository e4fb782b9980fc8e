import { describe, expect, it } from 'vitest';
import { addressForm } from '../address-forms.ts';
import { encodeVersionedHash } from '../base58check.ts';

const tron = addressForm('tron');

describe('TRON addresses', () => {
  it.each(['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'])(
    'accepts %s on both networks',
    (address) => {
      expect(tron.check(address, 'main')).toEqual({ valid: true, address });
      expect(tron.check(address, 'test')).toEqual({ valid: true, address });
    },
  );

  it.each([
    '41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
    '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c',
    '0x41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
  ])('refuses the hex form %s', (text) => {
    expect(tron.check(text, 'main')).toMatchObject({ reason: expect.stringContaining('starts with T') });
  });

  it('refuses the zero address and reserved ones', () => {
    expect(tron.check('T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'main')).toMatchObject({
      reason: expect.stringContaining('zero address'),
    });
    const low = new Uint8Array(20);
    low[19] = 1;
    expect(tron.check(encodeVersionedHash({ version: 0x41, hash: low }), 'main').valid).toBe(false);
  });

  it('refuses the version byte of the first test network', () => {
    const old = encodeVersionedHash({ version: 0xa0, hash: new Uint8Array(20).fill(7) });
    expect(tron.check(old, 'test')).toMatchObject({ valid: false });
  });

  it('tells a mistyped address from something else', () => {
    expect(tron.check('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', 'main')).toMatchObject({
      reason: expect.stringContaining('checksum'),
    });
    expect(tron.check('justin', 'main')).toMatchObject({ reason: expect.stringContaining('34 characters') });
  });
});
