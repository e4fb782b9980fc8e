import { describe, expect, it } from 'vitest';
import { expectParameterError, expectRefused, expectSuccess } from '../support/expect.ts';
import { calculate, quoteRequest, receive, without } from '../support/requests.ts';

const REQUIRED = ['exchange_mode', 'from_abbr', 'from_chain', 'from_quantity', 'to_address'];

describe('the parameters of calculate (4.1, 7.1)', () => {
  it.each(REQUIRED)('%s is required', async (field) => {
    expectParameterError(await calculate(without(await quoteRequest(), field)));
  });

  it.each(['to_abbr', 'to_chain'])('to_address[].%s is required', async (field) => {
    expectParameterError(await calculate(await quoteRequest({ to_address: [without(receive(), field)] })));
  });

  it('to_address[].to_ratio may be left out', async () => {
    expectSuccess(await calculate(await quoteRequest({ to_address: [receive()] })));
  });

  it.each([
    ['exchange_mode', 1],
    ['from_abbr', 1],
    ['from_chain', true],
    ['from_quantity', '0.5'],
    ['from_quantity', null],
    ['from_quantity', [1]],
    ['to_address', 'ETH'],
    ['to_address', {}],
    ['to_address', null],
    ['to_address', ['ETH']],
  ])('%s of the wrong type (%j) is a parameter error', async (field, value) => {
    expectParameterError(await calculate(await quoteRequest({ [field]: value })));
  });

  it.each([
    ['to_abbr', 1],
    ['to_chain', null],
    ['to_ratio', '1'],
  ])('to_address[].%s of the wrong type (%j) is a parameter error', async (field, value) => {
    expectParameterError(await calculate(await quoteRequest({ to_address: [receive({ [field]: value })] })));
  });

  it.each(['', 'FLOAT', 'Fixed', 'market'])(
    'exchange_mode %j is refused: it is float or fixed',
    async (mode) => {
      expectRefused(await calculate(await quoteRequest({ exchange_mode: mode })));
    },
  );

  it.each([9e-9, 0, -1])('from_quantity %d is refused: the minimum is 1e-8', async (value) => {
    expectRefused(await calculate(await quoteRequest({ from_quantity: value })));
  });

  it('from_quantity 1e-8 is well formed: it is at most too small', async () => {
    const answer = await calculate(await quoteRequest({ from_quantity: 1e-8 }));
    expect(answer.status).toBe(200);
    if (answer.code !== 0) expect(answer.msg).toBe('from quantity too small');
  });

  it.each([-0.1, 1.1, 2])('to_ratio %d is refused: it is in the range 0 to 1', async (ratio) => {
    expectRefused(await calculate(await quoteRequest({ to_address: [receive({ to_ratio: ratio })] })));
  });

  it('to_ratio 1 is in the range', async () => {
    expectSuccess(await calculate(await quoteRequest({ to_address: [receive({ to_ratio: 1 })] })));
  });

  it('to_ratio 0 is in the range: it is not a parameter error', async () => {
    const answer = await calculate(await quoteRequest({ to_address: [receive({ to_ratio: 0 })] }));
    expect(answer.status).toBe(200);
  });
});
