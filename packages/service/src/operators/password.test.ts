import { describe, expect, it } from 'vitest';
import { hashPassword, isPassword, newOneTimePassword } from './password.ts';

const PASSWORD = 'a long password, with Ünïcode';

describe('a password', () => {
  it('is stored as what takes long to derive, with a salt of its own', async () => {
    const [one, other] = [await hashPassword(PASSWORD), await hashPassword(PASSWORD)];
    expect(one.cost).toEqual({ name: 'scrypt', n: 32_768, r: 8, p: 3 });
    expect([one.salt, one.key].map((hex) => hex.length)).toEqual([32, 64]);
    expect(one.salt).not.toBe(other.salt);
    expect(one.key).not.toBe(other.key);
    expect(JSON.stringify(one)).not.toContain(PASSWORD);
  });

  it('is right to the last letter and in its case, and whatever its length', async () => {
    const long = `${'x'.repeat(255)}y`;
    const record = await hashPassword(long);
    expect(await isPassword(record, long)).toBe(true);
    expect(await isPassword(record, long.slice(0, -1))).toBe(false);
    expect(await isPassword(record, long.toUpperCase())).toBe(false);
    expect(await isPassword(record, `${long} `)).toBe(false);
  });

  it('of nobody is never right', async () => {
    expect(await isPassword(null, '')).toBe(false);
  });
});

it('a one-time password has 128 bits that can be typed, and is another each time', async () => {
  const [one, other] = [await newOneTimePassword(), await newOneTimePassword()];
  expect(one.text).toMatch(/^(?:[a-z2-7]{6}-){4}[a-z2-7]{2}$/);
  expect(one.text).not.toBe(other.text);
  expect(await isPassword(one.record, one.text)).toBe(true);
});
