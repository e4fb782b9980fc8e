import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planFingerprint, planFromJson, planToJson } from './plan-json.ts';
import { coinsPlan, evmPlan, payout, solanaPlan } from './testing/facts.ts';

describe('a plan on its way', () => {
  it('loses nothing, however large its amounts', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 78n - 1n }), (units) => {
        const plans = [
          coinsPlan([payout(1, { units: 1n })]),
          evmPlan({ units, gas: units }),
          solanaPlan({ units, priorityFee: units }),
          solanaPlan({ gathers: [{ from: 'deposit-2', units, closesAccount: true }] }),
          solanaPlan({ units, durable: null, opens: [0, 7], expiring: { blockhash: 'h', lastValid: 9 } }),
        ];
        for (const plan of plans) {
          expect(planFromJson(planToJson(plan))).toEqual(plan);
        }
      }),
    );
    const legacy = evmPlan({ fee: { type: 'legacy', gasPrice: 7n } });
    expect(planFromJson(planToJson(legacy))).toEqual(legacy);
  });

  it.each([
    ['no JSON', 'plan'],
    ['nothing known', '{}'],
    ['a field too many', JSON.stringify({ ...JSON.parse(planToJson(evmPlan())), data: '0x' })],
    ['an amount that is a number', planToJson(evmPlan()).replace('"10000001"', '10000001')],
    ['a negative amount', planToJson(evmPlan()).replace('"10000001"', '"-1"')],
    ['a nonce account without a value', planToJson(solanaPlan()).replace('"value":"value"', '"value":""')],
    ['no outputs', planToJson(coinsPlan([], { outputs: [] }))],
  ])('is refused if it is %s', (_what, text) => {
    expect(() => planFromJson(text)).toThrow(SyntaxError);
  });

  it('is known again by what it says', () => {
    expect(planFingerprint(planFromJson(planToJson(evmPlan())))).toEqual(planFingerprint(evmPlan()));
    const { kind, ...rest } = evmPlan();
    expect(planFingerprint({ ...rest, kind })).toEqual(planFingerprint(evmPlan()));
    expect(planFingerprint(evmPlan({ nonce: 6 }))).not.toEqual(planFingerprint(evmPlan()));
  });
});
