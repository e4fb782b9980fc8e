import { describe, expect, it } from 'vitest';
import { addressOf, foreignAddress, withTypo } from '../support/addresses.ts';
import { expectBareRefusal, expectRefusal } from '../support/expect.ts';
import { expectFields } from '../support/fields.ts';
import { options } from '../support/options.ts';
import { deliver, type Fields, limitsOf, place, placeRequest } from '../support/requests.ts';
import { needsDisabled } from '../support/skips.ts';

// The request's own field names are our reading (decisions, 3): the document knows place by its errors alone.
describe('the errors of place (7.3)', () => {
  const ask = async (more: Fields) => place(await placeRequest(more));
  const askTo = (more: Fields) => ask({ to_address: [deliver(more)] });

  it.each([
    ['from quantity too small', 1e-8],
    ['from quantity too large', 1e15],
  ])('%s, with both limits as data', async (msg, from_quantity) => {
    const answer = await ask({ from_quantity });
    expectRefusal(answer, msg);
    expectFields([limitsOf(answer)], { min_from_quantity: 'number', max_from_quantity: 'number' });
  });

  it.each([
    ['the chain', { from_chain: 'Nowhere' }],
    ['the coin', { from_abbr: 'NOTHING' }],
  ])('from assets not found: %s is unknown', async (_what, more) => {
    expectBareRefusal(await ask(more), 'from assets not found');
  });

  it.each([
    ['the chain', { to_chain: 'Nowhere' }],
    ['the coin', { to_abbr: 'NOTHING' }],
  ])('to assets not found: %s is unknown', async (_what, more) => {
    expectBareRefusal(await askTo(more), 'to assets not found');
  });

  it('from assets disabled', async (ctx) => {
    const { abbr, chain } = await needsDisabled(ctx, 'send');
    expectBareRefusal(await ask({ from_abbr: abbr, from_chain: chain }), 'from assets disabled');
  });

  it('to assets disabled', async (ctx) => {
    const { abbr, chain } = await needsDisabled(ctx, 'recv');
    expectBareRefusal(await askTo({ to_abbr: abbr, to_chain: chain }), 'to assets disabled');
  });

  it.each([
    ['is no address', 'here, please'],
    ['is empty', ''],
    ['is of another chain', foreignAddress(options.to)],
    ['has a character too few', addressOf(options.to).slice(0, -1)],
    ['has a character too many', `${addressOf(options.to)}1`],
    ['has something around it', `<${addressOf(options.to)}>`],
  ])('invalid to address: it %s', async (_what, to_address) => {
    expectBareRefusal(await askTo({ to_address }), 'invalid to address');
  });

  it('invalid to address: its checksum is wrong', async (ctx) => {
    const to_address = withTypo(options.to) ?? ctx.skip('addresses of this chain have no checksum');
    expectBareRefusal(await askTo({ to_address }), 'invalid to address');
  });

  it.each([0, 1])('invalid to address: one of two is enough (the one at %d)', async (wrong) => {
    const to_address = [0, 1].map((n) =>
      deliver({ to_ratio: 0.5, ...(n === wrong ? { to_address: 'x' } : {}) }),
    );
    expectBareRefusal(await ask({ to_address }), 'invalid to address');
  });

  it('a refused request places nothing: there is no order in the answer', async () => {
    expect(Object.keys((await askTo({ to_address: 'x' })).fields).sort()).not.toContain('data');
  });
});
