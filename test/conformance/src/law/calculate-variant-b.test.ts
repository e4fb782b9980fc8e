import { describe, expect, it } from 'vitest';
import { dataOf } from '../support/expect.ts';
import { itHasTheFields } from '../support/fields.ts';
import { once } from '../support/once.ts';
import { options } from '../support/options.ts';
import { calculate, goodQuantity, quoteRequest, receive } from '../support/requests.ts';
import { needsAlso } from '../support/skips.ts';
import { QUOTE_B, QUOTED_ENTRY_B } from '../support/tables.ts';
import type { Quote } from '../support/wire.ts';

describe.each(['float', 'fixed'])('calculate, Variant B, %s (4.1)', (mode) => {
  const quote = once(async () => dataOf<Quote>(await calculate(await quoteRequest({ exchange_mode: mode }))));

  describe('data', () => itHasTheFields(QUOTE_B, quote));
  describe('data.to[]', () => itHasTheFields(QUOTED_ENTRY_B, async () => (await quote()).to[0]));

  it('the quantity that was asked for lies within the limits', async () => {
    const { min_from_quantity, max_from_quantity } = await quote();
    expect(min_from_quantity).toBeGreaterThan(0);
    expect(await goodQuantity()).toBeGreaterThanOrEqual(min_from_quantity);
    expect(await goodQuantity()).toBeLessThanOrEqual(max_from_quantity);
  });

  it('something is received for it', async () => {
    const [entry] = (await quote()).to;
    expect(entry?.to_quantity).toBeGreaterThan(0);
    expect(entry?.group_quantity).toBeGreaterThan(0);
  });

  it('the entry is the asset that was asked for', async () => {
    const [entry] = (await quote()).to;
    expect(`${entry?.to_abbr}@${entry?.to_chain}`).toBe(`${options.to.abbr}@${options.to.chain}`);
  });

  it('to_ratio is 1 where it was left out', async () => {
    expect((await quote()).to[0]?.to_ratio).toBe(1);
  });

  it('there is one entry for each receive entry, in their order', async (ctx) => {
    const also = await needsAlso(ctx);
    const entries = [receive({ to_ratio: 0.25 }, also), receive({ to_ratio: 0.75 })];
    const { to } = dataOf<Quote>(
      await calculate(await quoteRequest({ exchange_mode: mode, to_address: entries })),
    );
    expect(to.map(({ to_abbr, to_chain, to_ratio }) => ({ to_abbr, to_chain, to_ratio }))).toEqual(entries);
  });

  it('a smaller share receives less', async () => {
    const to_address = [receive({ to_ratio: 0.25 }), receive({ to_ratio: 0.75 })];
    const { to } = dataOf<Quote>(await calculate(await quoteRequest({ exchange_mode: mode, to_address })));
    expect(to[0]?.to_quantity).toBeLessThan(to[1]?.to_quantity as number);
  });
});

describe('calc_id (4.1)', () => {
  it('is a string in fixed mode', async () => {
    const { calc_id } = dataOf<Quote>(await calculate(await quoteRequest({ exchange_mode: 'fixed' })));
    expect(calc_id).toEqual(expect.any(String));
    expect(calc_id).not.toBe('');
  });

  it('is not returned in float mode', async () => {
    const quote = dataOf<Quote>(await calculate(await quoteRequest({ exchange_mode: 'float' })));
    expect(Object.keys(quote)).not.toContain('calc_id');
  });

  it('is another one for every quote', async () => {
    const request = await quoteRequest({ exchange_mode: 'fixed' });
    const quotes = [dataOf<Quote>(await calculate(request)), dataOf<Quote>(await calculate(request))];
    expect(new Set(quotes.map(({ calc_id }) => calc_id)).size).toBe(2);
  });
});
