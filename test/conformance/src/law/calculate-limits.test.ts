import { describe, it } from 'vitest';
import { times } from '../support/amounts.ts';
import { askAtLimit } from '../support/at-the-limit.ts';
import { calculate, quoteRequest } from '../support/requests.ts';

describe.each(['float', 'fixed'])('the limits of calculate, %s (4.1, 8)', (mode) => {
  const ask = async (from_quantity: number) =>
    calculate(await quoteRequest({ exchange_mode: mode, from_quantity }));

  it('exactly the minimum is quoted', () => askAtLimit(ask, (limits) => limits.min_from_quantity, 'success'));

  it('exactly the maximum is quoted', () => askAtLimit(ask, (limits) => limits.max_from_quantity, 'success'));

  it('a little below the minimum is too small', () =>
    askAtLimit(ask, (limits) => times(limits.min_from_quantity, 99n, 100n), 'from quantity too small'));

  it('a little above the maximum is too large', () =>
    askAtLimit(ask, (limits) => times(limits.max_from_quantity, 101n, 100n), 'from quantity too large'));
});
