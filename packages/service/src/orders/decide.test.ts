import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Agreement, type ArrivedDeposit, decide, MINED_GRACE_S } from './decide.ts';

const ASSET = 1;
const OTHER = 2;
const EXPIRES_AT = 1_000;

const FIXED: Agreement = {
  status: 2,
  mode: 'fixed',
  assetId: ASSET,
  units: 10_000n,
  minUnits: 100n,
  maxUnits: 1_000_000n,
  toleranceUnits: 10n,
  expiresAt: EXPIRES_AT,
};
const FLOAT: Agreement = { ...FIXED, mode: 'float' };

let lastId = 0;
function deposit(units: bigint, changes: Partial<ArrivedDeposit> = {}): ArrivedDeposit {
  return {
    id: ++lastId,
    assetId: ASSET,
    units,
    state: 'confirmed',
    seenAt: 500,
    minedAt: 600,
    isUsed: false,
    ...changes,
  };
}

const accept = (units: bigint) => ({ own: { what: 'accept', units }, giveBack: [] });
const freeze = (reason: string, units: bigint) => ({ own: { what: 'freeze', reason, units }, giveBack: [] });
const WAIT = { own: { what: 'wait' }, giveBack: [] };
const returning = (...deposits: ArrivedDeposit[]) => ({ ...WAIT, giveBack: deposits.map(({ id }) => id) });

describe('a fixed order', () => {
  it('takes what is exact, and what is off by the tolerance and no more', () => {
    expect(decide(FIXED, [deposit(10_000n)])).toEqual(accept(10_000n));
    expect(decide(FIXED, [deposit(9_990n)])).toEqual(accept(9_990n));
    expect(decide(FIXED, [deposit(10_010n)])).toEqual(accept(10_010n));
    expect(decide(FIXED, [deposit(9_989n)])).toEqual(freeze('LESS', 9_989n));
    expect(decide(FIXED, [deposit(10_011n)])).toEqual(freeze('MORE', 10_011n));
  });

  it('is in time at its very last second, and late after it', () => {
    expect(decide(FIXED, [deposit(10_000n, { seenAt: EXPIRES_AT })])).toEqual(accept(10_000n));
    expect(decide(FIXED, [deposit(10_000n, { seenAt: EXPIRES_AT + 1 })])).toEqual(freeze('LATE', 10_000n));
  });

  it('is in time only if a block has it soon: a transfer that nobody mines is no option on the rate', () => {
    const mined = (minedAt: number) => [deposit(10_000n, { seenAt: EXPIRES_AT, minedAt })];
    expect(decide(FIXED, mined(EXPIRES_AT + MINED_GRACE_S))).toEqual(accept(10_000n));
    expect(decide(FIXED, mined(EXPIRES_AT + MINED_GRACE_S + 1))).toEqual(freeze('LATE', 10_000n));
  });

  it('is late if a part of it is', () => {
    const parts = [deposit(4_000n), deposit(6_000n, { seenAt: EXPIRES_AT + 1 })];
    expect(decide(FIXED, parts)).toEqual(freeze('LATE', 10_000n));
  });
});

describe('a float order', () => {
  it('takes whatever is within its limits, and knows no lateness', () => {
    expect(decide(FLOAT, [deposit(100n, { seenAt: EXPIRES_AT + 9_999 })])).toEqual(accept(100n));
    expect(decide(FLOAT, [deposit(1_000_000n)])).toEqual(accept(1_000_000n));
    expect(decide(FLOAT, [deposit(99n)])).toEqual(freeze('LIMIT', 99n));
    expect(decide(FLOAT, [deposit(1_000_001n)])).toEqual(freeze('LIMIT', 1_000_001n));
  });
});

describe('several transfers', () => {
  it('count together, once all of them are confirmed', () => {
    expect(decide(FIXED, [deposit(4_000n), deposit(6_000n)])).toEqual(accept(10_000n));
    for (const state of ['seen', 'mined'] as const) {
      expect(decide(FIXED, [deposit(4_000n), deposit(6_000n, { state })])).toEqual(WAIT);
    }
  });

  it('count without those that have vanished', () => {
    expect(decide(FIXED, [deposit(10_000n), deposit(6_000n, { state: 'gone' })])).toEqual(accept(10_000n));
    expect(decide(FIXED, [deposit(10_000n, { state: 'gone' })])).toEqual(WAIT);
  });

  it('count without those that have been used', () => {
    expect(decide(FIXED, [deposit(10_000n, { isUsed: true })])).toEqual(WAIT);
  });
});

