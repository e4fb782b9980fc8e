import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SolanaPlan } from '../chains/signer.ts';
import type { PlanFacts } from './facts.ts';
import { judge } from './policy.ts';
import { recordedPlan } from './recorded-plan.ts';
import { PlanRefused } from './refusals.ts';
import {
  CONTRACT,
  DEPOSIT,
  FEE_CAP,
  NATIVE,
  payout,
  solanaFacts,
  solanaPlan,
  TOKEN,
  TREASURY,
} from './testing/facts.ts';

/** Token accounts keep more than other transactions of these tests may cost. */
const CAP = FEE_CAP * 10n;

const approve = (plan: SolanaPlan, facts: PlanFacts) => judge(plan, facts, CAP);
const refusal = (plan: SolanaPlan, facts: PlanFacts) => {
  try {
    judge(plan, facts, CAP);
  } catch (error) {
    if (error instanceof PlanRefused) return error.message;
    throw error;
  }
  return null;
};

const OPENING = {
  payee: 'nonce-0',
  units: 2n * 1_447_680n,
  durable: null,
  opens: [0, 1],
  expiring: { blockhash: 'hash', lastValid: 900 },
} as const;

describe('a payment on Solana', () => {
  it('pays what an order asks for, and uses up the value of a nonce account', () => {
    const { purpose, payoutIds, spends, amounts } = approve(solanaPlan(), solanaFacts([payout(1)]));
    expect([purpose, payoutIds, spends]).toEqual(['payouts', [1], ['nonce-3=value']]);
    // A signature, and two lamports for each of a thousand units of compute.
    expect(amounts).toEqual(new Map([[NATIVE, 10_000_001n + 7_000n]]));
  });

  it('is refused with anything in it changed', () => {
    const changes: Record<string, Partial<SolanaPlan>> = {
      'another receiver': { payee: 'thief' },
      'a unit more': { units: 10_000_002n },
      'another coin': { contract: CONTRACT },
      'somebody else pays the fee': { feePayer: DEPOSIT },
      'no nonce': { durable: null },
      'it expires': { expiring: OPENING.expiring },
      'a fee above the cap': { priorityFee: 10n ** 14n },
      'it closes an account of the treasury': { closesAccount: true },
      'it opens nonce accounts besides': { opens: [0] },
    };
    const facts = solanaFacts([payout(1)]);
    for (const [what, change] of Object.entries(changes)) {
      expect([what, refusal(solanaPlan(change), facts)]).toEqual([what, expect.any(String)]);
    }
  });

  it('is signed again only with the same account and value', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), (sameAccount, sameValue) => {
        const account = sameAccount ? 'nonce-3' : 'nonce-4';
        const value = sameValue ? 'value' : 'another';
        const facts = solanaFacts([
          payout(1, { isDue: false, isSigned: true, earlier: [['nonce-3=value']] }),
        ]);
        const plan = solanaPlan({ durable: { number: 3, account, value } });
        expect(refusal(plan, facts) === null).toBe(sameAccount && sameValue);
      }),
    );
  });

  it('is refused with a value that its account does not hold, as the hash of a block would be', () => {
    const facts = { ...solanaFacts([payout(1)]), nonce: 'contradicted' } as const;
    expect(refusal(solanaPlan(), facts)).toMatch(/nonce-3 does not hold value in final blocks/);
    expect(refusal(solanaPlan({ payee: TREASURY, units: 0n }), facts)).toMatch(/does not hold/);
  });

  it('that takes the place of another counts once, or where nobody has seen the value again in full', () => {
    const facts = solanaFacts([payout(1, { isDue: false, isSigned: true, earlier: [['nonce-3=value']] })]);
    expect(approve(solanaPlan(), facts).amounts).toEqual(new Map([[NATIVE, 7_000n]]));
    const unasked = { ...facts, nonce: 'unasked' } as const;
    expect(approve(solanaPlan(), unasked).amounts).toEqual(new Map([[NATIVE, 10_000_001n + 7_000n]]));
  });

  it('of nothing, from the treasury to itself, cancels', () => {
    const plan = solanaPlan({ payee: TREASURY, units: 0n });
    expect(approve(plan, solanaFacts([])).purpose).toBe('filler');
    expect(refusal({ ...plan, units: 1n }, solanaFacts([]))).toMatch(/no order asks for/);
  });
});

