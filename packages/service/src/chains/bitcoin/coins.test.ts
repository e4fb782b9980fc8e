import { bech32m } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { addressForm } from '../address-forms.ts';
import { encodeVersionedHash } from '../base58check.ts';

const litecoin = addressForm('litecoin');
const dogecoin = addressForm('dogecoin');
const BITCOIN_TAPROOT = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0';
const hash = new Uint8Array(20).fill(7);

describe('litecoin addresses', () => {
  it.each([
    'LUWPbpM43E2p7ZSh8cyTBEkvpHmr3cB8Ez',
    'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh',
    bech32m.encode('ltc', bech32m.decode(BITCOIN_TAPROOT).words),
    encodeVersionedHash({ version: 0x32, hash }),
  ])('accepts %s on both networks', (address) => {
    expect(litecoin.check(address, 'main')).toEqual({ valid: true, address });
    expect(litecoin.check(address, 'test')).toEqual({ valid: true, address });
  });

  it.each([
    [0x6f, /^[mn]/],
    [0x3a, /^Q/],
  ])('accepts version %i on the test network only', (version, beginning) => {
    const address = encodeVersionedHash({ version, hash });
    expect(address).toMatch(beginning);
    expect(litecoin.check(address, 'test')).toEqual({ valid: true, address });
    expect(litecoin.check(address, 'main')).toMatchObject({ valid: false });
  });

  it('refuses script addresses that look like those of Bitcoin, with the form to use instead', () => {
    expect(litecoin.check('3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'main')).toMatchObject({
      reason: expect.stringContaining('starts with M'),
    });
    expect(litecoin.check('2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2', 'test')).toMatchObject({
      reason: expect.stringContaining('starts with Q'),
    });
  });

  it('refuses MWEB addresses by name', () => {
    const mweb =
      'ltcmweb1qq20e2arnhvxw97katjkmsd35agw3capxjkrkh7dk8d30rczm8ypxuq329nwh2twmchhqn3jqh7ua4ps539f6aazh79jy76urqht4qa59ts3at6gf';
    expect(litecoin.check(mweb, 'main')).toMatchObject({ reason: expect.stringContaining('MWEB') });
  });

  it('accepts a base58 address that begins like segwit in capitals', () => {
    const address = addressBeginningWith('LTC1');
    expect(litecoin.check(address, 'main')).toEqual({ valid: true, address });
  });
});

describe('dogecoin addresses', () => {
  it('accepts the main form on both networks and the test and regtest forms on test', () => {
    const address = 'DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC';
    expect(dogecoin.check(address, 'main')).toEqual({ valid: true, address });
    expect(dogecoin.check(address, 'test')).toEqual({ valid: true, address });
    expect(dogecoin.check(encodeVersionedHash({ version: 0x16, hash }), 'main').valid).toBe(true);
    for (const version of [0x71, 0x6f, 0xc4]) {
      const test = encodeVersionedHash({ version, hash });
      expect(dogecoin.check(test, 'test')).toEqual({ valid: true, address: test });
      expect(dogecoin.check(test, 'main').valid).toBe(false);
    }
  });

  it('has no segwit', () => {
    expect(dogecoin.check('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'test')).toMatchObject({
      reason: expect.stringContaining('This is a Bitcoin address'),
    });
  });
});

describe("on a node of one's own", () => {
  const key = Uint8Array.of(2, ...new Uint8Array(32).fill(7));

  it.each([
    ['bitcoin', /^bcrt1q/],
    ['litecoin', /^rltc1q/],
    ['dogecoin', /^[mn]/],
  ] as const)('a %s deposit address has the form of regtest', (space, form) => {
    const address = addressForm(space).encode(key, 'regtest');
    expect(address).toMatch(form);
    for (const network of ['test', 'main'] as const) {
      const other = addressForm(space).encode(key, network);
      expect(addressForm(space).check(address, 'regtest')).toEqual({ valid: true, address });
      expect(addressForm(space).check(other, 'regtest')).toEqual({ valid: true, address: other });
    }
    expect(addressForm(space).check(address, 'main').valid).toBe(false);
  });
});

/** Searches the hashes upwards in great steps: the first letters follow from the first bytes. */
function addressBeginningWith(letters: string): string {
  for (let i = 0; i < 1 << 24; i += 64) {
    const bytes = Uint8Array.of(i >> 16, i >> 8, i, ...hash.subarray(3));
    const address = encodeVersionedHash({ version: 0x30, hash: bytes });
    if (address.startsWith(letters)) return address;
  }
  throw new Error('none found');
}
