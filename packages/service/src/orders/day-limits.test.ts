import { MESSAGE } from '@swapdesk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../access/caller.ts';
import { ANYONE, openWorld, RECEIVER, type World } from '../engine/testing/world.ts';
import type { Refusal } from '../refusal.ts';
import { forgetDays } from './day-limits.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const DAY_S = 86_400;
const of = (address: string): Caller => ({
  ...ANYONE,
  scope: `ip:${address}`,
  accountScope: `ip:${address}`,
  isLimited: true,
});
const BTC_TO = { to_address: [{ to_chain: 'Ethereum', to_abbr: 'ETH', to_address: RECEIVER.Ethereum }] };
const place = (caller: Caller, quantity: number, more = {}) =>
  world.place({ ...BTC_TO, caller, from_quantity: quantity, ...more });
const refusal = (placing: Promise<unknown>) =>
  placing.then(
    () => null,
    (error: Refusal) => ({ reply: error.reply, max: error.data?.max_from_quantity }),
  );

describe('a limit of a day', () => {
  it('lets a caller place so much, in either mode, says what is left, and begins anew at midnight', async () => {
    world.now = DAY_S * 20_000;
    world.settings = { ...world.settings, day_per_caller_usdt: 10_000 };
    const one = of('192.0.2.1');
    // One BTC is 100,000 USDT.
    expect(await refusal(place(one, 0.10000001))).toEqual({ reply: MESSAGE.quantityTooLarge, max: '0.1' });
    await place(one, 0.06);
    expect(await refusal(place(one, 0.05, { exchange_mode: 'fixed' }))).toEqual({
      reply: MESSAGE.quantityTooLarge,
      max: '0.04',
    });
    await place(one, 0.04, { exchange_mode: 'fixed' });
    expect(await refusal(place(one, 0.001))).toEqual({ reply: MESSAGE.quantityTooLarge, max: '0' });
    await place(of('192.0.2.2'), 0.05);
    await place(ANYONE, 0.2);
    world.now += DAY_S - 1;
    expect((await refusal(place(one, 0.001)))?.max).toBe('0');
    world.now += 1;
    await place(one, 0.1);
  });

  it('is not passed by many at once, on whatever node, and what fits is placed', async () => {
    world.now += DAY_S;
    const two = of('192.0.2.3');
    const tries = Array.from({ length: 8 }, () => refusal(place(two, 0.03)));
    const outcomes = await Promise.all(tries);
    expect(outcomes.filter((each) => each === null)).toHaveLength(3);
    expect(outcomes.filter((each) => each !== null)).toEqual(
      Array(5).fill({ reply: MESSAGE.quantityTooLarge, max: '0.01' }),
    );
    const [row] = await world.rows<{ value: string }>(
      "SELECT value::text FROM placed_value WHERE whose = 'ip:192.0.2.3'",
    );
    expect(Number(row?.value)).toBe(9_000);
  });

  it('holds for all callers of a receive asset together, and counts nothing where there is none', async () => {
    world.now += DAY_S;
    world.settings = { ...world.settings, day_per_caller_usdt: 0, day_per_asset_usdt: 5_000 };
    await place(of('192.0.2.4'), 0.03);
    expect(await refusal(place(of('192.0.2.5'), 0.03))).toEqual({
      reply: MESSAGE.quantityTooLarge,
      max: '0.02',
    });
    const other = { to_address: [{ to_chain: 'Ethereum', to_abbr: 'USDT', to_address: RECEIVER.Ethereum }] };
    await place(of('192.0.2.5'), 0.03, other);
    world.settings = { ...world.settings, day_per_asset_usdt: 0 };
    await place(of('192.0.2.5'), 0.5);
    const today = Math.floor(world.now / DAY_S);
    const rows = await world.rows('SELECT whose FROM placed_value WHERE day = $1', [today]);
    expect(rows).toHaveLength(2);
    await forgetDays(world.database, () => world.now + 2 * DAY_S);
    expect(await world.rows('SELECT whose FROM placed_value')).toEqual([]);
  });
});
