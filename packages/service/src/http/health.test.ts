import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { healthRoutes, Readiness } from './health.ts';
import { type ServedRoutes, serveRoutes } from './testing/serve-routes.ts';

const LONG_MS = 60_000;

let answeredMs: number;
let inStepMs: number;
let readiness: Readiness;
let server: ServedRoutes;
beforeEach(async () => {
  [answeredMs, inStepMs] = [0, 0];
  readiness = new Readiness({ answeredMs: () => answeredMs, inStepMs: () => inStepMs });
  server = await serveRoutes(healthRoutes(readiness));
});
afterEach(() => server.close());

async function ready() {
  const { status, body } = await server.get('/health/ready');
  return { status, ...JSON.parse(body) };
}

describe('a node', () => {
  it('is ready while the store answers and memory is in step with it', async () => {
    expect(await ready()).toEqual({ status: 200, ready: true });
    [answeredMs, inStepMs] = [1_000, 2_000];
    expect(await ready()).toEqual({ status: 200, ready: true });
  });

  it('is not ready when the store has not answered for a while, and says that alone', async () => {
    [answeredMs, inStepMs] = [LONG_MS, LONG_MS];
    expect(await ready()).toEqual({ status: 503, ready: false, why: ['the store does not answer'] });
    [answeredMs, inStepMs] = [0, 0];
    expect(await ready()).toEqual({ status: 200, ready: true });
  });

  it('is not ready when its memory cannot be brought in step', async () => {
    inStepMs = LONG_MS;
    expect(await ready()).toEqual({ status: 503, ready: false, why: ['its memory is behind the store'] });
  });

  it('is not ready once it is to stop', async () => {
    readiness.drain();
    expect(await ready()).toEqual({ status: 503, ready: false, why: ['it is stopping'] });
  });

  it('is live whatever it cannot do, and nobody in between keeps the answer', async () => {
    readiness.drain();
    [answeredMs, inStepMs] = [LONG_MS, LONG_MS];
    const { status, body, headers } = await server.get('/health/live');
    expect([status, body, headers['cache-control']]).toEqual([200, '{"live":true}', 'no-store']);
  });
});
