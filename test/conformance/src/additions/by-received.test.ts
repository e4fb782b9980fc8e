import { CalculateResponse, PlaceResponse } from '@swapdesk/contract';
import { describe, expect, it, type TestContext } from 'vitest';
import { quantity, times, tokensOf, units } from '../support/amounts.ts';
import type { Answer } from '../support/envelope.ts';
import { dataOf, expectParameterError, expectSuccess } from '../support/expect.ts';
import {
  calculate,
  deliver,
  type Fields,
  goodQuantity,
  place,
  quoteRequest,
  receive,
  without,
} from '../support/requests.ts';
import { expectSchema } from '../support/schema.ts';

interface Quote {
  readonly calc_id?: string;
  readonly from_quantity: number;
  readonly to: readonly { readonly to_quantity: number }[];
}

/** A request that says what is to be received, and nothing of what is sent. */
async function receiving(more: Fields): Promise<Fields> {
  return without(await quoteRequest(more), 'from_quantity');
}

async function ask(ctx: TestContext, more: Fields): Promise<Answer> {
  const answer = await calculate(await receiving(more));
  if (answer.status === 400) ctx.skip('the host does not have the addition to_quantity');
  expectSuccess(answer);
  return answer;
}

/** What a good source gives. */
async function goodTarget(exchange_mode: string): Promise<number> {
  const { to } = dataOf<Quote>(await calculate(await quoteRequest({ exchange_mode })));
  return to[0]?.to_quantity as number;
}

describe.each(['float', 'fixed'])('a quote by what is received, %s', (mode) => {
  it('gives it, of a source near the one that gives it', async (ctx) => {
    const to_quantity = await goodTarget(mode);
    const answer = await ask(ctx, { exchange_mode: mode, to_quantity });
    expectSchema(answer, CalculateResponse);
    const { from_quantity, to } = dataOf<Quote>(answer);
    expect(units(to[0]?.to_quantity as number)).toBeGreaterThanOrEqual(units(to_quantity));
    const good = await goodQuantity();
    expect(from_quantity).toBeGreaterThan(times(good, 9n, 10n));
    expect(from_quantity).toBeLessThan(times(good, 11n, 10n));
  });

  it('can be ordered as it is answered', async (ctx) => {
    const to_address = [deliver()];
    const answer = await ask(ctx, { exchange_mode: mode, to_quantity: await goodTarget(mode), to_address });
    const { from_quantity, calc_id, to } = dataOf<Quote>(answer);
    const more = calc_id === undefined ? {} : { calc_id };
    const placed = await place(
      await quoteRequest({ exchange_mode: mode, from_quantity, to_address, ...more }),
    );
    expectSchema(placed, PlaceResponse);
    expect(tokensOf(placed.text, 'from_quantity')).toEqual(tokensOf(answer.text, 'from_quantity'));
    if (mode === 'fixed') expect(dataOf<Quote>(placed).to).toEqual(to);
  });

  it('gives several entries of a coin their total, or each its own', async (ctx) => {
    const to_quantity = await goodTarget(mode);
    const halves = [receive({ to_ratio: 0.5 }), receive({ to_ratio: 0.5 })];
    const total = dataOf<Quote>(await ask(ctx, { exchange_mode: mode, to_quantity, to_address: halves }));
    const sum = total.to.reduce((all, each) => all + units(each.to_quantity), 0n);
    expect(sum).toBeGreaterThanOrEqual(units(to_quantity));
    const half = quantity(units(to_quantity) / 2n);
    const [first, second] = halves as [Fields, Fields];
    const own = await ask(ctx, {
      exchange_mode: mode,
      to_address: [first, { ...second, to_quantity: half }],
    });
    expect(units(dataOf<Quote>(own).to[1]?.to_quantity as number)).toBeGreaterThanOrEqual(units(half));
  });
});

describe('what is sent and what is received', () => {
  it('cannot both be said', async (ctx) => {
    await ask(ctx, { to_quantity: await goodTarget('float') });
    expectParameterError(await calculate(await quoteRequest({ to_quantity: 1 })));
    expectParameterError(await calculate(await quoteRequest({ to_address: [receive({ to_quantity: 1 })] })));
    const both = { to_quantity: 1, to_address: [receive({ to_quantity: 1 })] };
    expectParameterError(await calculate(await receiving(both)));
  });

  it.each([0, -1, 9e-9, '1', [1]])('to_quantity %j is none', async (to_quantity) => {
    expectParameterError(await calculate(await receiving({ to_quantity })));
  });
});
