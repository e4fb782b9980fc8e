import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MINED_GRACE_S } from '../pricing/fixed-wait.ts';
import { type Agreement, type ArrivedDeposit, decide as decideAt, PARTS_S } from './decide.ts';

const ASSET = 1;
const OTHER = 2;
const EXPIRES_AT = 1_000;
const GRACE_ENDS = EXPIRES_AT + MINED_GRACE_S;
/** Before the order's end, when its transfers have just been confirmed. */
const NOW = 700;

const FIXED: Agreement = {
  status: 2,
  mode: 'fixed',
  assetId: ASSET,
  units: 10_000n,
  minUnits: 100n,
  maxUnits: 1_000_000n,
  toleranceUnits: 10n,
  dustUnits: 11n,
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
    confirmedAt: NOW,
    isUsed: false,
    ...changes,
  };
}

const decide = (order: Agreement, deposits: readonly ArrivedDeposit[], time = NOW) =>
  decideAt(order, deposits, time);
const seen = (units: bigint, seenAt = 500) =>
  deposit(units, { state: 'seen', seenAt, minedAt: 0, confirmedAt: 0 });
const idsOf = (deposits: readonly ArrivedDeposit[]) => deposits.map(({ id }) => id);
const totalOf = (deposits: readonly ArrivedDeposit[]) => deposits.reduce((sum, { units }) => sum + units, 0n);
const accept = (...deposits: ArrivedDeposit[]) => ({
  own: { what: 'accept', deposits: idsOf(deposits), units: totalOf(deposits) },
  giveBack: [],
});
const freeze = (reason: string, ...deposits: ArrivedDeposit[]) => ({
  own: { what: 'freeze', reason, deposits: idsOf(deposits), units: totalOf(deposits) },
  giveBack: [],
});
const WAIT = { own: { what: 'wait' }, giveBack: [] };
const returning = (...deposits: ArrivedDeposit[]) => ({ ...WAIT, giveBack: deposits.map(({ id }) => id) });

/** What is decided about one confirmed transfer. */
const about = (order: Agreement, one: ArrivedDeposit, time = NOW) => decide(order, [one], time).own;

describe('a fixed order', () => {
  it('takes what is exact, and what is off by the tolerance and no more', () => {
    for (const units of [10_000n, 9_990n, 10_010n]) {
      expect(about(FIXED, deposit(units))).toMatchObject({ what: 'accept', units });
    }
    expect(about(FIXED, deposit(9_989n))).toMatchObject({ what: 'freeze', reason: 'LESS', units: 9_989n });
    expect(about(FIXED, deposit(10_011n))).toMatchObject({ what: 'freeze', reason: 'MORE', units: 10_011n });
  });

  it('is in time at its very last second, and late after it', () => {
    expect(about(FIXED, deposit(10_000n, { seenAt: EXPIRES_AT }))).toMatchObject({ what: 'accept' });
    expect(about(FIXED, deposit(10_000n, { seenAt: EXPIRES_AT + 1 }))).toMatchObject({ reason: 'LATE' });
  });

  it('is in time only if a block has it soon: a transfer that nobody mines is no option on the rate', () => {
    const mined = (minedAt: number) => deposit(10_000n, { seenAt: EXPIRES_AT, minedAt });
    expect(about(FIXED, mined(GRACE_ENDS))).toMatchObject({ what: 'accept' });
    expect(about(FIXED, mined(GRACE_ENDS + 1))).toMatchObject({ reason: 'LATE' });
  });

  it('is honoured however late it is judged, if what pays it was in time', () => {
    expect(about(FIXED, deposit(10_000n), GRACE_ENDS + 999_999)).toMatchObject({ what: 'accept' });
  });

  it('is accepted at once when the amount is there, whatever else is under way', () => {
    const exact = deposit(10_000n);
    for (const other of [seen(5_000n), seen(10_000n), deposit(5_000n, { state: 'mined', confirmedAt: 0 })]) {
      expect(decide(FIXED, [exact, other])).toEqual(accept(exact));
      expect(decide(FIXED, [other, exact])).toEqual(accept(exact));
    }
  });

  it('takes the one transfer that is exact, also if another was confirmed with it', () => {
    const [exact, again, other] = [deposit(10_000n), deposit(10_000n), deposit(5_000n)];
    expect(decide(FIXED, [exact, again])).toEqual(accept(exact));
    expect(decide(FIXED, [other, exact])).toEqual(accept(exact));
  });

  it('takes the parts that made it up, whatever later blocks brought', () => {
    const parts = [deposit(4_000n), deposit(6_000n, { minedAt: 650 })];
    const later = deposit(3_000n, { minedAt: 660 });
    expect(decide(FIXED, [later, ...parts])).toEqual(accept(...parts));
  });

  it('is frozen at once if what is confirmed is more, whatever is under way', () => {
    const more = deposit(12_000n);
    expect(decide(FIXED, [more, seen(5_000n)])).toEqual(freeze('MORE', more));
  });

  it('waits for a transfer that may complete it until the grace is over, and not a second longer', () => {
    const part = deposit(4_000n);
    for (const rest of [seen(6_000n), seen(6_000n, EXPIRES_AT)]) {
      expect(decide(FIXED, [part, rest], NOW)).toEqual(WAIT);
      expect(decide(FIXED, [part, rest], GRACE_ENDS)).toEqual(WAIT);
      expect(decide(FIXED, [part, rest], GRACE_ENDS + 1)).toEqual(freeze('LESS', part));
    }
  });

  it('waits for one that a block took in time until it is confirmed', () => {
    const part = deposit(4_000n);
    const rest = deposit(6_000n, { state: 'mined', minedAt: GRACE_ENDS, confirmedAt: 0 });
    expect(decide(FIXED, [part, rest], GRACE_ENDS + 9_999)).toEqual(WAIT);
    const tooLate = { ...rest, minedAt: GRACE_ENDS + 1 };
    expect(decide(FIXED, [part, tooLate], GRACE_ENDS + 2)).toEqual(freeze('LESS', part));
  });

  it('is judged by what was in time alone', () => {
    const [part, exact] = [deposit(4_000n), deposit(10_000n)];
    const late = deposit(6_000n, { seenAt: EXPIRES_AT + 1 });
    expect(decide(FIXED, [part, late])).toEqual(freeze('LESS', part));
    expect(decide(FIXED, [exact, late])).toEqual(accept(exact));
  });

  it('is late only once nothing can count any more', () => {
    const late = deposit(10_000n, { seenAt: EXPIRES_AT + 1 });
    const pending = seen(10_000n);
    expect(decide(FIXED, [pending, late], GRACE_ENDS)).toEqual(WAIT);
    expect(decide(FIXED, [pending, late], GRACE_ENDS + 1)).toEqual(freeze('LATE', late));
    expect(decide(FIXED, [pending], GRACE_ENDS + 1)).toEqual(WAIT);
  });
});

