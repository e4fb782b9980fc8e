import { describe, expect, it } from 'vitest';
import type { Answer } from '../support/envelope.ts';
import { expectParameterError, expectRefusal, expectSuccess } from '../support/expect.ts';
import {
  calculate,
  list,
  place,
  placeRequest,
  query,
  quoteRequest,
  refcodeList,
} from '../support/requests.ts';
import { sample } from '../support/samples.ts';
import { needsLists } from '../support/skips.ts';

// Every other test leans on these rules too: support/envelope.ts holds each answer of the run to them.
describe('the envelope (4, 7.1)', () => {
  const endpoints: [string, () => Promise<Answer>][] = [
    ['POST /openapi/order/calculate', async () => calculate(await quoteRequest())],
    ['POST /openapi/order/place', async () => place(await placeRequest())],
    ['GET /openapi/order/query', async () => query((await sample()).placed.query_code)],
  ];
  it.each(endpoints)('%s answers 200, code 0 and msg success when it succeeds', async (_name, ask) => {
    expectSuccess(await ask());
  });

  it('GET /openapi/order/list answers 200, code 0 and msg success when it succeeds', async (ctx) => {
    await needsLists(ctx);
    expectSuccess(await list());
  });

  it('GET /openapi/refcode/order/list answers 200, code 0 and msg success when it succeeds', async (ctx) => {
    await needsLists(ctx);
    expectSuccess(await refcodeList());
  });

  it('answers are sent as JSON', async () => {
    const answers = [await calculate(await quoteRequest()), await calculate({}), await calculate('{')];
    for (const { headers } of answers) expect(headers['content-type']).toMatch(/^application\/json/);
  });

  it('a problem with the basic parameters is HTTP 400, code 1, Parameter error', async () => {
    expectParameterError(await calculate(await quoteRequest({ from_quantity: '1' })));
  });

  it('a processed request with wrong parameters is HTTP 200, code 1, and its message', async () => {
    expectRefusal(await calculate(await quoteRequest({ from_chain: 'Nowhere' })), 'from assets not found');
  });
});
