import { randomBytes } from 'node:crypto';
import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { generateMnemonic, mnemonicFault, seedOf, tidyMnemonic } from './seed.ts';

describe('the wallet seed', () => {
  it('is 24 words made of the given randomness', () => {
    expect(generateMnemonic((length) => new Uint8Array(length))).toBe(`${'abandon '.repeat(23)}art`);
    expect(generateMnemonic((length) => new Uint8Array(length).fill(0xff))).toBe(`${'zoo '.repeat(23)}vote`);
    expect(generateMnemonic(randomBytes).split(' ')).toHaveLength(24);
    expect(() => generateMnemonic(() => new Uint8Array(16))).toThrow(RangeError);
  });

  it('is that of BIP-39', async () => {
    const seed = await seedOf(`${'abandon '.repeat(11)}about`);
    expect(bytesToHex(seed)).toBe(
      '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
    );
  });

  it('is not made of words with a wrong checksum', async () => {
    await expect(seedOf(`${'abandon '.repeat(11)}abandon`)).rejects.toThrow('not a valid BIP-39');
  });
});

describe('a mnemonic that somebody typed', () => {
  it('may have any case and any space between its words', () => {
    expect(tidyMnemonic('  Abandon\n abandon\tABOUT \r\n')).toBe('abandon abandon about');
  });

  it('is right or told what is wrong, without a word of it', () => {
    expect(mnemonicFault(`${'abandon '.repeat(11)}about`)).toBeNull();
    expect(mnemonicFault(generateMnemonic(randomBytes))).toBeNull();
    expect(mnemonicFault('')).toMatch(/has 12, 15, 18, 21 or 24 words; there are 0/);
    expect(mnemonicFault('abandon about')).toMatch(/there are 2/);
    expect(mnemonicFault(`${'abandon '.repeat(11)}abuot`)).toBe(
      'Not in the English list of BIP-39: word 12.',
    );
    expect(mnemonicFault('abandon '.repeat(12).trim())).toMatch(/checksum does not match/);
  });
});
