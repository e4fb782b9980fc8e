import { expect, it } from 'vitest';
import type { EdgeFetchFunction, EdgeFetchResponse } from './edge-core.ts';
import { edgeFetch } from './edge-fetch.ts';

it('hands over texts alone, as a bridge carries no more', async () => {
  const asked: unknown[] = [];
  const send: EdgeFetchFunction = async (...words) => {
    asked.push(...words);
    return {} as EdgeFetchResponse;
  };
  const init = { method: 'POST', headers: { a: 'b' }, body: '{}', signal: AbortSignal.timeout(60_000) };
  await edgeFetch(send)(new URL('https://desk.example/openapi/service'), init);
  expect(asked).toEqual([
    'https://desk.example/openapi/service',
    { method: 'POST', headers: { a: 'b' }, body: '{}' },
  ]);
});

it('believes no answer that a redirect has led to: it may name another address to pay to', async () => {
  const send = (async () => ({ redirected: true })) as unknown as EdgeFetchFunction;
  await expect(edgeFetch(send)('https://desk.example')).rejects.toThrow('redirect');
});

it('ends an attempt that takes too long with the reason of its signal', async () => {
  const never: EdgeFetchFunction = () => new Promise(() => {});
  const controller = new AbortController();
  const answer = edgeFetch(never)('https://desk.example', { signal: controller.signal });
  controller.abort(new Error('too late'));
  await expect(answer).rejects.toThrow('too late');
});
