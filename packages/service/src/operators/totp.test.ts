import { base32nopad } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { otpauthUri, stepOf, totpCode } from './totp.ts';

/** RFC 6238, appendix B, the last six digits. */
const SECRET = Buffer.from('12345678901234567890');
const VECTORS: [at: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];

describe('a code', () => {
  it.each(VECTORS)('at %i is that of the standard', (at, code) => {
    expect(totpCode(SECRET, Math.floor(at / 30))).toBe(code);
  });

  it('counts a step before and after its own, and no further', () => {
    const at = 1_111_111_111;
    const step = Math.floor(at / 30);
    const code = totpCode(SECRET, step);
    for (const off of [-30, 0, 30]) expect(stepOf(SECRET, code, at + off)).toBe(step);
    for (const off of [-61, 61, 90]) expect(stepOf(SECRET, code, at + off)).toBeNull();
  });

  it('that is none is of no step', () => {
    for (const code of ['', '5', '0504712', '05047a', '٠٥٠٤٧١'])
      expect(stepOf(SECRET, code, 1_111_111_111)).toBeNull();
  });
});

describe('what an authenticator scans', () => {
  it('names the operator and holds the secret', () => {
    const uri = new URL(otpauthUri(SECRET, 'anna.b'));
    expect(uri.protocol).toBe('otpauth:');
    expect(decodeURIComponent(uri.pathname)).toContain('Swapdesk:anna.b');
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      issuer: 'Swapdesk',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});

describe('base32 as authenticators take it', () => {
  /** RFC 4648, section 10, without padding. */
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('of %j is %j', (text, written) => {
    expect(base32nopad.encode(Buffer.from(text))).toBe(written);
  });
});