describe('an abandoned order', () => {
  it('freezes as late, whatever arrives', () => {
    for (const agreed of [FIXED, FLOAT]) {
      expect(decide({ ...agreed, status: 9 }, [deposit(10_000n)])).toEqual(freeze('LATE', 10_000n));
    }
  });
});

describe('what an order cannot use', () => {
  it('is given back: surplus of an order that is served', () => {
    for (const status of [3, 4, 5] as const) {
      const used = deposit(10_000n, { isUsed: true });
      const [one, two] = [deposit(1n), deposit(2n)];
      const waiting = deposit(3n, { state: 'mined' });
      expect(decide({ ...FIXED, status }, [used, one, waiting, two])).toEqual(returning(one, two));
    }
  });

  it('is given back: another asset, also while the agreed one is awaited', () => {
    const foreign = deposit(5n, { assetId: OTHER });
    for (const status of [1, 2, 7, 8, 9] as const) {
      expect(decide({ ...FIXED, status }, [foreign])).toEqual(returning(foreign));
    }
    const under = deposit(10_000n, { state: 'mined' });
    expect(decide(FIXED, [foreign, under])).toEqual(returning(foreign));
  });

  it('does not keep it from what it can use', () => {
    const foreign = deposit(5n, { assetId: OTHER });
    expect(decide(FIXED, [foreign, deposit(10_000n)])).toEqual({
      ...accept(10_000n),
      giveBack: [foreign.id],
    });
  });
});

describe('an order that waits again, or has expired', () => {
  it('takes up a transfer that vanished and came back', () => {
    for (const status of [1, 8] as const) {
      expect(decide({ ...FIXED, status }, [deposit(10_000n)])).toEqual(accept(10_000n));
    }
  });
});

describe('a frozen order', () => {
  it('waits for whoever resolves it', () => {
    expect(decide({ ...FIXED, status: 7 }, [deposit(10_000n)])).toEqual(WAIT);
  });
});

describe('whatever arrives', () => {
  const deposits = fc.array(
    fc.record({
      id: fc.integer({ min: 1 }),
      assetId: fc.constantFrom(ASSET, OTHER),
      units: fc.bigInt(1n, 20_000n),
      state: fc.constantFrom('seen' as const, 'mined' as const, 'confirmed' as const, 'gone' as const),
      seenAt: fc.integer({ min: 0, max: 2_000 }),
      minedAt: fc.integer({ min: 0, max: 8_000 }),
      isUsed: fc.boolean(),
    }),
    { maxLength: 6 },
  );
  const agreements = fc.record({
    status: fc.constantFrom(...([1, 2, 3, 4, 5, 7, 8, 9] as const)),
    mode: fc.constantFrom('fixed' as const, 'float' as const),
  });

  it('only unused, confirmed transfers of the agreed asset are exchanged, and all of these', () => {
    fc.assert(
      fc.property(agreements, deposits, (changes, arrived) => {
        const { own: decision } = decide({ ...FIXED, ...changes }, arrived);
        if (decision.what === 'wait') return;
        const own = arrived.filter(
          ({ assetId, isUsed, state }) => assetId === ASSET && !isUsed && state !== 'gone',
        );
        expect(own.every(({ state }) => state === 'confirmed')).toBe(true);
        expect(decision.units).toBe(own.reduce((sum, { units }) => sum + units, 0n));
        expect(decision.units > 0n).toBe(true);
        expect([1, 2, 8, 9]).toContain(changes.status);
        if (decision.what === 'accept') expect(changes.status).not.toBe(9);
      }),
    );
  });

  it('nothing is given back that an order could still use, that is not confirmed, or that is used', () => {
    fc.assert(
      fc.property(agreements, deposits, (changes, arrived) => {
        const { giveBack } = decide({ ...FIXED, ...changes }, arrived);
        const useless = arrived.filter(
          ({ assetId, isUsed, state }) =>
            !isUsed && state === 'confirmed' && (assetId !== ASSET || [3, 4, 5].includes(changes.status)),
        );
        expect(giveBack.toSorted()).toEqual(useless.map(({ id }) => id).toSorted());
      }),
    );
  });
});
