import { describe, expect, it } from 'vitest';
import { expectBareRefusal, expectRefusal } from '../support/expect.ts';
import { itHasTheFields } from '../support/fields.ts';
import { options } from '../support/options.ts';
import { calculate, limitsOf, quoteRequest, receive } from '../support/requests.ts';
import { needsDisabled } from '../support/skips.ts';

const NOWHERE = 'Nowhere';
const NOTHING = 'NOTHING';
const LIMITS = { min_from_quantity: 'number', max_from_quantity: 'number' } as const;

describe.each(['float', 'fixed'])('the errors of calculate, %s (7.2)', (mode) => {
  const ask = async (more: Record<string, unknown>) =>
    calculate(await quoteRequest({ exchange_mode: mode, ...more }));

  describe.each([
    ['from quantity too small', 1e-8],
    ['from quantity too large', 1e15],
  ])('%s', (msg, quantity) => {
    it('is HTTP 200, code 1', async () => expectRefusal(await ask({ from_quantity: quantity }), msg));
    describe('data', () =>
      itHasTheFields(LIMITS, async () => limitsOf(await ask({ from_quantity: quantity }))));
    it('the limits make sense', async () => {
      const { min_from_quantity, max_from_quantity } = limitsOf(await ask({ from_quantity: quantity }));
      expect(min_from_quantity).toBeGreaterThan(0);
      expect(max_from_quantity).toBeGreaterThan(min_from_quantity);
    });
  });

  it.each([
    ['the chain', { from_chain: NOWHERE }],
    ['the coin', { from_abbr: NOTHING }],
    ['the coin on that chain', { from_abbr: options.to.abbr }],
  ])('from assets not found: %s is unknown', async (_what, more) => {
    expectBareRefusal(await ask(more), 'from assets not found');
  });

  it.each([
    ['the chain', { to_chain: NOWHERE }],
    ['the coin', { to_abbr: NOTHING }],
    ['the coin on that chain', { to_abbr: options.from.abbr }],
  ])('to assets not found: %s is unknown', async (_what, more) => {
    expectBareRefusal(await ask({ to_address: [receive(more)] }), 'to assets not found');
  });

  it('to assets not found: one of two is enough', async () => {
    const to_address = [receive({ to_ratio: 0.5 }), receive({ to_ratio: 0.5, to_abbr: NOTHING })];
    expectBareRefusal(await ask({ to_address }), 'to assets not found');
  });

  it('from assets disabled', async (ctx) => {
    const { abbr, chain } = await needsDisabled(ctx, 'send');
    expectBareRefusal(await ask({ from_abbr: abbr, from_chain: chain }), 'from assets disabled');
  });

  it('to assets disabled', async (ctx) => {
    const disabled = await needsDisabled(ctx, 'recv');
    expectBareRefusal(await ask({ to_address: [receive({}, disabled)] }), 'to assets disabled');
  });

  it('to assets disabled: one of two is enough', async (ctx) => {
    const disabled = await needsDisabled(ctx, 'recv');
    const to_address = [receive({ to_ratio: 0.5 }), receive({ to_ratio: 0.5 }, disabled)];
    expectBareRefusal(await ask({ to_address }), 'to assets disabled');
  });
});
