import { ValidateAddressResponse } from '@swapdesk/contract';
import { describe, expect, it, type TestContext } from 'vitest';
import { addressOf, foreignAddress, withTypo } from '../support/addresses.ts';
import { dataOf, expectParameterError } from '../support/expect.ts';
import { get, post } from '../support/host.ts';
import { options } from '../support/options.ts';
import { without } from '../support/requests.ts';
import { expectSchema } from '../support/schema.ts';
import { needsRoute } from '../support/skips.ts';

const PATH = '/address/validate';
const request = (address: string) => ({ ...options.to, address });

describe('POST /openapi/address/validate (decisions, 8)', () => {
  const validate = async (ctx: TestContext, body: unknown) => {
    await needsRoute(ctx, 'POST', PATH);
    return post(PATH, body);
  };

  it('a good address is valid', async (ctx) => {
    const answer = await validate(ctx, request(addressOf(options.to)));
    expectSchema(answer, ValidateAddressResponse);
    expect(dataOf<{ valid: boolean }>(answer).valid).toBe(true);
  });

  it.for(['', 'x', foreignAddress(options.to), withTypo(options.to) ?? 'y'])(
    '%j is not, with a reason',
    async (address, ctx) => {
      const answer = await validate(ctx, request(address));
      expect(dataOf<{ valid: boolean; reason: string }>(answer)).toMatchObject({
        valid: false,
        reason: expect.stringMatching(/\w/),
      });
    },
  );

  it('one of another chain names that, and what is of none names none', async (ctx) => {
    const chainsOf = async (address: string) =>
      dataOf<{ chains?: string[] }>(await validate(ctx, request(address))).chains;
    const [foreign, none, own] = [foreignAddress(options.to), 'x', addressOf(options.to)];
    const chains = (await chainsOf(foreign)) ?? ctx.skip('the host does not name chains');
    expect(chains).not.toContain(options.to.chain);
    for (const chain of chains) {
      const [asset] = dataOf<{ abbr: string; chain: string }[]>(await get('/abbr/lists')).filter(
        (each) => each.chain === chain,
      );
      expect(dataOf(await post(PATH, { ...asset, address: foreign }))).toMatchObject({
        valid: true,
        chains: [],
      });
    }
    expect([await chainsOf(none), await chainsOf(own)]).toEqual([[], []]);
  });

  it.for(['chain', 'abbr', 'address'])('%s is required', async (field, ctx) => {
    expectParameterError(await validate(ctx, without(request('x'), field)));
  });

  it('an asset that does not exist is refused', async (ctx) => {
    const answer = await validate(ctx, { ...request('x'), chain: 'Nowhere' });
    expect({ status: answer.status, code: answer.code }).toEqual({ status: 200, code: 1 });
  });
});