describe('a float order', () => {
  it('takes whatever is within its limits, and knows no lateness', () => {
    for (const one of [deposit(100n, { seenAt: EXPIRES_AT + 9_999 }), deposit(1_000_000n)]) {
      expect(decide(FLOAT, [one])).toEqual(accept(one));
    }
    for (const one of [deposit(99n), deposit(1_000_001n)]) {
      expect(decide(FLOAT, [one])).toEqual(freeze('LIMIT', one));
    }
  });

  it('takes all that is confirmed together', () => {
    const parts = [deposit(4_000n), deposit(6_000n)];
    expect(decide(FLOAT, parts)).toEqual(accept(...parts));
  });

  it('waits for others for a while after the first is confirmed, and not for ever', () => {
    const one = deposit(4_000n);
    for (const other of [seen(6_000n), seen(6_000n, NOW + PARTS_S)]) {
      expect(decide(FLOAT, [one, other], NOW + PARTS_S)).toEqual(WAIT);
      expect(decide(FLOAT, [one, other], NOW + PARTS_S + 1)).toEqual(accept(one));
    }
  });

  it('waits for one that a block took in that time until it is confirmed', () => {
    const one = deposit(4_000n);
    const other = deposit(6_000n, { state: 'mined', minedAt: NOW + PARTS_S, confirmedAt: 0 });
    expect(decide(FLOAT, [one, other], NOW + PARTS_S + 9_999)).toEqual(WAIT);
    const later = { ...other, minedAt: NOW + PARTS_S + 1 };
    expect(decide(FLOAT, [one, later], NOW + PARTS_S + 2)).toEqual(accept(one));
  });
});

describe('several transfers', () => {
  it('count without those that have vanished', () => {
    const exact = deposit(10_000n);
    expect(decide(FIXED, [exact, deposit(6_000n, { state: 'gone' })])).toEqual(accept(exact));
    expect(decide(FIXED, [deposit(10_000n, { state: 'gone' })])).toEqual(WAIT);
  });

  it('count without those that have been used', () => {
    expect(decide(FIXED, [deposit(10_000n, { isUsed: true })])).toEqual(WAIT);
  });
});

