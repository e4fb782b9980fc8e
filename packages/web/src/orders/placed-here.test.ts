import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_PLACED, type PlacedHere, readPlaced, withPlaced } from './placed-here.ts';

const code = fc.stringMatching(/^[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/);
const placed: fc.Arbitrary<PlacedHere> = fc.record(
  { code, reference: fc.string() },
  { requiredKeys: ['code'] },
);

describe('what was placed in frames', () => {
  it('is read as it was written, each order once, the newest first, and never too much', () => {
    fc.assert(
      fc.property(fc.array(placed, { maxLength: 2 * MOST_PLACED }), (all) => {
        const known = all.reduce<readonly PlacedHere[]>(withPlaced, []);
        expect(readPlaced(JSON.stringify(known))).toEqual(known);
        expect(known.length).toBeLessThanOrEqual(MOST_PLACED);
        expect(new Set(known.map((each) => each.code)).size).toBe(known.length);
        expect(known[0]).toEqual(all.at(-1));
      }),
    );
  });

  it('is nothing where something else was stored', () => {
    for (const nothing of [null, '', '{', '{}', 'null', '[7, null, {}, {"code": 7}]'])
      expect(readPlaced(nothing)).toEqual([]);
  });
});
