import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { mostToSeal, NoticeSeal } from './notice-seal.ts';

const T = 1_700_000_000_000;
const KEY = randomBytes(32);
const TEXT = '["a",[["key:0123456789abcdef",60]],[]]';

describe('a text between nodes', () => {
  it('is read by those who have the key, and shows nothing to others', () => {
    const sealed = new NoticeSeal(KEY, () => T).seal(TEXT);
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('0123');
    expect(new NoticeSeal(KEY, () => T).open(sealed)).toBe(TEXT);
    expect(new NoticeSeal(randomBytes(32), () => T).open(sealed)).toBeNull();
  });

  it('is not believed in the clear, nor with any byte changed', () => {
    const seal = new NoticeSeal(KEY, () => T);
    for (const text of ['', TEXT, 'A'.repeat(200)]) expect(seal.open(text)).toBeNull();
    const bytes = Buffer.from(new NoticeSeal(KEY, () => T).seal(TEXT), 'base64url');
    for (const nth of bytes.keys()) {
      const other = Buffer.from(bytes);
      other.writeUInt8(other.readUInt8(nth) ^ 1, nth);
      expect(seal.open(other.toString('base64url'))).toBeNull();
    }
  });

  it('is believed once, and not by somebody who was not there when it was new', () => {
    let now = T;
    const [from, to] = [new NoticeSeal(KEY, () => now), new NoticeSeal(KEY, () => now)];
    const [first, second] = [from.seal(TEXT), from.seal(TEXT)];
    expect([to.open(first), to.open(second)]).toEqual([TEXT, TEXT]);
    for (const ms of [0, 29_000, 31_000, 59_000, 120_000]) {
      now = T + ms;
      expect([to.open(first), to.open(second)]).toEqual([null, null]);
    }
    expect(new NoticeSeal(KEY, () => now).open(first)).toBeNull();
    expect(to.open(from.seal(TEXT))).toBe(TEXT);
  });

  it('fits when it is sealed, and no byte more would', () => {
    const sealed = (bytes: number) => new NoticeSeal(KEY, () => T).seal('x'.repeat(bytes)).length;
    for (const most of [1_000, 1_001, 1_002, 1_003, 7_900]) {
      expect(sealed(mostToSeal(most))).toBeLessThanOrEqual(most);
      expect(sealed(mostToSeal(most) + 1)).toBeGreaterThan(most);
    }
  });
});
