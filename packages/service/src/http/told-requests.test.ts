import { randomBytes } from 'node:crypto';
import { MESSAGE } from '@swapdesk/contract';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Refusal } from '../refusal.ts';
import { RequestTraces } from '../traces/request-traces.ts';
import { Sampler } from '../traces/sampler.ts';
import type { ToldSpan } from '../traces/span.ts';
import { Tracing } from '../traces/tracing.ts';
import type { Route } from './route.ts';
import { type ServedRoutes, serveRoutes } from './testing/serve-routes.ts';

/** Requests as they are told of in traces, and what the log says of them. */

const SECRET = 'k3y-of-somebody-1234567890';
const TOLD = `00-${'a1'.repeat(16)}-${'b2'.repeat(8)}-01`;
const UNTOLD = TOLD.replace(/01$/, '00');
const said = { status: 200, headers: [], body: 'said' };
const routes: Route[] = [
  { method: 'GET', path: '/orders', isLenient: true, id: 'list', takesBody: true, serve: async () => said },
  {
    method: 'GET',
    path: '/refused',
    takesBody: true,
    serve: () => {
      throw new Refusal(MESSAGE.badCredentials);
    },
  },
  { method: 'GET', path: '/broken', takesBody: true, serve: async () => Promise.reject(new Error('broken')) },
  { method: 'GET', path: '/page', serve: () => said },
];

let told: ToldSpan[];
let lines: { msg: string; requestId?: string; traceId?: string }[];
let served: ServedRoutes;
beforeEach(async () => {
  [told, lines] = [[], []];
  const tracing = new Tracing({
    random: randomBytes,
    nowMs: Date.now,
    tell: (spans) => void told.push(...spans),
  });
  const traces = new RequestTraces(tracing, new Sampler({ isByParent: true, ratio: 1 }, Date.now));
  const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) });
  served = await serveRoutes(routes, { log, traces });
});
afterEach(() => served.close());

it('a request is told of by the pattern of its path and the id of its answer, in the trace that it came with', async () => {
  const { headers } = await served.get(`/Orders/?code=${SECRET}`, { traceparent: TOLD, cookie: SECRET });
  expect(told).toMatchObject([
    {
      name: 'GET /orders',
      kind: 'server',
      traceId: 'a1'.repeat(16),
      parentId: 'b2'.repeat(8),
      facts: {
        'http.request.method': 'GET',
        'http.route': '/orders',
        'http.response.status_code': 200,
        'swapdesk.request': headers['x-request-id'],
      },
    },
  ]);
  expect(JSON.stringify(told)).not.toContain(SECRET);
});

it('one that is refused or fails is told of with its status, and its line of the log has its trace', async () => {
  const refused = await served.get('/refused', { traceparent: TOLD });
  const broken = await served.get('/broken');
  expect(told.map(({ name, failure, facts }) => [name, facts['http.response.status_code'], failure])).toEqual(
    [
      ['GET /refused', refused.status, null],
      ['GET /broken', 500, '500'],
    ],
  );
  expect(lines).toMatchObject([
    {
      msg: 'a request was refused',
      requestId: refused.headers['x-request-id'],
      traceId: 'a1'.repeat(16),
    },
    { msg: 'request failed', requestId: broken.headers['x-request-id'], traceId: told[1]?.traceId },
  ]);
});

it('what nobody is to be told of, what is not there, and what pages ask for is told nobody, and the log has no trace of it', async () => {
  await served.get('/orders', { traceparent: UNTOLD });
  await served.get(`/nowhere/${SECRET}`);
  await served.get('/page');
  await served.get('/broken', { traceparent: UNTOLD });
  expect(told).toEqual([]);
  expect(lines.map(({ msg, traceId }) => [msg, traceId])).toEqual([['request failed', undefined]]);
});
