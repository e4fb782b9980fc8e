import { describe, expect, it, type TestContext } from 'vitest';
import type { Answer } from '../support/envelope.ts';
import { dataOf, expectBareRefusal, expectSuccess } from '../support/expect.ts';
import { options } from '../support/options.ts';
import { calculate, deliver, limitsOf, place, placeRequest, quoteRequest } from '../support/requests.ts';

interface Problem {
  readonly code: string;
  readonly field: string;
  readonly min_from_quantity?: number;
  readonly max_from_quantity?: number;
  readonly to?: readonly { readonly min_to_quantity: number; readonly max_to_quantity: number }[];
}

function problemsOf(ctx: TestContext, { fields }: Answer): readonly Problem[] {
  if (fields.errors === undefined) ctx.skip('the host does not have the addition errors');
  return fields.errors as readonly Problem[];
}

const told = (problems: readonly Problem[]) => problems.map(({ code, field }) => `${code} ${field}`);
const NONE = 'NO-SUCH-COIN';
const half = (to_abbr: string) => deliver({ to_ratio: 0.5, to_abbr });

describe.each([
  ['calculate', calculate, quoteRequest],
  ['place', place, placeRequest],
] as const)('all errors of %s at once', (_name, ask, request) => {
  it('are told, that of msg first', async (ctx) => {
    const answer = await ask(await request({ from_abbr: NONE, to_address: [half(NONE), half(NONE)] }));
    expect(answer.msg).toBe('from assets not found');
    expect(told(problemsOf(ctx, answer))).toEqual([
      'FROM_ASSET_NOT_FOUND from_abbr',
      'TO_ASSET_NOT_FOUND to_address.0.to_abbr',
      'TO_ASSET_NOT_FOUND to_address.1.to_abbr',
    ]);
  });

  it('have the limits of both sides', async (ctx) => {
    const answer = await ask(await request({ from_quantity: 1e-8 }));
    const [problem] = problemsOf(ctx, answer);
    expect(problem).toMatchObject({ code: 'FROM_QUANTITY_TOO_SMALL', field: 'from_quantity' });
    expect(problem).toMatchObject(answer.fields.data as object);
    const [receives] = problem?.to ?? [];
    expect(receives?.min_to_quantity).toBeGreaterThan(0);
    expect(receives?.max_to_quantity).toBeGreaterThan(receives?.min_to_quantity as number);
  });

  it('of the form name every field', async (ctx) => {
    const answer = await ask(await request({ from_abbr: 1, from_quantity: 'much' }));
    expect(answer.status).toBe(400);
    expect(told(problemsOf(ctx, answer)).sort()).toEqual([
      'PARAMETER_ERROR from_abbr',
      'PARAMETER_ERROR from_quantity',
    ]);
  });
});

describe('all errors of place at once', () => {
  it('have every address that is wrong', async (ctx) => {
    const entries = [0.5, 0.5].map((to_ratio) => deliver({ to_ratio, to_address: 'no address' }));
    const answer = await place(await placeRequest({ to_address: entries, refund_address: 'neither' }));
    expect(answer.msg).toBe('invalid to address');
    expect(told(problemsOf(ctx, answer))).toEqual([
      'INVALID_TO_ADDRESS to_address.0.to_address',
      'INVALID_TO_ADDRESS to_address.1.to_address',
      'INVALID_REFUND_ADDRESS refund_address',
    ]);
  });
});

describe('a quote with check_addresses', () => {
  const addressed = (to_address: string) =>
    quoteRequest({ check_addresses: true, to_address: [deliver({ to_address })] });

  it('is refused for an address that place would refuse, and only if it is asked to', async (ctx) => {
    const request = await addressed('no address');
    expectSuccess(await calculate({ ...request, check_addresses: false }));
    const answer = await calculate(request);
    if (answer.code === 0) ctx.skip('the host does not have the addition check_addresses');
    expectBareRefusal(answer, 'invalid to address');
    expect(told(problemsOf(ctx, answer))).toEqual(['INVALID_TO_ADDRESS to_address.0.to_address']);
  });

  it('is refused for an address of the host itself', async (ctx) => {
    const { from, to } = options;
    const own = await place(await placeRequest());
    const back = await quoteRequest({
      from_abbr: to.abbr,
      from_chain: to.chain,
      from_quantity: 1e9,
      to_address: [deliver({ to_address: dataOf<{ address: string }>(own).address }, from)],
    });
    const max_from_quantity = limitsOf(await calculate(back)).max_from_quantity;
    const answer = await calculate({ ...back, from_quantity: max_from_quantity, check_addresses: true });
    if (answer.code === 0) ctx.skip('the host does not have the addition check_addresses');
    expect(told(problemsOf(ctx, answer))).toEqual(['INVALID_TO_ADDRESS to_address.0.to_address']);
  });

  it('is given for a good one, and for none', async () => {
    expectSuccess(await calculate(await quoteRequest({ check_addresses: true, to_address: [deliver()] })));
    expectSuccess(await calculate(await quoteRequest({ check_addresses: true })));
  });
});
