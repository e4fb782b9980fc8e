import { describe, expect, it } from 'vitest';
import { addressForm } from './address-forms.ts';
import type { AddressSpace, Network } from './family.ts';

/** One address of every form with a checksum. EVM ones are checksummed by their case. */
const CHECKSUMMED: readonly [AddressSpace, Network, string][] = [
  ['bitcoin', 'main', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['bitcoin', 'main', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['bitcoin', 'main', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
  ['bitcoin', 'main', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
  ['bitcoin', 'main', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ['bitcoin', 'test', 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7'],
  ['bitcoin', 'test', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'],
  ['litecoin', 'main', 'LUWPbpM43E2p7ZSh8cyTBEkvpHmr3cB8Ez'],
  ['litecoin', 'main', 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh'],
  ['dogecoin', 'main', 'DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC'],
  ['tron', 'main', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['evm', 'main', '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
  ['evm', 'main', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
];

const SOLANA_SAMPLE = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk';

const PRINTABLE = Array.from({ length: 94 }, (_, i) => String.fromCharCode(0x21 + i));
const BASE58 = [...'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'];

function substitutions(text: string, alphabet: readonly string[]): string[] {
  return [...text].flatMap((old, i) =>
    alphabet
      .filter((letter) => letter !== old)
      .map((letter) => text.slice(0, i) + letter + text.slice(i + 1)),
  );
}

function insertions(text: string): string[] {
  return Array.from({ length: text.length + 1 }, (_, i) =>
    PRINTABLE.map((letter) => text.slice(0, i) + letter + text.slice(i)),
  ).flat();
}

function deletions(text: string): string[] {
  return [...text].map((_, i) => text.slice(0, i) + text.slice(i + 1));
}

function swaps(text: string): string[] {
  return [...text]
    .map((_, i) => text.slice(0, i) + (text[i + 1] ?? '') + text[i] + text.slice(i + 2))
    .filter((swapped) => swapped !== text && swapped.length === text.length);
}

describe('a single mistake in an address', () => {
  it.each(CHECKSUMMED)('is refused on %s %s: %s', (space, network, address) => {
    const { check } = addressForm(space);
    expect(check(address, network).valid).toBe(true);
    const mistakes = [
      ...substitutions(address, PRINTABLE),
      ...insertions(address),
      ...deletions(address),
      ...swaps(address),
    ];
    expect(mistakes.filter((text) => check(text, network).valid)).toEqual([]);
  });

  // The format has no checksum. What is caught: a wrong length, a point off the curve, a point that is no key.
  it('passes on Solana in about a quarter of the cases, as nothing in the format tells', () => {
    const { check } = addressForm('solana');
    const mistakes = substitutions(SOLANA_SAMPLE, BASE58);
    const missed = mistakes.filter((text) => check(text, 'main').valid).length / mistakes.length;
    expect(missed).toBeGreaterThan(0.2);
    expect(missed).toBeLessThan(0.3);
  });

  it('passes in an EVM address in one case, which carries no checksum', () => {
    const { check } = addressForm('evm');
    expect(check('0xdac17f958d2ee523a2206206994597c13d831ec8', 'main').valid).toBe(true);
  });
});

describe('an address with something around or in it', () => {
  it.each([
    ['a space before', ' X'],
    ['a space after', 'X '],
    ['a line break', 'X\n'],
    ['a tab', 'X\t'],
    ['a no-break space', 'X\u00a0'],
    ['a zero-width space', 'X\u200b'],
    ['a byte order mark', '\ufeffX'],
    ['a direction mark', '\u202eX'],
    ['a NUL', 'X\0'],
    ['a link', 'bitcoin:X'],
    ['parameters', 'X?amount=1'],
    ['more than 128 characters', `X${'1'.repeat(128)}`],
  ])('%s is refused around every address', (_, frame) => {
    for (const [of, on, address] of [...CHECKSUMMED, ['solana', 'main', SOLANA_SAMPLE] as const]) {
      expect(addressForm(of).check(frame.replace('X', address), on)).toMatchObject({ valid: false });
    }
  });

  it('is not trimmed, and the reason says what is wrong', () => {
    const { check } = addressForm('tron');
    const reason = 'There are spaces or line breaks around the address';
    expect(check(' TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'main')).toMatchObject({ valid: false, reason });
    expect(check('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t\n', 'main')).toMatchObject({ valid: false, reason });
  });

  it('letters that only look alike are refused', () => {
    const looksLike = new Map(
      [...'1aceopxyABCEHKMPTX'].map((latin, i) => [latin, '１асеорхуАВСЕНКМРТХ'[i]!]),
    );
    for (const [of, on, address] of CHECKSUMMED) {
      for (const letter of new Set(address)) {
        const other = looksLike.get(letter);
        if (other) expect(addressForm(of).check(address.replace(letter, other), on).valid).toBe(false);
      }
    }
  });
});
