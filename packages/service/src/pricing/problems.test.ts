import { MESSAGE, type ReceiveEntry } from '@swapdesk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { volume } from '../../../../test/support/volume.ts';
import type { CheckAddress } from '../catalog/receiver.ts';
import { refuse } from '../chains/family.ts';
import { fromUnits } from '../money/units.ts';
import { Refusal } from '../refusal.ts';
import { problemsOf, type RefusedRequest } from './problems.ts';
import { agree, conditionsNow, type ExchangeRequest } from './terms.ts';
import { type SizedCase, sizedCase } from './testing/sized-market.ts';

const NO_FEES = { float: null, fixed: null };
const RUNS = { numRuns: volume(100, 3_000) };

/** Whoever is called so may not receive. */
const check: CheckAddress = (_chain, address) =>
  address.startsWith('bad') ? refuse('FORM', 'It is bad') : { valid: true, address };

function refusalOf({ market }: SizedCase, request: ExchangeRequest): Refusal {
  try {
    agree(market, request, NO_FEES);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  return new Refusal(MESSAGE.invalidToAddress);
}

function problems(
  each: SizedCase,
  request: ExchangeRequest & RefusedRequest,
  refusal = refusalOf(each, request),
) {
  const { market } = each;
  const conditions = () => conditionsNow(market, request, NO_FEES, false);
  return problemsOf(request, refusal, { catalogue: market.catalogue, check, conditions });
}

const entry = (to_abbr: string, to_address = 'good', to_chain = 'One'): ReceiveEntry => ({
  to_chain,
  to_abbr,
  to_address,
});
/** Of an entry whose ratio is left out, which is then all of it. */
const [anyCase] = fc.sample(sizedCase(), { numRuns: 1, seed: 1 }) as [SizedCase];

describe('all that is wrong with a request', () => {
  it('begins with what it is refused for, and goes on in the order of the checks', () => {
    const request = {
      ...anyCase.request('1'),
      from_abbr: 'NONE',
      to_address: [
        entry('AAA', 'bad one'),
        entry('NONE'),
        entry('BBB', 'bad two'),
        entry('NONE', 'bad three'),
      ],
      refund_address: 'bad of a coin that is not known',
    };
    expect(problems(anyCase, request)).toEqual([
      { code: 'INCORRECT_PARAMETERS', field: 'to_address' },
      { code: 'FROM_ASSET_NOT_FOUND', field: 'from_abbr' },
      { code: 'TO_ASSET_NOT_FOUND', field: 'to_address.1.to_abbr' },
      { code: 'TO_ASSET_NOT_FOUND', field: 'to_address.3.to_abbr' },
      { code: 'INVALID_TO_ADDRESS', field: 'to_address.0.to_address', reason: 'It is bad' },
      { code: 'INVALID_TO_ADDRESS', field: 'to_address.2.to_address', reason: 'It is bad' },
    ]);
  });

  it('begins with what no look at the request would find', () => {
    const request = { ...anyCase.request('1'), to_address: [entry('NONE')], refund_address: 'bad' };
    expect(problems(anyCase, request, new Refusal(MESSAGE.calcIdInvalid))).toEqual([
      { code: 'CALC_ID_INVALID_OR_EXPIRED', field: 'calc_id' },
      { code: 'TO_ASSET_NOT_FOUND', field: 'to_address.0.to_abbr' },
      { code: 'INVALID_REFUND_ADDRESS', field: 'refund_address', reason: 'It is bad' },
    ]);
  });

  it('has the limits of both sides: what is received of the least and of the most', () => {
    const property = fc.property(
      sizedCase({ hasFees: true, isTight: true }),
      fc.boolean(),
      (each, isMore) => {
        const request = {
          ...each.request(isMore ? '1e60' : '0'),
          to_address: each.request('1').to_address.map((asked) => ({ ...asked, to_address: 'bad' })),
        };
        const refusal = refusalOf(each, request);
        fc.pre(refusal.data !== undefined);
        const [first, ...others] = problems(each, request, refusal);
        const { min_from_quantity: least, max_from_quantity: most } = refusal.data as Record<string, string>;
        expect(first).toMatchObject({
          code:
            refusal.reply === MESSAGE.quantityTooSmall
              ? 'FROM_QUANTITY_TOO_SMALL'
              : 'FROM_QUANTITY_TOO_LARGE',
          field: 'from_quantity',
          ...refusal.data,
        });
        expect(others.map(({ field }) => field)).toEqual(
          request.to_address.map((_, n) => `to_address.${n}.to_address`),
        );
        const { minUnits, maxUnits } = conditionsNow(each.market, request, NO_FEES, false).limits;
        if (minUnits > maxUnits) {
          expect(first).not.toHaveProperty('to');
          return;
        }
        const [small, large] = [least, most].map((text) => {
          const { entries } = agree(each.market, each.request(text as string), NO_FEES);
          return entries.map(({ units, decimals }) => fromUnits(units, decimals));
        });
        expect(first?.to).toEqual(
          small?.map((text, n) => ({ min_to_quantity: text, max_to_quantity: large?.[n] })),
        );
      },
    );
    fc.assert(property, RUNS);
  });
});
