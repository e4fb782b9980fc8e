import { afterEach, expect, it, vi } from 'vitest';
import { learnTime, onOtherTime, serviceNow } from './service-clock.ts';

const NOON = Date.parse('2026-11-19T12:00:00Z');
const DAY_MS = 86_400_000;

afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ['a day behind', NOON - DAY_MS, NOON],
  ['a day ahead', NOON + DAY_MS, NOON],
  ['right but for an answer that took its time', NOON + 2_000, NOON + 2_000],
])('where the clock of a device is %s, it is the time of the service', (_, device, expected) => {
  vi.useFakeTimers({ now: device });
  learnTime(new Date(NOON).toUTCString());
  expect(serviceNow()).toBe(expected);
});

it('whoever counts is told once that it is another time, and what is no time changes nothing', () => {
  vi.useFakeTimers({ now: NOON });
  learnTime(new Date(NOON).toUTCString());
  const hear = vi.fn();
  const leave = onOtherTime(hear);
  for (const head of [null, 'yesterday', new Date(NOON).toUTCString()]) learnTime(head);
  expect(hear).not.toHaveBeenCalled();
  learnTime(new Date(NOON + DAY_MS).toUTCString());
  learnTime(new Date(NOON + DAY_MS).toUTCString());
  expect(hear).toHaveBeenCalledTimes(1);
  leave();
  learnTime(new Date(NOON).toUTCString());
  expect([hear.mock.calls.length, serviceNow()]).toEqual([1, NOON]);
});
