import { describe, it } from 'vitest';
import { expectSuccess } from '../support/expect.ts';
import { call } from '../support/host.ts';
import { placeRequest, quoteRequest } from '../support/requests.ts';
import { sample } from '../support/samples.ts';
import { needsLists } from '../support/skips.ts';

describe.each(['/openapi', '/api/v1/openapi', '/api/v1'])('path aliases (decisions, 1): %s', (prefix) => {
  it('calculate', async () => {
    expectSuccess(
      await call({ method: 'POST', path: `${prefix}/order/calculate`, body: await quoteRequest() }),
    );
  });

  it('place', async () => {
    expectSuccess(await call({ method: 'POST', path: `${prefix}/order/place`, body: await placeRequest() }));
  });

  it('query', async () => {
    const { placed } = await sample();
    const query = { query_code: placed.query_code };
    expectSuccess(await call({ method: 'GET', path: `${prefix}/order/query`, query }));
  });

  it.for(['/order/list', '/refcode/order/list'])('GET %s', async (path, ctx) => {
    await needsLists(ctx);
    expectSuccess(await call({ method: 'GET', path: prefix + path }));
  });
});
