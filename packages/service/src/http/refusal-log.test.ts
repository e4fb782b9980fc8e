import { MESSAGE, type Message } from '@swapdesk/contract';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RefusalLog, type Refused } from './refusal-log.ts';

const KEY = '0123456789abcdef01234567';

let lines: Record<string, unknown>[];
let refusals: RefusalLog;

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  refusals = new RefusalLog(pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) }));
});
afterEach(() => vi.useRealTimers());

function refuse(more: Partial<Refused> = {}): void {
  refusals.note({
    why: MESSAGE.badCredentials,
    address: '203.0.113.7',
    method: 'GET',
    path: '/openapi/order/list',
    requestId: 'r-1',
    ...more,
  });
}

describe('a refused request', () => {
  it('is told at once: why, who, what for, and under which id', () => {
    refuse({ key: KEY });
    expect(lines).toEqual([
      {
        level: 40,
        time: expect.any(Number),
        why: 'bad credentials',
        address: '203.0.113.7',
        key: KEY,
        method: 'GET',
        path: '/openapi/order/list',
        requestId: 'r-1',
        msg: 'a request was refused',
      },
    ]);
  });

  it('is told once a minute however often it comes, and then how many more there were', () => {
    for (let n = 0; n < 5_000; n++) refuse();
    expect(lines).toHaveLength(1);
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatchObject({ why: 'bad credentials', address: '203.0.113.7', more: 4_999 });
    vi.advanceTimersByTime(600_000);
    expect(lines).toHaveLength(2);
    refuse();
    expect(lines).toHaveLength(3);
  });

  it('counts for its key from wherever it comes, without one for its address, IPv6 by its network', () => {
    refuse({ key: KEY, address: '203.0.113.8' });
    refuse({ key: KEY, address: '203.0.113.9' });
    expect(lines).toHaveLength(1);
    refuse({ address: '2001:db8:0:1::1' });
    refuse({ address: '2001:db8:0:1::2' });
    expect(lines).toHaveLength(2);
    refuse({ address: '2001:db8:0:2::1' });
    refuse({ address: '2001:db8:0:2::1', why: MESSAGE.tooManyRequests });
    expect(lines).toHaveLength(4);
  });

  it('of very many callers at once is told of a hundred, and of the rest how many there were', () => {
    for (let n = 0; n < 1_000; n++) refuse({ address: `10.0.${n >> 8}.${n & 255}` });
    expect(lines).toHaveLength(100);
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(101);
    expect(lines[100]).toMatchObject({ more: 900, msg: 'requests of yet other callers were refused' });
  });

  it('has a path that is no longer than a person reads, on one line', () => {
    const written: string[] = [];
    refusals = new RefusalLog(pino({ base: null }, { write: (line) => void written.push(line) }));
    refuse({ path: `/a\n{"level":60}${'x'.repeat(10_000)}` });
    expect(written).toHaveLength(1);
    expect((written[0] as string).trimEnd()).not.toContain('\n');
    expect((JSON.parse(written[0] as string) as Refused).path).toHaveLength(200);
  });

  it.each([
    MESSAGE.parameterError,
    MESSAGE.orderNotFound,
    MESSAGE.routeNotFound,
    // Whoever opens the console is told so.
    MESSAGE.signInFirst,
    MESSAGE.confirmAgain,
  ] satisfies Message[])('with "%s" is nobody who tries what they may not', (why) => {
    refuse({ why });
    vi.advanceTimersByTime(60_000);
    expect(lines).toEqual([]);
  });

  it('that was only counted is told when the server stops', () => {
    refuse();
    refuse();
    refusals.tellMore();
    expect(lines.map(({ more }) => more)).toEqual([undefined, 1]);
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(2);
  });
});
