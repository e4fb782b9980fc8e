import { describe, expect, it } from 'vitest';
import { addressOf } from '../support/addresses.ts';
import { tokensOf, units } from '../support/amounts.ts';
import { dataOf, expectRefused, expectSuccess } from '../support/expect.ts';
import { options } from '../support/options.ts';
import { calculate, deliver, type Fields, quoteRequest, receive } from '../support/requests.ts';
import { needsAlso } from '../support/skips.ts';
import type { Quote } from '../support/wire.ts';

const ask = async (...to_address: Fields[]) => calculate(await quoteRequest({ to_address }));
const variantA = (to_ratio: number, to_group_ratio: number) => deliver({ to_ratio, to_group_ratio });

/** The first entry's part of what both receive. Network fees make it a little smaller or larger than its share. */
async function firstPart(...entries: [Fields, Fields]): Promise<number> {
  const { to } = dataOf<Quote>(await ask(...entries));
  const [one, other] = to.map(({ to_quantity }) => to_quantity) as [number, number];
  return one / (one + other);
}

describe('shares (decisions, 2)', () => {
  it('the ratios of several entries add up to 1', async () => {
    expectSuccess(
      await ask(receive({ to_ratio: 0.2 }), receive({ to_ratio: 0.3 }), receive({ to_ratio: 0.5 })),
    );
  });

  it.each([0.500000001, 0.499999999])(
    'they may be off by no more than 1e-8: 0.5 and %d',
    async (to_ratio) => {
      expectSuccess(await ask(receive({ to_ratio: 0.5 }), receive({ to_ratio })));
    },
  );

  it('an entry of Variant B receives by its ratio', async () => {
    expect(await firstPart(receive({ to_ratio: 0.4 }), receive({ to_ratio: 0.6 }))).toBeCloseTo(0.4, 1);
  });

  it('in Variant A too, where the ratios add up to 1', async () => {
    expect(await firstPart(variantA(0.4, 0.4), variantA(0.6, 0.6))).toBeCloseTo(0.4, 1);
    expect(await firstPart(variantA(0.4, 1), variantA(0.6, 1))).toBeCloseTo(0.4, 1);
  });

  it('in Variant A by ratio × group ratio, where only the products add up to 1', async () => {
    expect(await firstPart(variantA(1, 0.4), variantA(1, 0.6))).toBeCloseTo(0.4, 1);
  });

  it('the ratios are given back as they were sent', async () => {
    const answer = await ask(variantA(1, 0.4), variantA(1, 0.6));
    expect(tokensOf(answer.text, 'to_ratio')).toEqual(['1', '1']);
    expect(tokensOf(answer.text, 'to_group_ratio')).toEqual(['0.4', '0.6']);
  });

  it('5 entries are quoted', async () => {
    expectSuccess(await ask(...Array.from({ length: 5 }, () => receive({ to_ratio: 0.2 }))));
  });

  it('6 entries are refused', async () => {
    expectRefused(
      await ask(...Array.from({ length: 5 }, () => receive({ to_ratio: 0.16 })), receive({ to_ratio: 0.2 })),
    );
  });

  it('no entries are refused', async () => expectRefused(await ask()));
});

describe('groups (decisions, 2)', () => {
  it('group_quantity is the total of the entries with the same receive asset, exactly', async () => {
    const other = addressOf(options.to, 1);
    const answer = await ask(deliver({ to_ratio: 0.37 }), deliver({ to_ratio: 0.63, to_address: other }));
    const total = tokensOf(answer.text, 'to_quantity').reduce((sum, token) => sum + units(token), 0n);
    expect(tokensOf(answer.text, 'group_quantity').map(units)).toEqual([total, total]);
  });

  it('an entry alone in its group has all of it', async (ctx) => {
    const answer = await ask(receive({ to_ratio: 0.5 }), receive({ to_ratio: 0.5 }, await needsAlso(ctx)));
    expect(tokensOf(answer.text, 'group_quantity')).toEqual(tokensOf(answer.text, 'to_quantity'));
  });

  it('a group is told by the asset, however its name is written', async () => {
    const lower = { to_abbr: options.to.abbr.toLowerCase(), to_chain: options.to.chain.toUpperCase() };
    const answer = await ask(receive({ to_ratio: 0.5 }), receive({ to_ratio: 0.5, ...lower }));
    const total = tokensOf(answer.text, 'to_quantity').reduce((sum, token) => sum + units(token), 0n);
    expect(tokensOf(answer.text, 'group_quantity').map(units)).toEqual([total, total]);
  });
});
