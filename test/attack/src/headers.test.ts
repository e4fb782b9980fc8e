import { afterAll, beforeAll, expect, test } from 'vitest';
import { AGENT, makeOperator, signedIn } from '../../console/src/support/console.ts';
import { createDeskStore, type DeskStore, endOpenMode } from '../../support/desk-store.ts';
import { type RunningService, startService } from '../../support/service.ts';
import { placement } from './support/samples.ts';
import { post } from './support/target.ts';

/** What every answer says to a browser, where the desk is reached over TLS: whatever the answer is, and whoever gives it. */

let store: DeskStore;
let service: RunningService;
let queryCode: string;
/** Of an operator who is signed in. */
let cookie: string;
beforeAll(async () => {
  store = await createDeskStore(8);
  await endOpenMode(store);
  service = await startService({ ...store.env, SWAPDESK_PUBLIC_URL: 'https://swap.example' });
  queryCode = (await post(service.url, '/openapi/order/place', placement())).json.data.query_code;
  await makeOperator(store.database, 'anna', 'admin');
  cookie = `__Host-${(await signedIn(store.database, service.url, 'anna')).cookie}`;
});
afterAll(async () => {
  await service?.stop();
  await store?.drop();
});

const FOREIGN = { origin: 'https://shop.example', 'access-control-request-method': 'POST' };

test.each<[string, () => string, RequestInit?]>([
  ['an answer', () => '/openapi/service'],
  ['a refusal', () => '/openapi/order/list'],
  ['a missing route', () => '/nothing'],
  ['a method that is not there', () => '/openapi/service', { method: 'DELETE' }],
  [
    'a browser that asks beforehand',
    () => '/openapi/order/calculate',
    { method: 'OPTIONS', headers: FOREIGN },
  ],
  ['a stream of events', () => `/openapi/order/events?query_code=${queryCode}`],
  ['a page', () => '/'],
  ['a widget that nobody was allowed to show', () => '/widget'],
  ['the script of the widget', () => '/widget.js'],
  ['the colours of a widget', () => '/widget.css?light=1f6f5c'],
  ['a picture', () => '/favicon.svg'],
  ['the console', () => '/console'],
  ['the description', () => '/openapi.json'],
  ['the reference', () => '/docs'],
  ['the figures', () => '/metrics'],
  ['what an operator is shown', () => '/console/api/session'],
  ['what an operator takes along', () => '/console/api/orders/export'],
])(
  '%s is taken for nothing else, stands in no frame, and comes over TLS alone',
  async (what, path, how = {}) => {
    const ending = new AbortController();
    const own = { cookie, 'user-agent': AGENT };
    const { headers, status } = await fetch(service.url + path(), {
      headers: own,
      ...how,
      signal: ending.signal,
    });
    ending.abort();
    if (what.includes('operator')) expect(status).toBe(200);
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=31536000/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const policy = headers.get('content-security-policy') ?? '';
    for (const part of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(part);
    if (headers.get('content-type')?.startsWith('text/html'))
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    // Not two of them.
    expect(policy).not.toContain(',');
  },
);
