import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type KeptOrder, MOST_KEPT, readKept, withKept, withoutKept } from './kept-orders.ts';

const name = fc.record({ abbr: fc.string(), chain: fc.string() });
const kept: fc.Arbitrary<KeptOrder> = fc.record(
  {
    code: fc.stringMatching(/^[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/),
    manageCode: fc.string(),
    asset: name,
    amount: fc.string(),
    receives: fc.array(name, { minLength: 1, maxLength: 5 }),
    placedAt: fc.nat(),
    reference: fc.string(),
  },
  // Those of earlier versions have none.
  { requiredKeys: ['code', 'manageCode', 'asset', 'amount', 'receives', 'placedAt'] },
);

const codesOf = (orders: readonly KeptOrder[]) => orders.map(({ code }) => code);

describe('the orders of a browser', () => {
  it('are read as they were written, each once, the newest first, and never too many', () => {
    fc.assert(
      fc.property(fc.array(kept, { maxLength: 2 * MOST_KEPT }), (placed) => {
        const orders = placed.reduce<readonly KeptOrder[]>(withKept, []);
        expect(readKept(JSON.stringify(orders))).toEqual(orders);
        expect(orders.length).toBeLessThanOrEqual(MOST_KEPT);
        expect(new Set(codesOf(orders)).size).toBe(orders.length);
        expect(orders[0]).toEqual(placed.at(-1));
      }),
    );
  });

  it('forget one, however its code is written, and no other', () => {
    fc.assert(
      fc.property(fc.array(kept, { minLength: 1, maxLength: 9 }), (placed) => {
        const orders = placed.reduce<readonly KeptOrder[]>(withKept, []);
        const [gone = '', ...others] = codesOf(orders);
        expect(codesOf(withoutKept(orders, gone.replaceAll('-', '').toLowerCase()))).toEqual(others);
      }),
    );
  });

  it('are those that are whole, whatever else was stored', () => {
    const [whole] = fc.sample(kept, { numRuns: 1, seed: 1 });
    fc.assert(
      fc.property(fc.jsonValue(), (noise) => {
        const broken = [
          { ...whole, receives: null },
          { ...whole, placedAt: Number.MAX_SAFE_INTEGER },
          { ...whole, reference: 7 },
        ];
        expect(readKept(JSON.stringify([noise, whole, ...broken]))).toEqual([whole]);
      }),
    );
    for (const nothing of [null, '', '{', '{}', 'null', '7']) expect(readKept(nothing)).toEqual([]);
  });
});
