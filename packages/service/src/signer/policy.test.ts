import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CoinsPlan, SigningPlan } from '../chains/signer.ts';
import type { PlanFacts, UnpaidPayout } from './facts.ts';
import { judge } from './policy.ts';
import { PlanRefused } from './refusals.ts';
import {
  accountFacts,
  CONTRACT,
  coinFacts,
  coinsPlan,
  DEPOSIT,
  evmPlan,
  FEE_CAP,
  NATIVE,
  payout,
  TOKEN,
  TREASURY,
  txidOf,
} from './testing/facts.ts';

const approve = (plan: SigningPlan, facts: PlanFacts) => judge(plan, facts, FEE_CAP);
const refusal = (plan: SigningPlan, facts: PlanFacts) => {
  try {
    judge(plan, facts, FEE_CAP);
  } catch (error) {
    if (error instanceof PlanRefused) return error.message;
    throw error;
  }
  return null;
};

/** One to five payouts of different receivers. */
const somePayouts = fc
  .uniqueArray(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 5 })
  .map((ids) => ids.map((id) => payout(id)));

describe('a payment from coins', () => {
  it('pays what orders ask for, and its change comes home', () => {
    fc.assert(
      fc.property(somePayouts, (payouts) => {
        const { purpose, payoutIds, amounts } = approve(coinsPlan(payouts), coinFacts(payouts));
        expect(purpose).toBe('payouts');
        expect(payoutIds).toEqual(payouts.map(({ id }) => id));
        const paid = payouts.reduce((sum, { units }) => sum + units, 0n);
        expect(amounts).toEqual(new Map([[NATIVE, paid + 5_000n]]));
      }),
    );
  });

  it('is refused with anything in it changed', () => {
    const changes: Record<string, (plan: CoinsPlan, n: number) => CoinsPlan> = {
      'another receiver': (plan, n) => withOutput(plan, n, { address: 'thief' }),
      'a unit more': (plan, n) => withOutput(plan, n, { units: plan.outputs[n]!.units + 1n }),
      'a unit less': (plan, n) => withOutput(plan, n, { units: plan.outputs[n]!.units - 1n }),
      'a payout doubled': (plan, n) => ({ ...plan, outputs: [...plan.outputs, plan.outputs[n]!] }),
      'change to a stranger': (plan) => withOutput(plan, plan.outputs.length - 1, { address: 'thief' }),
      'change to a deposit address': (plan) =>
        withOutput(plan, plan.outputs.length - 1, { address: DEPOSIT }),
      'a fee above the cap': (plan) =>
        withOutput(plan, plan.outputs.length - 1, { units: plan.outputs.at(-1)!.units - FEE_CAP }),
      'another chain': (plan) => ({ ...plan, chainId: 4 }),
      'the keys of another chain': (plan) => ({ ...plan, space: 'bitcoin' }),
      'a coin that holds more than it says': (plan) => withInput(plan, { units: 99_999_999n }),
      'a coin of another address': (plan) => withInput(plan, { address: 'elsewhere' }),
      'a coin that is not in the books': (plan) => withInput(plan, { txid: txidOf(99) }),
      'a coin spent twice': (plan) => ({ ...plan, inputs: [...plan.inputs, ...plan.inputs] }),
    };
    fc.assert(
      fc.property(
        somePayouts.chain((payouts) =>
          fc.tuple(fc.constant(payouts), fc.integer({ min: 0, max: payouts.length - 1 })),
        ),
        fc.constantFrom(...Object.keys(changes)),
        ([payouts, n], change) => {
          const plan = changes[change]!(coinsPlan(payouts), n);
          expect(refusal(plan, coinFacts(payouts))).not.toBeNull();
        },
      ),
    );
  });

  it('is refused for a payout of another asset, though address and amount are the same', () => {
    const asked = payout(1, { assetId: TOKEN });
    expect(refusal(coinsPlan([asked]), coinFacts([asked]))).toContain('no order asks for');
  });

  it('is refused for a payout whose order does not stand for it', () => {
    const asked = payout(1, { isDue: false });
    expect(refusal(coinsPlan([asked]), coinFacts([asked]))).toContain('its order does not stand for it');
  });

  it('may be signed again only if it excludes all that was signed before', () => {
    const spends = fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(spends, { maxLength: 3 }), spends, fc.boolean(), (before, now, isSigned) => {
        const names = (coins: readonly number[]) => coins.map((n) => `${txidOf(n)}:0`);
        const asked = payout(1, { isDue: !isSigned, isSigned, earlier: before.map(names) });
        const inputs = now.map((n) => ({ txid: txidOf(n), index: 0, units: 100_000_000n, address: DEPOSIT }));
        const change = BigInt(now.length) * 100_000_000n - asked.units - 5_000n;
        const outputs = [
          { address: asked.address, units: asked.units },
          { address: TREASURY, units: change },
        ];
        const isExclusive = before.every((coins) => coins.some((n) => now.includes(n)));
        const mayBe = isExclusive && (!isSigned || before.length > 0);
        const plan = coinsPlan([], { inputs, outputs });
        expect(refusal(plan, coinFacts([asked])) === null).toBe(mayBe);
      }),
    );
  });

  it('whatever is asked in whatever order, at most one that pays a payout can be mined', () => {
    const numbers = (max: number) =>
      fc.uniqueArray(fc.integer({ min: 0, max }), { minLength: 1, maxLength: 3 });
    const asks = fc.array(fc.record({ coins: numbers(4), paid: numbers(3) }), { maxLength: 12 });
    fc.assert(
      fc.property(asks, (all) => {
        // Two of them are equal.
        const ids = [1, 2, 3, 4];
        const signed = new Map<number, string[][]>(ids.map((id) => [id, []]));
        const payouts = () =>
          ids.map((id) =>
            payout(id, { address: `receiver-${id % 3}`, units: 20_000_000n, earlier: signed.get(id)! }),
          );
        for (const { coins, paid } of all) {
          const inputs = coins.map((n) => ({
            txid: txidOf(n),
            index: 0,
            units: 100_000_000n,
            address: DEPOSIT,
          }));
          const outputs = paid.map((n) => ({ address: payouts()[n]!.address, units: 20_000_000n }));
          const units = BigInt(coins.length) * 100_000_000n - BigInt(paid.length) * 20_000_000n - 5_000n;
          const plan = coinsPlan([], { inputs, outputs: [...outputs, { address: TREASURY, units }] });
          if (refusal(plan, coinFacts(payouts())) !== null) continue;
          const { payoutIds, spends } = approve(plan, coinFacts(payouts()));
          for (const id of payoutIds) signed.set(id, [...signed.get(id)!, [...spends]]);
        }
        for (const spends of signed.values()) {
          for (const [n, one] of spends.entries()) {
            for (const other of spends.slice(n + 1))
              expect(one.some((spend) => other.includes(spend))).toBe(true);
          }
        }
      }),
    );
  });

  it('of two equal payouts means the one that it pays for the second time', () => {
    const same = { address: 'twin', units: 20_000_000n };
    const first = payout(9, { ...same, isDue: false, isSigned: true, earlier: [[`${txidOf(0)}:0`]] });
    const second = payout(3, same);
    const { payoutIds, amounts } = approve(coinsPlan([first]), coinFacts([second, first]));
    expect(payoutIds).toEqual([9]);
    // Counted when it was signed first.
    expect(amounts.get(NATIVE)).toBe(5_000n);
  });

  it('may bring coins to the treasury', () => {
    expect(approve(coinsPlan([]), coinFacts([])).purpose).toBe('sweep');
  });

  describe('that no block has taken', () => {
    const [waiting, other] = [`${txidOf(50)}:0`, `${txidOf(51)}:0`];
    const facts = (payouts: readonly UnpaidPayout[]) => ({
      ...coinFacts(payouts),
      waiting: new Map([waiting, other].map((spend) => [spend, { address: DEPOSIT, units: 100_000_000n }])),
    });
    const input = (n: number) => ({ txid: txidOf(n), index: 0, units: 100_000_000n, address: DEPOSIT });
    const help = coinsPlan([], { inputs: [input(50)] });

    it('may be spent to the treasury', () => {
      const { purpose, payoutIds, spends, amounts } = approve(help, facts([]));
      expect([purpose, payoutIds, spends]).toEqual(['help', [], [waiting]]);
      // Only its fee is let go of.
      expect(amounts).toEqual(new Map([[NATIVE, 5_000n]]));
    });

    it.each<[string, CoinsPlan]>([
      ['a receiver', withOutput(help, 0, { address: 'thief' })],
      ['a deposit address', withOutput(help, 0, { address: DEPOSIT })],
      ['the network, with most of it', withOutput(help, 0, { units: 1_000n })],
      ['the treasury, as if it held more', withInput(help, { units: 100_000_001n })],
      ['the treasury, from another address', withInput(help, { address: 'elsewhere' })],
      ['the treasury, with another that waits', { ...help, inputs: [input(50), input(51)] }],
      ['the treasury, with a coin that is in a block', { ...help, inputs: [input(50), input(1)] }],
      ['the treasury, though nobody has seen it', { ...help, inputs: [input(52)] }],
    ])('may not be spent to %s', (_, plan) => {
      const change = { address: TREASURY, units: 199_995_000n };
      const outputs = plan.inputs.length > 1 ? [change] : plan.outputs;
      expect(refusal({ ...plan, outputs }, facts([]))).not.toBeNull();
    });

    it('pays nobody, though an order asks for it', () => {
      const asked = payout(1);
      const plan = coinsPlan([asked], { inputs: [input(50)] });
      expect(refusal(plan, facts([asked]))).toContain('no block has taken pays nobody');
    });
  });

  it('may give back what a cancelled payment spends, in parts', () => {
    const outputs = [30_000_000n, 20_000_000n, 49_990_000n].map((units) => ({ address: TREASURY, units }));
    const { purpose, payoutIds } = approve(coinsPlan([], { outputs }), coinFacts([payout(1)]));
    expect([purpose, payoutIds]).toEqual(['sweep', []]);
  });

  it('may not cost much where it moves little', () => {
    const small: UnpaidPayout = payout(1, { units: 1_000_000n });
    const inputs = [{ txid: txidOf(0), index: 0, units: 1_200_000n, address: DEPOSIT }];
    const outputs = [{ address: small.address, units: small.units }];
    const coins = new Map([[`${txidOf(0)}:0`, { address: DEPOSIT, units: 1_200_000n }]]);
    const facts = { ...coinFacts([small]), coins };
    expect(refusal(coinsPlan([], { inputs, outputs }), facts)).toContain('too large for the 1200000');
  });
});

