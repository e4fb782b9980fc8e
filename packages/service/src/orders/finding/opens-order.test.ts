import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { volume } from '../../../../../test/support/volume.ts';
import type { GivenFact } from './given-fact.ts';
import { givenFact } from './given-fact.ts';
import { type FindableOrder, type GivenAddress, opensOrder } from './opens-order.ts';

/** Names stand for addresses and ids: the rule only compares them. */
const address = fc.constantFrom('a1', 'a2', 'a3', 'a4');
const space = fc.constantFrom('bitcoin' as const, 'evm' as const);
const given: fc.Arbitrary<GivenAddress> = fc.record({ address, space });
const order: fc.Arbitrary<FindableOrder> = fc.record({
  no: fc.constant('NUMBER00'),
  queryCode: fc.constant('CODE'),
  depositAddress: fc.constant('ours'),
  deposits: fc.array(
    fc.record({ space, txid: fc.constantFrom('in1', 'in2'), sources: fc.array(address, { maxLength: 2 }) }),
    { maxLength: 2 },
  ),
  payments: fc.array(fc.record({ txid: fc.constantFrom('out1', 'out2'), address }), { maxLength: 2 }),
  receivers: fc.array(given, { minLength: 1, maxLength: 3 }),
  refund: fc.option(given),
});

const fact = (text: string): GivenFact => givenFact(text, [], 'test');
const isManageCode = (_: FindableOrder, text: string) => text === 'MANAGE';
const opens = (of: FindableOrder, one: string, other: string) =>
  opensOrder(of, [fact(one), fact(other)], isManageCode);

/** All that is said of an order on the chains, by whoever watches all of them. */
function onChain({ depositAddress, deposits, payments }: FindableOrder): string[] {
  return [
    depositAddress,
    ...deposits.flatMap(({ txid, sources }) => [txid, ...sources]),
    ...payments.flatMap(({ txid, address: to }) => [txid, to]),
  ];
}

describe('two facts', () => {
  it('that are both on a chain never give the code', () => {
    fc.assert(
      fc.property(order, fc.nat(), fc.nat(), (of, m, n) => {
        const seen = onChain(of);
        expect(opens(of, seen[m % seen.length] as string, seen[n % seen.length] as string)).toBe(false);
      }),
      { numRuns: volume(400, 2_000) },
    );
  });

  it('of which one is the order number give it with any other fact of the order', () => {
    fc.assert(
      fc.property(order, fc.nat(), (of, n) => {
        const { receivers, refund } = of;
        const all = [
          of.depositAddress,
          ...of.deposits.map(({ txid }) => txid),
          ...of.payments.map(({ txid }) => txid),
          ...[...receivers, ...(refund === null ? [] : [refund])].map((each) => each.address),
          'MANAGE',
        ];
        expect(opens(of, 'number00', all[n % all.length] as string)).toBe(true);
        expect(opens(of, all[n % all.length] as string, ' NUMBER00 ')).toBe(true);
      }),
    );
  });

  it('are two: the same one twice is not enough, nor two addresses that were only given to us', () => {
    fc.assert(
      fc.property(order, (of) => {
        const own = [...of.receivers, ...(of.refund === null ? [] : [of.refund])].map((each) => each.address);
        for (const text of ['NUMBER00', 'MANAGE', of.depositAddress, ...own])
          expect(opens(of, text, text)).toBe(false);
        for (const one of own) for (const other of own) expect(opens(of, one, other)).toBe(false);
      }),
    );
  });

  it('of which one is of no order never give it', () => {
    fc.assert(
      fc.property(order, fc.constantFrom('NUMBER00', 'MANAGE', 'ours', 'a1', 'in1', 'out1'), (of, right) => {
        expect(opens(of, right, 'elsewhere')).toBe(false);
        expect(opens(of, 'elsewhere', right)).toBe(false);
      }),
    );
  });
});

const PLAIN: FindableOrder = {
  no: 'NUMBER00',
  queryCode: 'CODE',
  depositAddress: 'ours',
  deposits: [{ space: 'evm', txid: 'in1', sources: ['a1'] }],
  payments: [],
  receivers: [{ address: 'a2', space: 'evm' }],
  refund: { address: 'a3', space: 'evm' },
};

describe('a receiving or refund address', () => {
  it('gives the code beside a deposit until something is signed for it', () => {
    for (const place of ['ours', 'in1']) {
      expect(opens(PLAIN, place, 'a2')).toBe(true);
      expect(opens(PLAIN, 'a3', place)).toBe(true);
      const paid = { ...PLAIN, payments: [{ txid: 'out1', address: 'a2' }] };
      expect(opens(paid, place, 'a2')).toBe(false);
      expect(opens(paid, 'out1', 'a2')).toBe(false);
      expect(opens(paid, place, 'a3')).toBe(true);
    }
  });

  it('does not where the deposit came from it, or from nobody knows whom on a chain of its kind', () => {
    const own = { ...PLAIN, receivers: [{ address: 'a1', space: 'evm' as const }] };
    expect(opens(own, 'ours', 'a1')).toBe(false);
    const dark = { ...PLAIN, deposits: [{ space: 'evm' as const, txid: 'in1', sources: [] }] };
    expect(opens(dark, 'ours', 'a2')).toBe(false);
    const elsewhere = { ...dark, receivers: [{ address: 'a2', space: 'bitcoin' as const }] };
    expect(opens(elsewhere, 'ours', 'a2')).toBe(true);
  });
});
