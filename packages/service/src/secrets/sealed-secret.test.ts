import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deskKey } from './desk-key.ts';
import { secretBox } from './sealed-secret.ts';

const key = deskKey(Buffer.alloc(32, 1));
const box = secretBox(key, 'API secrets');
const bytes = fc.uint8Array({ maxLength: 64 });

describe('a sealed secret', () => {
  it('is read again under its name, and under no other', () => {
    fc.assert(
      fc.property(bytes, fc.string(), fc.string(), (secret, name, other) => {
        const sealed = box.seal(name, secret);
        expect(box.open(name, sealed)).toEqual(Buffer.from(secret));
        if (Buffer.from(other).equals(Buffer.from(name))) return;
        expect(box.open(other, sealed)).toBeNull();
      }),
    );
  });

  it('is not read by another key, nor as another kind', () => {
    const sealed = box.seal('a', Buffer.from('secret'));
    expect(secretBox(deskKey(Buffer.alloc(32, 2)), 'API secrets').open('a', sealed)).toBeNull();
    expect(secretBox(key, 'authenticator secrets').open('a', sealed)).toBeNull();
  });

  it('is not read if a bit of it was changed, if some of it is missing, or if it never was one', () => {
    const sealed = box.seal('a', Buffer.from('secret'));
    for (let n = 0; n < sealed.length; n++) {
      const changed = Buffer.from(sealed);
      changed[n] = (changed[n] as number) ^ 1;
      expect(box.open('a', changed)).toBeNull();
      expect(box.open('a', sealed.subarray(0, n))).toBeNull();
    }
    expect(box.open('a', Buffer.alloc(64))).toBeNull();
  });

  it('does not look like it, nor like itself sealed again', () => {
    const secret = Buffer.from('a secret of some length');
    const [one, two] = [box.seal('a', secret), box.seal('a', secret)];
    expect(one.includes(secret)).toBe(false);
    expect(one.equals(two)).toBe(false);
  });
});
