import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { times } from '../support/amounts.ts';
import type { Answer } from '../support/envelope.ts';
import { dataOf, expectSuccess } from '../support/expect.ts';
import { type Call, call } from '../support/host.ts';
import { rowsOf } from '../support/lists.ts';
import {
  calculate,
  goodQuantity,
  list,
  place,
  placeRequest,
  quoteRequest,
  refcodeList,
} from '../support/requests.ts';
import { type Credentials, type Signing, signedHeaders } from '../support/signed.ts';
import { needsClosedLists, needsKey, needsOpenMode } from '../support/skips.ts';
import type { Placed } from '../support/wire.ts';

const now = () => Math.floor(Date.now() / 1000);

function expectUnauthorized(answer: Answer): void {
  expect({ status: answer.status, code: answer.code }).toEqual({ status: 401, code: 1 });
  expect(Object.keys(answer.fields)).not.toContain('data');
}

/** A list that was signed as the test says. */
function signedList(credentials: Credentials, signing: Partial<Signing> = {}, headers: Call['headers'] = {}) {
  const query = 'page_size=1&direction=DESC';
  const signed = signedHeaders(credentials, { query, body: '', ...signing });
  return call({
    method: 'GET',
    path: '/openapi/order/list',
    query,
    headers: { ...signed, ...headers },
    anonymous: true,
  });
}

describe('without a key (decisions, 7)', () => {
  it('the order list is 401', async (ctx) => {
    await needsClosedLists(ctx);
    expectUnauthorized(await list({}, { anonymous: true }));
  });

  it('the ref code order list is 401', async (ctx) => {
    await needsClosedLists(ctx);
    expectUnauthorized(await refcodeList({}, { anonymous: true }));
  });

  it('calculate and place work', async (ctx) => {
    const answer = await calculate(await quoteRequest(), { anonymous: true });
    if (answer.status === 401) ctx.skip('the operator has turned anonymous calls off');
    expectSuccess(answer);
    expectSuccess(await place(await placeRequest(), { anonymous: true }));
  });

  it('an order belongs to nobody: it is in no list of an account', async (ctx) => {
    needsKey(ctx);
    await needsClosedLists(ctx);
    const answer = await place(await placeRequest(), { anonymous: true });
    if (answer.status === 401) ctx.skip('the operator has turned anonymous calls off');
    const shown = rowsOf(await list({ page_size: 100 })).map(({ no }) => no);
    expect(shown).not.toContain(dataOf<Placed>(answer).order_no);
  });
});

describe('as long as no key was ever made (decisions, 7)', () => {
  it.for(['', 'not-a-key', 'f'.repeat(24)])('the key %j is ignored', async (key, ctx) => {
    await needsOpenMode(ctx);
    const headers = { 'x-api-key': key, 'x-api-nonce': '', 'x-api-timestamp': '0', 'x-api-signature': 'x' };
    expectSuccess(await calculate(await quoteRequest(), { headers, anonymous: true }));
    expectSuccess(await place(await placeRequest(), { headers, anonymous: true }));
    expectSuccess(await list({}, { headers, anonymous: true }));
  });
});

describe('signatures (decisions, 7)', () => {
  it('a signed GET is answered', async (ctx) => expectSuccess(await signedList(needsKey(ctx))));

  it('a GET signed without its query string is answered too', async (ctx) => {
    expectSuccess(await signedList(needsKey(ctx), { query: '' }));
  });

  it('a signed POST is answered', async (ctx) => {
    const body = JSON.stringify(await quoteRequest());
    const headers = signedHeaders(needsKey(ctx), { query: '', body });
    expectSuccess(await calculate(body, { headers, anonymous: true }));
  });

  it('a signature over another body is 401', async (ctx) => {
    const headers = signedHeaders(needsKey(ctx), { query: '', body: '{}' });
    expectUnauthorized(await calculate(await quoteRequest(), { headers, anonymous: true }));
  });

  it('a signature over another query string is 401', async (ctx) => {
    expectUnauthorized(await signedList(needsKey(ctx), { query: 'page_size=100' }));
  });

  it('a signature with another secret is 401', async (ctx) => {
    expectUnauthorized(await signedList({ ...needsKey(ctx), secret: 'not the secret' }));
  });

  it.for(['', 'x', 'f'.repeat(64), 'é'.repeat(64), 'f'.repeat(10_000)])(
    'the signature %j is 401',
    async (text, ctx) => {
      expectUnauthorized(await signedList(needsKey(ctx), {}, { 'x-api-signature': text }));
    },
  );

  it.for(['é', 'ÿ'.repeat(60), "'; DROP TABLE api_key; --", '__proto__'])(
    'the key %j is 401',
    async (key, ctx) => {
      expectUnauthorized(await signedList({ ...needsKey(ctx), key }));
    },
  );

  it('an unknown key is 401', async (ctx) => {
    expectUnauthorized(await signedList({ ...needsKey(ctx), key: 'not-a-key' }));
  });

  it.for(['x-api-nonce', 'x-api-timestamp'])('a request with a key but no %s is 401', async (name, ctx) => {
    expectUnauthorized(await signedList(needsKey(ctx), {}, { [name]: '' }));
  });

  it.for([-45, 45])('a timestamp %d s off is taken', async (off, ctx) => {
    expectSuccess(await signedList(needsKey(ctx), { timestamp: now() + off }));
  });

  it.for([-90, 90])('a timestamp %d s off is 401: the limit is 60', async (off, ctx) => {
    expectUnauthorized(await signedList(needsKey(ctx), { timestamp: now() + off }));
  });

  it('a timestamp in milliseconds is 401', async (ctx) => {
    expectUnauthorized(await signedList(needsKey(ctx), { timestamp: Date.now() }));
  });

  it('calculate with bad credentials is 401, although it needs none', async (ctx) => {
    const headers = signedHeaders({ ...needsKey(ctx), secret: 'x' }, { query: '', body: '' });
    expectUnauthorized(await calculate(await quoteRequest(), { headers, anonymous: true }));
  });
});

describe('a nonce places at most one order (decisions, 7)', () => {
  it('sent twice it makes one order; with another body it is refused', async (ctx) => {
    const credentials = needsKey(ctx);
    const nonce = randomUUID();
    const send = async (body: string) => {
      const headers = signedHeaders(credentials, { query: '', body, nonce });
      return place(body, { headers, anonymous: true });
    };
    const body = JSON.stringify(await placeRequest());
    const first = dataOf<Placed>(await send(body));
    const again = await send(body);
    if (again.code === 0) expect(dataOf<Placed>(again).order_no).toBe(first.order_no);
    const other = await send(
      JSON.stringify(await placeRequest({ from_quantity: times(await goodQuantity(), 11n, 10n) })),
    );
    expect(other.code).toBe(1);
  });
});
