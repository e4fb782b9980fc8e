import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateAt, dayBegins, periodsOf, zoneNamed } from './zone-days.ts';

const zone = (name: string) => zoneNamed(name) as Intl.DateTimeFormat;
const iso = (at: number) => new Date(at * 1_000).toISOString();

describe('days of a time zone', () => {
  it.each([
    ['UTC', '2026-11-19', '2026-11-19T00:00:00.000Z'],
    ['Europe/Berlin', '2026-11-19', '2026-11-18T23:00:00.000Z'],
    ['Europe/Berlin', '2026-07-01', '2026-06-30T22:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-19', '2026-11-18T18:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-19', '2026-11-18T10:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-11-19', '2026-11-19T11:00:00.000Z'],
    // Midnight did not happen: clocks went from 23:59 to 1:00.
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z'],
  ])('%s: %s begins at %s', (name, date, begins) => {
    expect(iso(dayBegins(date, zone(name)))).toBe(begins);
  });

  it('begin with the first second of their date, whatever the zone', () => {
    const names = fc.constantFrom(
      'America/New_York',
      'Asia/Kolkata',
      'Australia/Lord_Howe',
      'Pacific/Chatham',
      'UTC',
    );
    fc.assert(
      fc.property(names, fc.integer({ min: 0, max: 20_000 }), (name, days) => {
        const date = new Date(days * 86_400_000).toISOString().slice(0, 10);
        const at = dayBegins(date, zone(name));
        expect(dateAt(at, zone(name)) >= date).toBe(true);
        expect(dateAt(at - 1, zone(name)) < date).toBe(true);
      }),
    );
  });

  it('leave nothing out and overlap nowhere, by day, week and month, over a change of clocks', () => {
    for (const grain of ['day', 'week', 'month', 'all'] as const) {
      const periods = periodsOf('2026-01-15', '2026-12-20', grain, zone('Europe/Berlin'), 1_000) ?? [];
      expect(iso(periods[0]?.from ?? 0)).toBe('2026-01-14T23:00:00.000Z');
      expect(iso(periods.at(-1)?.until ?? 0)).toBe('2026-12-20T23:00:00.000Z');
      for (const [n, period] of periods.entries()) if (n > 0) expect(period.from).toBe(periods[n - 1]?.until);
      expect(periods.length).toBe({ day: 340, week: 49, month: 12, all: 1 }[grain]);
    }
    const named = (grain: 'week' | 'month') =>
      periodsOf('2026-01-15', '2026-02-03', grain, zone('UTC'), 9)?.map(({ name }) => name);
    expect(named('week')).toEqual([
      '2026-01-15/2026-01-18',
      '2026-01-19/2026-01-25',
      '2026-01-26/2026-02-01',
      '2026-02-02/2026-02-03',
    ]);
    expect(named('month')).toEqual(['2026-01', '2026-02']);
  });

  it('are refused where there are none, or too many', () => {
    expect(zoneNamed('Nowhere/Else')).toBeNull();
    expect(periodsOf('2026-02-30', '2026-03-01', 'day', zone('UTC'), 9)).toBeNull();
    expect(periodsOf('2026-03-02', '2026-03-01', 'day', zone('UTC'), 9)).toBeNull();
    expect(periodsOf('2026-03-01', '2026-03-10', 'day', zone('UTC'), 9)).toBeNull();
  });
});
