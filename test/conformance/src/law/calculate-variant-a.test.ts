import { describe, expect, it } from 'vitest';
import { addressOf } from '../support/addresses.ts';
import { dataOf, expectParameterError, expectRefused, expectSuccess } from '../support/expect.ts';
import { itHasTheFields } from '../support/fields.ts';
import { once } from '../support/once.ts';
import { options } from '../support/options.ts';
import { calculate, deliver, type Fields, quoteRequest, without } from '../support/requests.ts';
import { QUOTE_A, QUOTED_ENTRY_A } from '../support/tables.ts';
import type { Quote } from '../support/wire.ts';

const whole = (more: Fields = {}) => deliver({ to_ratio: 1, to_group_ratio: 1, ...more });
const half = (more: Fields = {}) => deliver({ to_ratio: 0.5, to_group_ratio: 0.5, ...more });
const ask = async (...entries: Fields[]) => calculate(await quoteRequest({ to_address: entries }));

describe('calculate, Variant A (4.1)', () => {
  const quote = once(async () => dataOf<Quote>(await ask(half(), half())));

  describe('data', () => itHasTheFields(QUOTE_A, quote));
  describe('data.to[]', () => itHasTheFields(QUOTED_ENTRY_A, async () => (await quote()).to[0]));

  it('there is one entry for each receive entry', async () => {
    expect((await quote()).to).toHaveLength(2);
  });

  it('the receiving address is given back', async () => {
    expect((await quote()).to[0]?.to_address).toBe(addressOf(options.to));
  });

  it('one entry with both ratios 1 is quoted', async () => {
    expectSuccess(await ask(whole()));
  });

  it('fixed mode is quoted too', async () => {
    expectSuccess(await calculate(await quoteRequest({ exchange_mode: 'fixed', to_address: [whole()] })));
  });

  it.each(['to_abbr', 'to_address', 'to_chain', 'to_ratio'])('%s is required', async (field) => {
    expectParameterError(await ask(without(whole(), field)));
  });

  it('to_group_ratio is required of every entry', async () => {
    expectParameterError(await ask(half(), without(half(), 'to_group_ratio')));
  });

  it.each(['to_ratio', 'to_group_ratio'])('%s of the wrong type is a parameter error', async (field) => {
    expectParameterError(await ask(whole({ [field]: '1' })));
  });

  it('to_address of the wrong type is a parameter error', async () => {
    expectParameterError(await ask(whole({ to_address: 1 })));
  });

  it.each([
    ['to_ratio', 0],
    ['to_ratio', -0.5],
    ['to_ratio', 1.5],
    ['to_group_ratio', 0],
    ['to_group_ratio', -0.5],
    ['to_group_ratio', 1.5],
  ])('%s %d is refused: it is above 0 and at most 1', async (field, value) => {
    expectRefused(await ask(whole({ [field]: value })));
  });
});