describe('dust', () => {
  it('neither pays, freezes nor delays an order, and is given back', () => {
    const exact = deposit(10_000n);
    const dust = deposit(10n);
    for (const order of [FIXED, FLOAT]) {
      expect(decide(order, [exact, dust])).toEqual({ ...accept(exact), giveBack: [dust.id] });
      expect(decide(order, [exact, seen(10n)])).toEqual(accept(exact));
      for (const status of [1, 2, 7, 8, 9] as const) {
        expect(decide({ ...order, status }, [dust])).toEqual(returning(dust));
      }
    }
  });

  it('is what lies below the limit, and not what reaches it', () => {
    const least = deposit(11n);
    expect(decide(FIXED, [least])).toEqual(freeze('LESS', least));
  });
});

describe('an abandoned order', () => {
  it('freezes as late, whatever arrives', () => {
    for (const agreed of [FIXED, FLOAT]) {
      const one = deposit(10_000n);
      expect(decide({ ...agreed, status: 9 }, [one])).toEqual(freeze('LATE', one));
    }
  });
});

describe('what an order cannot use', () => {
  it('is given back: surplus of an order that is served', () => {
    for (const status of [3, 4, 5] as const) {
      const used = deposit(10_000n, { isUsed: true });
      const [one, two] = [deposit(1n), deposit(2n)];
      const waiting = deposit(3n, { state: 'mined', confirmedAt: 0 });
      expect(decide({ ...FIXED, status }, [used, one, waiting, two])).toEqual(returning(one, two));
    }
  });

  it('is given back: another asset, also while the agreed one is awaited', () => {
    const foreign = deposit(5n, { assetId: OTHER });
    for (const status of [1, 2, 7, 8, 9] as const) {
      expect(decide({ ...FIXED, status }, [foreign])).toEqual(returning(foreign));
    }
    const under = deposit(10_000n, { state: 'mined', confirmedAt: 0 });
    expect(decide(FIXED, [foreign, under])).toEqual(returning(foreign));
  });

  it('does not keep it from what it can use', () => {
    const foreign = deposit(5n, { assetId: OTHER });
    const exact = deposit(10_000n);
    expect(decide(FIXED, [foreign, exact])).toEqual({ ...accept(exact), giveBack: [foreign.id] });
  });
});

describe('an order that waits again, or has expired', () => {
  it('takes up a transfer that vanished and came back', () => {
    for (const status of [1, 8] as const) {
      const one = deposit(10_000n);
      expect(decide({ ...FIXED, status }, [one])).toEqual(accept(one));
    }
  });
});

describe('a frozen order', () => {
  it('waits for whoever resolves it', () => {
    expect(decide({ ...FIXED, status: 7 }, [deposit(10_000n)])).toEqual(WAIT);
  });
});

