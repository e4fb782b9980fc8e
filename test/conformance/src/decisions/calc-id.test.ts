import { describe, expect, it } from 'vitest';
import { addressOf } from '../support/addresses.ts';
import { afterExpiry, REASON } from '../support/after-expiry.ts';
import { times } from '../support/amounts.ts';
import { dataOf, expectBareRefusal, expectSuccess } from '../support/expect.ts';
import { options } from '../support/options.ts';
import { deliver, goodQuantity, place, placeRequest } from '../support/requests.ts';
import { fixedQuote, fixedQuoteOf } from '../support/samples.ts';
import { needsAlso } from '../support/skips.ts';
import type { Placed } from '../support/wire.ts';

const INVALID = 'calc_id invalid or expired';

describe('a calc_id (decisions, 3)', () => {
  it.each([undefined, ''])('is needed in fixed mode: %j', async (calc_id) => {
    expectBareRefusal(await place(await placeRequest({ exchange_mode: 'fixed', calc_id })), INVALID);
  });

  it.each([0, 0.3, 0.6, 0.9])(
    'is sealed: with a character changed (at %d of its length) it is invalid',
    async (where) => {
      const { order, calcId } = await fixedQuote();
      const at = Math.floor(calcId.length * where);
      const other = calcId[at] === 'B' ? 'C' : 'B';
      const calc_id = calcId.slice(0, at) + other + calcId.slice(at + 1);
      expectBareRefusal(await place({ ...order, calc_id }), INVALID);
    },
  );

  it('cut short or made longer it is invalid', async () => {
    const { order, calcId } = await fixedQuote();
    for (const calc_id of [calcId.slice(0, -4), `${calcId}AAAA`, calcId.slice(0, 4)]) {
      expectBareRefusal(await place({ ...order, calc_id }), INVALID);
    }
  });

  it('whose quote had no addresses takes any', async () => {
    const entries = [deliver({ to_address: addressOf(options.to, 1) })];
    expectSuccess(await place((await fixedQuote(entries)).order));
  });

  it('whose quote had addresses takes these', async () => {
    const entries = [deliver()];
    expectSuccess(await place((await fixedQuoteOf(entries, entries)).order));
  });

  it('takes the same assets written in another case', async () => {
    const { order } = await fixedQuote();
    const { abbr, chain } = options.from;
    expectSuccess(await place({ ...order, from_abbr: abbr.toLowerCase(), from_chain: chain.toUpperCase() }));
  });

  it('minds the order of the receive entries', async (ctx) => {
    const entries = [deliver({ to_ratio: 0.5 }), deliver({ to_ratio: 0.5 }, await needsAlso(ctx))];
    const { order } = await fixedQuote(entries);
    const answer = await place({ ...order, to_address: entries.reverse() });
    expectBareRefusal(answer, 'calc_id to_address parameters do not match');
  });
});

describe('a calc_id makes one order (decisions, 3)', () => {
  it('sent again with the same parameters it answers with the same order', async () => {
    const { order } = await fixedQuote();
    const [first, again] = [await place(order), await place(order)];
    expect(dataOf<Placed>(again)).toEqual(dataOf<Placed>(first));
  });

  it('sent many times at once it makes one order', async () => {
    const { order } = await fixedQuote();
    const answers = await Promise.all(Array.from({ length: 8 }, () => place(order)));
    expect(new Set(answers.map((answer) => dataOf<Placed>(answer).query_code)).size).toBe(1);
  });

  it('sent again with other parameters it is invalid', async () => {
    const { order } = await fixedQuote();
    expectSuccess(await place(order));
    const other = { from_quantity: times(await goodQuantity(), 11n, 10n) };
    expectBareRefusal(await place({ ...order, ...other }), INVALID);
    const elsewhere = addressOf(options.to, 1);
    if (elsewhere !== addressOf(options.to)) {
      expectBareRefusal(await place({ ...order, to_address: [deliver({ to_address: elsewhere })] }), INVALID);
    }
  });

  it('sent again after it has expired it answers with the same order still', async (ctx) => {
    if (options.fast) ctx.skip(REASON);
    const { before, again } = await afterExpiry();
    expect(dataOf<Placed>(again)).toEqual(dataOf<Placed>(before));
  });
});
