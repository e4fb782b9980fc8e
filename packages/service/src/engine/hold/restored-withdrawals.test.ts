import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../../../test/support/volume.ts';
import { ACTS } from '../../acts/index.ts';
import { returnDeposit } from '../../acts/return-deposit.ts';
import { withdrawTreasury } from '../../acts/withdraw-treasury.ts';
import { dropWithdrawal, loadWithdrawals } from '../../acts/withdrawals.ts';
import { payFromFaucet } from '../../chains/sim/test-networks.ts';
import { wrongWithdrawals } from '../../observe/ledger-sums.ts';
import { openDeposits } from '../../observe/queue.ts';
import { confirmProposal, type ProposedAct, propose } from '../../operators/proposals.ts';
import { transaction } from '../../store/transaction.ts';
import { wrongsOf } from '../testing/books.ts';
import { copyStore } from '../testing/copy-store.ts';
import { RecordedDesk } from '../testing/recorded-desk.ts';
import { REFUND, type World } from '../testing/world.ts';
import { lostPayments } from './lost-payments.ts';

/** The store goes back, the chains do not: what was paid without an order is not paid twice either. */

const COLD = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const MILLION = 1_000_000n;
const ROOT = { name: 'root', via: 'command line', address: '', role: null } as const;

let desk: RecordedDesk;
let world: World;

beforeEach(async () => {
  desk = await RecordedDesk.open();
  world = desk.world;
});
afterEach(() => desk.close());

const context = () => ({
  market: world.market(),
  network: 'test' as const,
  screen: world.screen,
  withdrawals: {},
});
const ask = (act: ProposedAct<ReturnType<typeof context>>, args: Record<string, string>) =>
  transaction(world.database, async (client) => {
    return (await propose(client, act, args, ROOT, context(), world.now)).result;
  });
const askToWithdraw = () =>
  ask(withdrawTreasury, {
    chain: 'Bitcoin',
    coin: 'BTC',
    units: String(MILLION),
    address: COLD,
    why: 'to cold storage',
  });
const confirm = (id: number) =>
  transaction(world.database, (client) => confirmProposal(client, ACTS, id, ROOT, context(), 0, world.now));
const atCold = () => world.received(COLD, 'Bitcoin/BTC');

async function booksAgree(): Promise<void> {
  expect(await wrongsOf(world)).toEqual([]);
  expect(await wrongWithdrawals(world.database)).toEqual([]);
}

describe('a store that has gone back', () => {
  it('to before a withdrawal was signed: it is taken up as it was paid', async () => {
    await confirm(await askToWithdraw());
    const copy = await copyStore(world.database);
    await desk.goOn();
    expect(await atCold()).toBe(MILLION);
    await copy.restore();
    await desk.startAnew();
    expect(await desk.isHeld()).toBe(true);
    await desk.goOn();
    expect(await desk.isHeld()).toBe(false);
    expect(await atCold()).toBe(MILLION);
    expect(await loadWithdrawals(world.database)).toMatchObject([{ state: 'confirmed' }]);
    await booksAgree();
  });

  it.runIf(IS_LONG)(
    'to before it was confirmed: it is held, and who confirms it again does not pay it again',
    async () => {
      const id = await askToWithdraw();
      const copy = await copyStore(world.database);
      await confirm(id);
      await desk.goOn();
      await copy.restore();
      await desk.startAnew();
      await desk.goOn();
      expect(await desk.isHeld()).toBe(true);
      expect((await lostPayments(world.database, null))[0]?.obstacle).toMatch(
        /^the store has no payout withdrawal\//,
      );
      await confirm(id);
      const [{ id: payout } = { id: 0 }] = await loadWithdrawals(world.database);
      await expect(
        transaction(world.database, (client) => dropWithdrawal(client, payout, '', world.now)),
      ).rejects.toThrow('may still be');
      await desk.goOn();
      expect(await desk.isHeld()).toBe(false);
      expect(await atCold()).toBe(MILLION);
      expect(await loadWithdrawals(world.database)).toMatchObject([{ state: 'confirmed' }]);
      await booksAgree();
    },
  );

  it.runIf(IS_LONG)(
    'to before it was asked for: another one under its number is not taken for it',
    async () => {
      const copy = await copyStore(world.database);
      const id = await askToWithdraw();
      await confirm(id);
      await desk.goOn();
      await copy.restore();
      await desk.startAnew();
      const another = await askToWithdraw();
      expect(another).toBe(id);
      await confirm(another);
      await desk.goOn();
      expect(await desk.isHeld()).toBe(true);
      expect(await lostPayments(world.database, null)).toHaveLength(1);
      expect(await loadWithdrawals(world.database)).toMatchObject([{ state: 'ready' }]);
      expect(await atCold()).toBe(MILLION);
    },
  );

  it.runIf(IS_LONG)('to before what nobody claimed was given back: it is given back once', async () => {
    const { id: assetId } = world.asset('Ethereum/USDT');
    await world.rows(`UPDATE address_space SET given = 900 WHERE name = 'evm'`);
    const { network } = world.network('Ethereum');
    await payFromFaucet(network, { address: 'evm-800', assetId, units: 7_000_000n });
    await desk.goOn();
    const [unclaimed] = await openDeposits(world.database);
    const args = { deposit: String(unclaimed?.id), address: REFUND.Ethereum };
    const copy = await copyStore(world.database);
    await confirm(await ask(returnDeposit, args));
    await desk.goOn();
    const once = await world.received(REFUND.Ethereum, 'Ethereum/USDT');
    expect(once > 0n).toBe(true);
    await copy.restore();
    await desk.startAnew();
    await desk.goOn();
    expect(await desk.isHeld()).toBe(true);
    await confirm(await ask(returnDeposit, args));
    await desk.goOn();
    expect(await desk.isHeld()).toBe(false);
    expect(await world.received(REFUND.Ethereum, 'Ethereum/USDT')).toBe(once);
    expect(await openDeposits(world.database)).toEqual([]);
    await booksAgree();
  });
});