describe('whatever arrives', () => {
  const STATES = ['seen', 'mined', 'confirmed', 'gone'] as const;
  /** A transfer as the store could hold it: times in their order, none that has not happened. */
  const transfers = (units: fc.Arbitrary<bigint>, state: fc.Arbitrary<ArrivedDeposit['state']>) =>
    fc
      .record({
        id: fc.integer({ min: 1 }),
        assetId: fc.constantFrom(ASSET, OTHER),
        units,
        state,
        seenAt: fc.integer({ min: 0, max: 2_000 }),
        waitS: fc.integer({ min: 0, max: 5_000 }),
        isUsed: fc.boolean(),
      })
      .map(({ waitS, ...rest }): ArrivedDeposit => {
        const hasBlock = rest.state === 'mined' || rest.state === 'confirmed';
        const minedAt = hasBlock ? rest.seenAt + waitS : 0;
        return { ...rest, minedAt, confirmedAt: rest.state === 'confirmed' ? minedAt + 20 : 0 };
      });
  const sizes = fc.oneof(fc.bigInt(1n, 20_000n), fc.constantFrom(4_000n, 6_000n, 10_000n));
  const deposits = fc.uniqueArray(transfers(sizes, fc.constantFrom(...STATES)), {
    maxLength: 6,
    selector: ({ id }) => id,
  });
  const times = fc.integer({ min: 0, max: 12_000 });
  const orders = fc
    .record({
      status: fc.constantFrom(...([1, 2, 3, 4, 5, 7, 8, 9] as const)),
      mode: fc.constantFrom('fixed' as const, 'float' as const),
    })
    .map((changes): Agreement => ({ ...FIXED, ...changes }));
  const canPay = (one: ArrivedDeposit) =>
    one.assetId === ASSET && one.units >= FIXED.dustUnits && !one.isUsed;

  it('only unused, confirmed transfers of the agreed asset that are no dust are exchanged', () => {
    fc.assert(
      fc.property(orders, deposits, times, (order, arrived, time) => {
        const { own } = decide(order, arrived, time);
        if (own.what === 'wait') return;
        const taken = arrived.filter(({ id }) => own.deposits.includes(id));
        expect(taken.length).toBe(own.deposits.length);
        expect(taken.every((one) => one.state === 'confirmed' && canPay(one))).toBe(true);
        expect(own.units).toBe(totalOf(taken));
        expect(own.units > 0n).toBe(true);
        expect([1, 2, 8, 9]).toContain(order.status);
        if (own.what === 'accept') expect(order.status).not.toBe(9);
      }),
    );
  });

  it('no fixed rate is honoured for anything that was not seen by the end and mined within the grace', () => {
    fc.assert(
      fc.property(deposits, times, (arrived, time) => {
        const { own } = decide(FIXED, arrived, time);
        if (own.what !== 'accept') return;
        const taken = arrived.filter(({ id }) => own.deposits.includes(id));
        expect(taken.every(({ seenAt, minedAt }) => seenAt <= EXPIRES_AT && minedAt <= GRACE_ENDS)).toBe(
          true,
        );
        const off = own.units - FIXED.units;
        expect(off >= -FIXED.toleranceUnits && off <= FIXED.toleranceUnits).toBe(true);
      }),
    );
  });

  /** What decides nothing: dust, another asset, what has vanished; for a fixed rate also what is late. */
  const noise = fc.oneof(
    transfers(fc.bigInt(1n, FIXED.dustUnits - 1n), fc.constantFrom(...STATES)),
    transfers(sizes, fc.constantFrom(...STATES)).map((one) => ({ ...one, assetId: OTHER })),
    transfers(sizes, fc.constant('gone' as const)),
  );
  const late = transfers(sizes, fc.constantFrom(...STATES)).map((one) => ({
    ...one,
    seenAt: one.seenAt + EXPIRES_AT + 1,
    minedAt: one.minedAt === 0 ? 0 : one.minedAt + EXPIRES_AT + 1,
    confirmedAt: one.confirmedAt === 0 ? 0 : one.confirmedAt + EXPIRES_AT + 1,
  }));
  const amid = (arrived: ArrivedDeposit[], added: ArrivedDeposit[], at: number): ArrivedDeposit[] => {
    const others = added.map((one, n) => ({ ...one, id: -1 - n }));
    return [...arrived.slice(0, at), ...others, ...arrived.slice(at)];
  };

  it('dust, other assets and what has vanished never change what is decided about the rest', () => {
    fc.assert(
      fc.property(orders, deposits, fc.array(noise), fc.nat(6), times, (order, arrived, added, at, time) => {
        expect(decide(order, amid(arrived, added, at), time).own).toEqual(decide(order, arrived, time).own);
      }),
    );
  });

  it('what is late never changes what is decided about what counts for a fixed rate', () => {
    fc.assert(
      fc.property(deposits, fc.array(late), fc.nat(6), times, (arrived, added, at, time) => {
        const { own } = decide(FIXED, arrived, time);
        const withLate = decide(FIXED, amid(arrived, added, at), time).own;
        // Where nothing counts there is nothing to change: then it is late.
        if (withLate.what === 'freeze' && withLate.reason === 'LATE') expect(own.what).not.toBe('accept');
        else expect(withLate).toEqual(own);
      }),
    );
  });

  it('a fixed order that is accepted stays so, whatever is added that no block has', () => {
    const pending = transfers(sizes, fc.constant('seen' as const));
    fc.assert(
      fc.property(deposits, fc.array(pending), fc.nat(6), times, (arrived, added, at, time) => {
        const { own } = decide(FIXED, arrived, time);
        if (own.what === 'accept') expect(decide(FIXED, amid(arrived, added, at), time).own).toEqual(own);
      }),
    );
  });

  it('nobody waits without end: what is confirmed is judged once the grace is over', () => {
    const unmined = transfers(sizes, fc.constantFrom('seen' as const, 'gone' as const));
    const both = fc.constantFrom(FIXED, FLOAT);
    const confirmed = transfers(sizes, fc.constant('confirmed' as const)).filter(canPay);
    fc.assert(
      fc.property(both, confirmed, fc.array(unmined), (order, one, pending) => {
        const time = Math.max(GRACE_ENDS, one.confirmedAt + PARTS_S) + 1;
        expect(decide(order, amid([one], pending, 1), time).own.what).not.toBe('wait');
      }),
    );
  });

  it('nothing is given back that an order could still use, that is not confirmed, or that is used', () => {
    fc.assert(
      fc.property(orders, deposits, times, (order, arrived, time) => {
        const { giveBack } = decide(order, arrived, time);
        const useless = arrived.filter(
          (one) =>
            !one.isUsed && one.state === 'confirmed' && (!canPay(one) || [3, 4, 5].includes(order.status)),
        );
        expect(giveBack.toSorted()).toEqual(idsOf(useless).toSorted());
      }),
    );
  });
});
