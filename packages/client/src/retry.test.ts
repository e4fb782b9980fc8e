import { expect, it } from 'vitest';
import { NetworkError } from './network-error.ts';
import { pauseBefore } from './retry.ts';
import { retryAfterSeconds } from './retry-after.ts';
import { SwapdeskError } from './swapdesk-error.ts';
import { TimeoutError } from './timeout-error.ts';

const refusal = (msg: string, retryAfterS: number | null = null) =>
  new SwapdeskError(200, { code: 1, msg }, { retryAfterS, requestId: null });
const pause = (error: unknown, isRepeatable = true, attempt = 0, chance = 1) =>
  pauseBefore(error, { attempt, isRepeatable, chance });

it('sends again what was lost, or met a busy service, where that does no harm', () => {
  const passing = [
    new NetworkError('gone'),
    new NetworkError('a proxy', { status: 502 }),
    new TimeoutError(10),
    refusal('server is busy, please try again later'),
  ];
  expect(passing.map((error) => pause(error))).toEqual([250, 250, 250, 250]);
  expect(passing.map((error) => pause(error, false))).toEqual([null, null, null, null]);
});

it('sends again what was turned away at the door, when it was told to', () => {
  expect(pause(refusal('too many requests', 7), false)).toBe(7_000);
  expect(pause(refusal('too many requests', 61), true)).toBeNull();
});

it('sends nothing again that is refused, or failed here', () => {
  const final = [
    refusal('order not found'),
    refusal('Internal Server Error'),
    new NetworkError('no desk', { status: 404 }),
    new TypeError('not an amount: x'),
  ];
  expect(final.map((error) => pause(error))).toEqual([null, null, null, null]);
});

it('waits longer each time, within bounds and never all at once', () => {
  const error = new TimeoutError(10);
  expect([0, 1, 2, 9].map((attempt) => pause(error, true, attempt))).toEqual([250, 500, 1_000, 10_000]);
  expect(pause(error, true, 0, 0)).toBe(125);
});

it('reads Retry-After as seconds or as a date', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  const read = (header: string | null) => retryAfterSeconds(header, now);
  expect(
    [null, '3', 'Thu, 01 Jan 2026 00:00:09 GMT', 'Wed, 31 Dec 2025 00:00:00 GMT', 'soon'].map(read),
  ).toEqual([null, 3, 9, 0, null]);
});
