import { describe, expect, it } from 'vitest';
import type { ExpiringPlan } from '../chains/signer.ts';
import type { PlanFacts } from './facts.ts';
import { planFromJson, planToJson } from './plan-json.ts';
import { judge } from './policy.ts';
import { recordedPlan } from './recorded-plan.ts';
import { PlanRefused } from './refusals.ts';
import { accountFacts, CONTRACT, DEPOSIT, FEE_CAP, TREASURY } from './testing/facts.ts';

const LENDER = { account: 'operator', most: 1_000n };
const FACTS: PlanFacts = {
  ...accountFacts([]),
  chain: { id: 8, name: 'TRON', space: 'tron', evmChainId: null },
  latestExpiry: 1_000,
  lender: LENDER,
};
const TXID = 'ab'.repeat(32);

const loan = (isBack: boolean, changes: Partial<ExpiringPlan> = {}): ExpiringPlan => ({
  kind: 'expiring',
  chainId: FACTS.chain.id,
  space: FACTS.chain.space,
  from: TREASURY,
  payee: DEPOSIT,
  contract: null,
  units: 1_000n,
  feeUnits: 0n,
  callFeeUnits: 0n,
  expiresAt: FACTS.latestExpiry,
  reference: '00'.repeat(32),
  salt: 'out',
  loan: { account: 'operator', permission: 2, isBack },
  ...changes,
});

describe('a loan of energy', () => {
  it('to a deposit address is signed, and its return, and lets go of nothing', () => {
    for (const [isBack, word] of [
      [false, 'lending'],
      [true, 'taking back'],
    ] as const) {
      const plan = loan(isBack);
      const approval = judge(plan, FACTS, FEE_CAP, TXID);
      expect(approval).toMatchObject({ purpose: word, payoutIds: [], spends: [`operator@${TXID}`] });
      expect([...approval.amounts.values()]).toEqual([0n]);
      const signed = { txid: TXID, bytes: new Uint8Array([1]) };
      expect(recordedPlan(plan, approval, signed, FACTS, { at: 5 })).toMatchObject({
        source: 'operator',
        sources: ['operator'],
        spends: [`operator@${TXID}`],
        feeUnits: '0',
        moved: { address: DEPOSIT, units: '1000' },
      });
      expect(planFromJson(planToJson(plan))).toEqual(plan);
    }
  });

  it.each<[string, ExpiringPlan]>([
    ['to somebody else', loan(false, { payee: 'thief' })],
    ['of more than the file allows', loan(false, { units: 1_001n })],
    ['of another account', loan(false, { loan: { account: TREASURY, permission: 2, isBack: false } })],
    [
      'with the keys of the account itself',
      loan(false, { loan: { account: 'operator', permission: 0, isBack: false } }),
    ],
    ['with a deposit address’s key', loan(false, { from: DEPOSIT })],
    ['of a token', loan(false, { contract: CONTRACT })],
    ['at a fee', loan(false, { feeUnits: 1n })],
    ['that expires too late', loan(false, { expiresAt: FACTS.latestExpiry + 1 })],
    ['back from somebody else', loan(true, { payee: 'thief' })],
  ])('is refused %s', (_what, plan) => {
    expect(() => judge(plan, FACTS, FEE_CAP, TXID)).toThrow(PlanRefused);
  });

  it('is refused where the signer’s file names nobody', () => {
    expect(() => judge(loan(false), { ...FACTS, lender: undefined }, FEE_CAP, TXID)).toThrow('"energy"');
  });
});