describe('a payment from an account', () => {
  const asked = payout(1);
  const inToken = payout(2, { assetId: TOKEN });

  it('pays what an order asks for, in coin or token', () => {
    expect(approve(evmPlan(), accountFacts([asked])).payoutIds).toEqual([1]);
    const { address: payee, units } = inToken;
    const { amounts } = approve(evmPlan({ payee, units, contract: CONTRACT }), accountFacts([inToken]));
    expect(amounts).toEqual(
      new Map([
        [NATIVE, 210_000n],
        [TOKEN, units],
      ]),
    );
  });

  it.each([
    ['another receiver', { payee: 'thief' }],
    ['another amount', { units: asked.units + 1n }],
    ['another asset', { contract: CONTRACT }],
    ['an unknown contract', { contract: '0xforeign' }],
    ['another network', { evmChainId: 1 }],
    ['another chain', { chainId: 2 }],
    ['another payer', { from: 'thief' }],
    ['a deposit address as payer', { from: DEPOSIT }],
    ['much gas', { gas: 1_000_000n }],
    ['dear gas', { fee: { type: 'legacy', gasPrice: 1_000n } as const }],
  ])('is refused with %s', (_what, change) => {
    expect(refusal(evmPlan(change), accountFacts([asked]))).not.toBeNull();
  });

  it('is signed again under the same number only', () => {
    const signed = payout(1, { isDue: false, isSigned: true, earlier: [[`${TREASURY}#5`]] });
    expect(refusal(evmPlan(), accountFacts([signed]))).toBeNull();
    expect(refusal(evmPlan({ nonce: 6 }), accountFacts([signed]))).toContain('was signed before');
  });

  it('brings what lies on a deposit address to the treasury, and nowhere else', () => {
    const sweep = { from: DEPOSIT, payee: TREASURY, units: 123n };
    expect(approve(evmPlan(sweep), accountFacts([])).purpose).toBe('sweep');
    expect(approve(evmPlan({ ...sweep, contract: CONTRACT }), accountFacts([])).purpose).toBe('sweep');
    // Not even to a receiver: payouts come from the treasury.
    const stray = { ...sweep, payee: asked.address, units: asked.units };
    expect(refusal(evmPlan(stray), accountFacts([asked]))).toContain('goes to the treasury alone');
  });

  describe('gives back what screening stopped from the address that it came to', () => {
    const stopped = payout(1, { origin: DEPOSIT });
    const back = { from: DEPOSIT, payee: stopped.address, units: stopped.units };

    it('as a payout, to its receiver, under its own number', () => {
      expect(approve(evmPlan(back), accountFacts([stopped]))).toMatchObject({
        purpose: 'payouts',
        payoutIds: [1],
        spends: [`${DEPOSIT}#5`],
      });
    });

    it.each([
      ['by the treasury', { from: TREASURY }, stopped, 'only deposit, to which it came'],
      ['by another address of ours', { from: 'other' }, stopped, 'goes to the treasury alone'],
      ['to another receiver', { payee: 'thief' }, stopped, 'goes to the treasury alone'],
      ['with more than its payout', { units: back.units + 1n }, stopped, 'and nothing else, once'],
      ['in another asset', { contract: CONTRACT }, stopped, 'and nothing else, once'],
      ['if nothing was stopped', {}, payout(1), 'goes to the treasury alone'],
      ['if its order does not stand for it', {}, { ...stopped, isDue: false }, 'and nothing else, once'],
      ['if it was signed by the treasury', {}, { ...stopped, earlier: [[`${TREASURY}#4`]] }, 'once'],
    ])('and not %s', (_what, change, owed, why) => {
      const facts = { ...accountFacts([owed]), ours: new Set([DEPOSIT, 'other']) };
      expect(refusal(evmPlan({ ...back, ...change }), facts)).toContain(why);
    });

    it('again under the same number, though it was released since', () => {
      const signed = { isDue: false, isSigned: true, earlier: [[`${DEPOSIT}#5`]], signedFrom: [DEPOSIT] };
      const released = payout(1, signed);
      expect(refusal(evmPlan(back), accountFacts([released]))).toBeNull();
      expect(refusal(evmPlan({ ...back, nonce: 6 }), accountFacts([released]))).not.toBeNull();
      expect(refusal(evmPlan({ ...back, from: TREASURY }), accountFacts([released]))).not.toBeNull();
      // What the store alone says was signed from there was not.
      expect(refusal(evmPlan(back), accountFacts([{ ...released, signedFrom: [] }]))).not.toBeNull();
    });
  });

  it('gives fuel to a deposit address that holds something, and not much', () => {
    const fuel = { payee: DEPOSIT, units: 2n * FEE_CAP };
    expect(approve(evmPlan(fuel), accountFacts([])).purpose).toBe('fuel');
    expect(refusal(evmPlan({ ...fuel, units: fuel.units + 1n }), accountFacts([]))).toContain(
      'too much fuel',
    );
    expect(refusal(evmPlan({ ...fuel, contract: CONTRACT }), accountFacts([]))).toContain('no order asks');
    expect(refusal(evmPlan(fuel), { ...accountFacts([]), holders: new Set() })).toContain('nothing lies on');
    expect(refusal(evmPlan({ ...fuel, payee: 'thief' }), accountFacts([]))).toContain('no order asks');
  });

  it('uses up a number by paying itself nothing', () => {
    const filler = { payee: TREASURY, units: 0n };
    expect(approve(evmPlan(filler), accountFacts([])).purpose).toBe('filler');
    // Under the nonce of a payment that is signed it cancels that.
    const signed = payout(1, { isDue: false, isSigned: true, earlier: [[`${TREASURY}#5`]] });
    expect(approve(evmPlan(filler), accountFacts([signed]))).toMatchObject({
      purpose: 'filler',
      payoutIds: [],
    });
    expect(refusal(evmPlan({ ...filler, contract: CONTRACT }), accountFacts([]))).not.toBeNull();
  });
});

function withOutput(plan: CoinsPlan, n: number, change: Partial<CoinsPlan['outputs'][number]>): CoinsPlan {
  return { ...plan, outputs: plan.outputs.map((each, at) => (at === n ? { ...each, ...change } : each)) };
}

function withInput(plan: CoinsPlan, change: Partial<CoinsPlan['inputs'][number]>): CoinsPlan {
  return { ...plan, inputs: plan.inputs.map((each) => ({ ...each, ...change })) };
}
