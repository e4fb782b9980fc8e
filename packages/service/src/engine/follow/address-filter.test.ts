import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AddressFilter } from './address-filter.ts';

const address = fc.oneof(
  fc.string(),
  fc
    .string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 40, maxLength: 40 })
    .map((hex) => `0x${hex}`),
  fc.integer({ min: 0 }).map((n) => `deposit-${n}`),
);

describe('a filter of addresses', () => {
  it('never denies one that was added, however many were', () => {
    fc.assert(
      fc.property(
        fc.array(address, { maxLength: 200 }),
        fc.integer({ min: 0, max: 20_000 }),
        (added, others) => {
          const filter = new AddressFilter();
          for (let n = 0; n < others; n++) filter.add(`other-${n}`);
          for (const each of added) filter.add(each);
          expect(added.every((each) => filter.mayHave(each))).toBe(true);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('denies all when nothing was added', () => {
    fc.assert(fc.property(address, (each) => !new AddressFilter().mayHave(each)));
  });

  it.each([
    ['in one layer', (filter: AddressFilter) => filter.expect(100_000)],
    ['in layers that grow', () => {}],
  ])('denies more than 99 of 100 strangers %s', (_, prepare) => {
    const filter = new AddressFilter();
    prepare(filter);
    for (let n = 0; n < 100_000; n++) filter.add(`0x${scattered(n)}`);
    let passed = 0;
    for (let n = 100_000; n < 200_000; n++) if (filter.mayHave(`0x${scattered(n)}`)) passed++;
    expect(passed).toBeLessThan(1_000);
  });
});

/** Forty digits that look like those of an address. */
function scattered(n: number): string {
  let digits = '';
  for (let state = BigInt(n + 1); digits.length < 40; ) {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffff_ffff_ffff_ffffn;
    digits += (state >> 40n).toString(16).padStart(6, '0');
  }
  return digits.slice(-40);
}