describe('a sweep on Solana', () => {
  const sweep = solanaPlan({ from: DEPOSIT, payee: TREASURY, contract: CONTRACT, closesAccount: true });

  it('goes to the treasury alone, which pays its fee', () => {
    expect(approve(sweep, solanaFacts([]))).toMatchObject({ purpose: 'sweep', spends: ['nonce-3=value'] });
    expect(refusal({ ...sweep, payee: 'thief' }, solanaFacts([]))).toMatch(/goes to the treasury alone/);
    expect(refusal({ ...sweep, feePayer: DEPOSIT }, solanaFacts([]))).toMatch(/treasury pays the fee/);
  });

  it('needs no fuel, so none is given', () => {
    expect(refusal(solanaPlan({ payee: DEPOSIT, units: 5_000n }), solanaFacts([]))).toMatch(/no order/);
  });

  it('takes from several deposit addresses, each ours and once, and nobody else gets any of it', () => {
    const other = (more: object = {}) => ({ from: 'deposit-2', units: 5n, closesAccount: true, ...more });
    const several = (...gathers: SolanaPlan['gathers']) => ({ ...sweep, gathers });
    const facts = { ...solanaFacts([]), ours: new Set([DEPOSIT, 'deposit-2', 'deposit-3']) };
    const plan = several(other(), other({ from: 'deposit-3', units: 6n }));
    const approval = approve(plan, facts);
    // Four signatures.
    expect(approval).toMatchObject({ purpose: 'sweep', amounts: new Map([[NATIVE, 22_000n]]) });
    const signed = { txid: 'tx', bytes: new Uint8Array(2) };
    expect(recordedPlan(plan, approval, signed, facts, { at: 1 })).toMatchObject({
      source: DEPOSIT,
      sources: [DEPOSIT, 'deposit-2', 'deposit-3', TREASURY],
      gathers: [
        { source: 'deposit-2', units: '5' },
        { source: 'deposit-3', units: '6' },
      ],
      moved: { assetId: TOKEN, address: TREASURY, units: '10000012' },
    });
    const changes: Record<string, SolanaPlan> = {
      'from a stranger': several(other({ from: 'stranger' })),
      'from the treasury': several(other({ from: TREASURY })),
      'twice from one': several(other(), other()),
      'of another token': { ...several(other()), contract: 'unknown' },
      'to somebody else': { ...several(other()), payee: 'thief' },
      'to whom an order pays': {
        ...several(other()),
        payee: 'receiver-1',
        contract: null,
        units: 10_000_001n,
      },
      'with a fee above the cap': { ...several(other()), priorityFee: 10n ** 14n },
      'that closes an account of coins': { ...several(other()), contract: null, closesAccount: false },
    };
    for (const [what, changed] of Object.entries(changes)) {
      expect([what, refusal(changed, { ...facts, payouts: solanaFacts([payout(1)]).payouts })]).toEqual([
        what,
        expect.any(String),
      ]);
    }
  });

  it('is recorded with both who pay', () => {
    const facts = solanaFacts([]);
    const signed = { txid: 'tx', bytes: new Uint8Array(2) };
    expect(recordedPlan(sweep, approve(sweep, facts), signed, facts, { at: 1 })).toMatchObject({
      source: DEPOSIT,
      sources: [DEPOSIT, TREASURY],
      spends: ['nonce-3=value'],
      moved: { assetId: TOKEN, address: TREASURY },
    });
  });
});

describe('an opening of nonce accounts', () => {
  const opening = solanaPlan(OPENING);

  it('does nothing else, and costs no more than its fee: what they keep stays ours', () => {
    const { purpose, amounts } = approve(opening, solanaFacts([]));
    expect([purpose, amounts]).toEqual(['opening', new Map([[NATIVE, 7_000n]])]);
  });

  it('is recorded with its expiry, and uses up nothing but itself', () => {
    const facts = solanaFacts([]);
    const signed = { txid: 'tx', bytes: new Uint8Array(2) };
    expect(recordedPlan(opening, approve(opening, facts), signed, facts, { at: 1 })).toMatchObject({
      expiresAt: 900,
      spends: [`${TREASURY}@tx`],
    });
  });

  it('is refused where it does something else, or gives them too much', () => {
    const changes: Record<string, Partial<SolanaPlan>> = {
      'from a deposit address': { from: DEPOSIT },
      'with a token': { contract: CONTRACT },
      'with a nonce': { durable: { number: 3, account: 'nonce-3', value: 'value' } },
      'without an expiry': { expiring: null },
      'with a token account': { createsAccount: true },
      'one that closes': { closesAccount: true },
      'one that sweeps': { gathers: [{ from: DEPOSIT, units: 1n, closesAccount: false }] },
      'one twice': { opens: [0, 0] },
      'one that there is not': { opens: [0, 64] },
      'with too much': { units: 2n * CAP + 1n },
    };
    for (const [what, change] of Object.entries(changes)) {
      const plan = { ...opening, ...change };
      expect([what, refusal(plan, solanaFacts([]))]).toEqual([what, expect.any(String)]);
    }
  });
});
