import { CalculateResponse } from '@swapdesk/contract';
import { expect, it } from 'vitest';
import { dataOf, expectParameterError, expectSuccess } from '../support/expect.ts';
import { calculate, deliver, goodQuantity, place, quoteRequest } from '../support/requests.ts';
import { expectSchema } from '../support/schema.ts';

interface Quote {
  readonly calc_id: string;
  readonly to: readonly { readonly to_quantity: number }[];
}

const fixed = { exchange_mode: 'fixed' };

it('a fixed quote with hold_s gives no more than the usual one, and can be ordered', async (ctx) => {
  const from_quantity = await goodQuantity();
  const to_address = [deliver()];
  const usual = await quoteRequest({ ...fixed, from_quantity, to_address });
  const answer = await calculate({ ...usual, hold_s: 60 });
  if (answer.status === 400) ctx.skip('the host does not have the addition hold_s');
  expectSuccess(answer);
  expectSchema(answer, CalculateResponse);
  const [held, other] = [dataOf<Quote>(answer), dataOf<Quote>(await calculate(usual))];
  expect(held.to[0]?.to_quantity).toBeLessThanOrEqual((other.to[0]?.to_quantity as number) * 1.01);
  expectSuccess(await place({ ...usual, calc_id: held.calc_id }));
});

it.each([29, 0, -1, 30.5, 86_401, 86_400])('hold_s %s is refused', async (hold_s) => {
  const answer = await calculate(await quoteRequest({ ...fixed, hold_s }));
  expectParameterError(answer);
  expect(answer.text).toContain('hold_s');
});

it('hold_s is of no matter in float mode', async () => {
  expectSuccess(await calculate(await quoteRequest({ exchange_mode: 'float', hold_s: 86_400 })));
});
