import { describe, it } from 'vitest';
import { expectBareRefusal, expectParameterError, expectRefusal } from '../support/expect.ts';
import { deliver, type Fields, place, placeRequest } from '../support/requests.ts';
import { fixedQuote } from '../support/samples.ts';
import { needsDisabled } from '../support/skips.ts';

const TOO_SMALL = { from_quantity: 1e-8 };
const NO_FROM = { from_chain: 'Nowhere' };
const NO_TO = { to_address: [deliver({ to_chain: 'Nowhere' })] };
const NO_ADDRESS = { to_address: [deliver({ to_address: 'x' })] };

describe('the order of checks in place (decisions, 3)', () => {
  const ask = async (...wrongs: Fields[]) => place(await placeRequest(Object.assign({}, ...wrongs)));

  it('form comes before calc_id', async () => {
    expectParameterError(await ask({ calc_id: 'x', on_mismatch: 'keep' }));
    expectParameterError(await ask({ exchange_mode: 'fixed', from_quantity: '1' }));
  });

  it('form comes before assets', async () => {
    expectParameterError(await ask(NO_FROM, { from_quantity: '1' }));
  });

  it('calc_id in float mode comes before assets', async () => {
    expectBareRefusal(await ask(NO_FROM, { calc_id: 'x' }), 'calc_id only used for fixed exchange mode');
  });

  it('a calc_id that is unknown or missing comes before assets', async () => {
    expectBareRefusal(
      await ask(NO_FROM, { exchange_mode: 'fixed', calc_id: 'x' }),
      'calc_id invalid or expired',
    );
    expectBareRefusal(await ask(NO_FROM, { exchange_mode: 'fixed' }), 'calc_id invalid or expired');
  });

  it('calc_id comes before limits and addresses', async () => {
    const fixed = { exchange_mode: 'fixed', calc_id: 'x' };
    expectBareRefusal(await ask(fixed, TOO_SMALL), 'calc_id invalid or expired');
    expectBareRefusal(await ask(fixed, NO_ADDRESS), 'calc_id invalid or expired');
  });

  it('the from side of a quote comes before its receive side', async () => {
    const { order } = await fixedQuote();
    expectBareRefusal(await place({ ...order, ...TOO_SMALL, ...NO_TO }), 'calc_id parameters do not match');
  });

  it('the from asset comes before the to assets', async () => {
    expectBareRefusal(await ask(NO_FROM, NO_TO), 'from assets not found');
  });

  it('a disabled from asset comes before the to assets', async (ctx) => {
    const { abbr, chain } = await needsDisabled(ctx, 'send');
    expectBareRefusal(await ask({ from_abbr: abbr, from_chain: chain }, NO_TO), 'from assets disabled');
  });

  it('assets come before limits', async () => {
    expectBareRefusal(await ask(TOO_SMALL, NO_FROM), 'from assets not found');
    expectBareRefusal(await ask(TOO_SMALL, NO_TO), 'to assets not found');
  });

  it('disabled to assets come before limits', async (ctx) => {
    const { abbr, chain } = await needsDisabled(ctx, 'recv');
    const to_address = [deliver({ to_abbr: abbr, to_chain: chain })];
    expectBareRefusal(await ask(TOO_SMALL, { to_address }), 'to assets disabled');
  });

  it('limits come before addresses', async () => {
    expectRefusal(await ask(TOO_SMALL, NO_ADDRESS), 'from quantity too small');
  });
});
