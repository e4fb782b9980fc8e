import { describe, expect, it } from 'vitest';
import { MINED_GRACE_S } from '../pricing/fixed-wait.ts';
import { type Agreement, type ArrivedDeposit, decide } from './decide.ts';

const EXPIRES_AT = 1_000;
const GRACE_ENDS = EXPIRES_AT + MINED_GRACE_S;
const NOW = 700;
const WAIT = { own: { what: 'wait' }, giveBack: [] };
const SHORT: Agreement = {
  status: 7,
  isShort: true,
  mode: 'fixed',
  assetId: 1,
  units: 10_000n,
  minUnits: 100n,
  maxUnits: 1_000_000n,
  toleranceUnits: 10n,
  dustUnits: 11n,
  expiresAt: EXPIRES_AT,
};

let lastId = 0;
const deposit = (units: bigint, changes: Partial<ArrivedDeposit> = {}): ArrivedDeposit => ({
  id: ++lastId,
  assetId: 1,
  units,
  state: 'confirmed',
  seenAt: 500,
  minedAt: 600,
  confirmedAt: NOW,
  isUsed: false,
  ...changes,
});

describe('an order that was frozen because less came than was agreed', () => {
  const little = deposit(11n);

  it('is accepted when a transfer comes in time that is as agreed by itself', () => {
    const exact = deposit(10_000n);
    expect(decide(SHORT, [little, exact], NOW)).toEqual({
      own: { what: 'accept', deposits: [exact.id], units: 10_000n },
      giveBack: [],
    });
    expect(decide({ ...SHORT, isShort: false }, [little, exact], NOW)).toEqual(WAIT);
  });

  it('waits for whoever resolves it, whatever else comes', () => {
    const late = deposit(10_000n, { seenAt: EXPIRES_AT + 1, minedAt: EXPIRES_AT + 2 });
    const minedLate = deposit(10_000n, { minedAt: GRACE_ENDS + 1 });
    for (const other of [
      deposit(9_989n),
      deposit(10_011n),
      late,
      minedLate,
      deposit(10_000n, { state: 'seen', minedAt: 0 }),
    ]) {
      expect(decide(SHORT, [little, other], GRACE_ENDS + 10)).toEqual(WAIT);
    }
  });
});
