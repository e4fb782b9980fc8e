import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withChecksum } from './descriptor-checksum.ts';

/** What a reader of descriptors does. */
function isValid(text: string): boolean {
  const at = text.lastIndexOf('#');
  return at >= 0 && withChecksum(text.slice(0, at)) === text;
}

describe('the checksum of a descriptor', () => {
  it('is that of BIP-380', () => {
    expect(withChecksum('raw(deadbeef)')).toBe('raw(deadbeef)#89f8spxm');
  });

  it.each([
    ['is missing', 'raw(deadbeef)'],
    ['is empty', 'raw(deadbeef)#'],
    ['is too long', 'raw(deadbeef)#89f8spxmx'],
    ['is too short', 'raw(deadbeef)#89f8spx'],
    ['is of another text', 'raw(deedbeef)#89f8spxm'],
    ['has an error', 'raw(deedbeef)##9f8spxm'],
  ])('does not pass if it %s, as BIP-380 has it', (_what, text) => {
    expect(isValid(text)).toBe(false);
  });

  it('cannot be made of characters outside the set of BIP-380', () => {
    expect(() => withChecksum('raw(Ü)')).toThrow(RangeError);
  });

  it.each([
    'wpkh([73c5da0a/84h/1h/0h]tpub/0/*)',
    'pkh(02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5)',
  ])('tells every single wrong character of %s', (descriptor) => {
    const right = withChecksum(descriptor);
    const character = fc.constantFrom(...'0123456789abcdefgh()[]/*qrstuvxyz');
    const property = fc.property(fc.nat({ max: descriptor.length - 1 }), character, (at, wrong) => {
      fc.pre(descriptor[at] !== wrong);
      expect(isValid(right.slice(0, at) + wrong + right.slice(at + 1))).toBe(false);
    });
    fc.assert(property, { numRuns: 200 });
  });
});
