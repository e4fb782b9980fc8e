import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  addAffiliate,
  askFor,
  confirm,
  earn,
  listed,
  PAID_TO,
  wishFor,
  wrongTallies,
} from '../../acts/testing/affiliate.ts';
import { dropWithdrawal, loadWithdrawals } from '../../acts/withdrawals.ts';
import { wrongCovers, wrongSettlements } from '../../observe/ledger-sums.ts';
import { transaction } from '../../store/transaction.ts';
import { wrongsOf } from '../testing/books.ts';
import { copyStore } from '../testing/copy-store.ts';
import { RecordedDesk } from '../testing/recorded-desk.ts';
import type { World } from '../testing/world.ts';
import { lostPayments } from './lost-payments.ts';

/** The store goes back, the chains do not: an affiliate is not paid twice for the same commissions. */

let desk: RecordedDesk;
let world: World;

beforeEach(async () => {
  desk = await RecordedDesk.open();
  world = desk.world;
  await addAffiliate(world);
  await earn(world);
});
afterEach(() => desk.close());

const WISH = wishFor('BTC', 'Bitcoin');
const FIVE_USDT = 5_000n;
const got = () => world.received(PAID_TO.Bitcoin, 'Bitcoin/BTC');

async function isPaidOnce(): Promise<void> {
  expect(await desk.isHeld()).toBe(false);
  expect(await got()).toBe(FIVE_USDT);
  expect(await loadWithdrawals(world.database)).toMatchObject([{ state: 'confirmed' }]);
  expect((await listed(world)).settled).toMatchObject({ total: 1, sum: '5' });
  expect(await wrongsOf(world)).toEqual([]);
  expect(await wrongTallies(world)).toEqual([]);
  expect(await wrongSettlements(world.database)).toEqual([]);
  expect(await wrongCovers(world.database)).toBe(0);
}

describe('a store that has gone back', () => {
  it('to before a settlement was signed: it is taken up as it was paid', async () => {
    await confirm(world, await askFor(world, WISH));
    const copy = await copyStore(world.database);
    await desk.goOn();
    expect(await got()).toBe(FIVE_USDT);
    await copy.restore();
    expect((await listed(world)).settled.total).toBe(0);
    await desk.startAnew();
    expect(await desk.isHeld()).toBe(true);
    await desk.goOn();
    await isPaidOnce();
  });

  it('to before it was confirmed: who confirms it again, whatever the price is now, does not pay it again', async () => {
    const id = await askFor(world, WISH);
    const copy = await copyStore(world.database);
    await confirm(world, id);
    await desk.goOn();
    await copy.restore();
    await desk.startAnew();
    await desk.goOn();
    expect(await desk.isHeld()).toBe(true);
    expect((await lostPayments(world.database, null))[0]?.obstacle).toMatch(
      /^the store has no payout settlement\/affiliate\//,
    );
    // Nor is the same paid by another settlement, while nobody knows what that one has paid.
    await expect(askFor(world, wishFor('USDT'))).rejects.toThrow('was signed that the store lacks');
    await expect(askFor(world, WISH)).rejects.toThrow('was signed that the store lacks');
    world.prices = { ...world.prices, BTC: '90000' };
    await confirm(world, id);
    const [{ id: payout } = { id: 0 }] = await loadWithdrawals(world.database);
    await expect(
      transaction(world.database, (client) => dropWithdrawal(client, payout, '', world.now)),
    ).rejects.toThrow('may still be');
    await desk.goOn();
    await isPaidOnce();
  });
});
