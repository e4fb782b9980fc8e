import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { get } from './call.ts';
import { isNoAnswer, Refused, Unreachable } from './refused.ts';

/** A line that has fallen silent: it ends when somebody gives up, and never otherwise. */
function silence(_path: string, { signal }: RequestInit): Promise<Response> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', vi.fn(silence));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** How it ended; null: not yet. */
function endOf(asked: Promise<unknown>): { error: unknown } {
  const end = { error: null as unknown };
  asked.catch((error: unknown) => {
    end.error = error;
  });
  return end;
}

it('what is never answered comes to an end', async () => {
  const usual = endOf(get('/one'));
  const patient = endOf(get('/other', {}, { patienceMs: 60_000 }));
  await vi.advanceTimersByTimeAsync(14_000);
  expect(usual.error).toBeNull();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(usual.error).toBeInstanceOf(Unreachable);
  expect(patient.error).toBeNull();
  await vi.advanceTimersByTimeAsync(45_000);
  expect(patient.error).toBeInstanceOf(Unreachable);
});

it('an answer whose end never comes is none', async () => {
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => ({
    status: 200,
    headers: new Headers(),
    text: () => silence(path, init),
  }));
  const end = endOf(get('/one'));
  await vi.advanceTimersByTimeAsync(15_000);
  expect(end.error).toBeInstanceOf(Unreachable);
});

it('what somebody has given up is no failure of the service, and leaves nothing behind', async () => {
  const leaving = new AbortController();
  const end = endOf(get('/one', {}, { signal: leaving.signal }));
  leaving.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(end.error).toMatchObject({ name: 'AbortError' });
  const late = endOf(get('/one', {}, { signal: leaving.signal }));
  await vi.advanceTimersByTimeAsync(0);
  expect(late.error).toMatchObject({ name: 'AbortError' });
  expect(vi.getTimerCount()).toBe(0);
});

it.each([
  [new Unreachable('/one'), true],
  [new Refused(500, 'Internal Server Error', null), true],
  [new Refused(503, 'server is busy, please try again later', null), true],
  [new Refused(429, 'too many requests', null), true],
  [new Refused(404, 'order not found', null), false],
  [new Error('of the page itself'), false],
])('%s is no answer: %s', (error, is) => {
  expect(isNoAnswer(error)).toBe(is);
});
