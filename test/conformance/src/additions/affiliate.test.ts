import { describe, expect, it } from 'vitest';
import { expectParameterError } from '../support/expect.ts';
import { get } from '../support/host.ts';
import { needsClosedLists, needsKey, needsRoute } from '../support/skips.ts';

const SUMMARY = '/affiliate';
const STATEMENT = '/affiliate/statement';

describe('what an account has earned (decisions, 8)', () => {
  it('is for a key', async (ctx) => {
    await needsRoute(ctx, 'GET', SUMMARY);
    await needsClosedLists(ctx);
    expect((await get(SUMMARY, {}, { anonymous: true })).status).toBe(401);
    expect((await get(STATEMENT, { month: '2026-11' }, { anonymous: true })).status).toBe(401);
  });

  it('is earned, due, on its way and paid, by month too', async (ctx) => {
    await needsRoute(ctx, 'GET', SUMMARY);
    needsKey(ctx);
    expect(Object.keys((await get(SUMMARY)).fields.data as object)).toEqual(
      expect.arrayContaining(['earned', 'due', 'on_its_way', 'settled', 'codes', 'settlements', 'paid_to']),
    );
    expectParameterError(await get(STATEMENT, { month: '11' }));
    expect((await get(STATEMENT, { month: '2026-13' })).fields.msg).toBe('Incorrect request parameters');
    expect(
      ((await get(STATEMENT, { month: '2026-11' })).fields.data as { lines: unknown }).lines,
    ).toBeInstanceOf(Array);
  });
});
