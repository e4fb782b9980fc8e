import { bech32m } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { addressForm } from '../address-forms.ts';

const BIP350_VALID = [
  'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
  'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
  'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy',
  'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
];

/** Valid there, of witness versions or lengths that are not in use. */
const BIP350_UNUSED_VERSIONS = [
  'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
  'BC1SW50QGDZ25J',
  'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs',
  'bc1pfeessrawgf', // pay to anchor
];

const BIP173_INVALID = [
  'tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
  'BC13W508D6QEJXTDG4Y5R3ZARVARY0C5XW7KN40WF2',
  'bc1rw5uspcuh',
  'bc10w508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kw5rljs90',
  'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
  'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sL5k7',
  'bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du',
  'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3pjxtptv',
  'bc1gmk9yu',
  // Valid in BIP-173, before BIP-350 gave version 1 and above another checksum:
  'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7k7grplx',
  'BC1SW50QA3JX3S',
  'bc1zw508d6qejxtdg4y5r3zarvaryvg6kdaj',
];

const BIP350_INVALID = [
  'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
  'tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf',
  'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
  'tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47',
  'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
  'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
  'bc1pw5dgrnzv',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
  'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf',
  'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j',
];

const bitcoin = addressForm('bitcoin');

describe('bitcoin addresses', () => {
  it.each(BIP350_VALID)('accepts %s of BIP-173 and BIP-350 in lower case', (text) => {
    expect(bitcoin.check(text, 'test')).toEqual({ valid: true, address: text.toLowerCase() });
    expect(bitcoin.check(text, 'main').valid).toBe(text.toLowerCase().startsWith('bc1'));
  });

  it.each([...BIP173_INVALID, ...BIP350_INVALID])('refuses the invalid %s of BIP-173 and BIP-350', (text) => {
    expect(bitcoin.check(text, 'test')).toMatchObject({ valid: false });
  });

  it.each(BIP350_UNUSED_VERSIONS)('refuses %s: well formed, but anyone could spend it today', (text) => {
    expect(bitcoin.check(text, 'test')).toMatchObject({ valid: false });
  });

  it.each([
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
  ])('accepts %s on both networks', (address) => {
    expect(bitcoin.check(address, 'main')).toEqual({ valid: true, address });
    expect(bitcoin.check(address, 'test')).toEqual({ valid: true, address });
  });

  it.each([
    'mkpZhYtJu2r87Js3pDiWJDmPte2NRZ8bJV',
    '2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2',
    'tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl',
    'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  ])('accepts %s on the test network only, and says so', (address) => {
    expect(bitcoin.check(address, 'test')).toMatchObject({ valid: true, address });
    expect(bitcoin.check(address, 'main')).toMatchObject({
      valid: false,
      reason: 'This is an address of the test network; Bitcoin addresses start with bc1, 1 or 3',
    });
  });

  it('refuses a taproot key that is not on the curve', () => {
    const offCurve = new Uint8Array(32).fill(0xff);
    const text = bech32m.encode('bc', [1, ...bech32m.toWords(offCurve)]);
    expect(bitcoin.check(text, 'main')).toMatchObject({
      reason: expect.stringContaining('not on the curve'),
    });
  });

  it.each(['1111111111111111111114oLvT2', 'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq9e75rs'])(
    'refuses %s, whose hash is zero',
    (text) => {
      expect(bitcoin.check(text, 'main')).toMatchObject({
        valid: false,
        reason: 'Nobody holds the key of this address',
      });
    },
  );

  it('names the coin of an address that belongs to another one', () => {
    expect(bitcoin.check('ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh', 'main')).toMatchObject({
      reason: expect.stringContaining('This is a Litecoin address'),
    });
    expect(bitcoin.check('DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC', 'main')).toMatchObject({
      reason: expect.stringContaining('This is a Dogecoin address'),
    });
  });

  it('tells a mistyped address from something else', () => {
    const mistyped = 'The checksum does not match: a character is missing or mistyped';
    expect(bitcoin.check('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'main')).toMatchObject({ reason: mistyped });
    expect(bitcoin.check('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyv', 'main')).toMatchObject({
      reason: mistyped,
    });
    expect(bitcoin.check('satoshi', 'main')).toMatchObject({
      reason: 'Bitcoin addresses start with bc1, 1 or 3',
    });
  });
});
