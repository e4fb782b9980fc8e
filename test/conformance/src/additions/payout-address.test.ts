import { describe, expect, it } from 'vitest';
import { expectParameterError } from '../support/expect.ts';
import { get, post } from '../support/host.ts';
import { needsClosedLists, needsKey, needsRoute } from '../support/skips.ts';

const SHOW = '/affiliate/payout';
const NAME = '/affiliate/payout/name';

/** Nothing is named here: on a host that is not ours it would stay. */
describe('where commissions are paid (decisions, 8)', () => {
  it('is for a key', async (ctx) => {
    await needsRoute(ctx, 'GET', SHOW);
    await needsClosedLists(ctx);
    expect((await get(SHOW, {}, { anonymous: true })).status).toBe(401);
    expect((await post('/affiliate/payout/undo', {}, { anonymous: true })).status).toBe(401);
  });

  it('is an address of a chain that there is', async (ctx) => {
    await needsRoute(ctx, 'GET', SHOW);
    needsKey(ctx);
    expectParameterError(await post(NAME, { chain: 'Ethereum', abbr: 'ETH' }));
    const refused = async (chain: string, address: string) =>
      (await post(NAME, { chain, abbr: 'ETH', address })).fields.msg;
    expect(await refused('Nowhere', '0x')).toBe('assets not found');
    expect(await refused('Ethereum', 'nobody')).toBe('invalid to address');
  });
});
