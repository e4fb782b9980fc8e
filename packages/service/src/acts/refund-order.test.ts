import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wrongsOf } from '../engine/testing/books.ts';
import { openWorld, RECEIVER, REFUND, type World } from '../engine/testing/world.ts';
import { openDeposits } from '../observe/queue.ts';
import { confirmProposal, type ProposedAct, propose } from '../operators/proposals.ts';
import { transaction } from '../store/transaction.ts';
import type { ActContext } from './context.ts';
import { ACTS } from './index.ts';
import { refundOrder } from './refund-order.ts';
import { returnSurplus } from './return-surplus.ts';

/** Where somebody's deposit goes back to, if it is not where they said: nobody decides that alone. */

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const ANN = { name: 'ann', via: 'console', address: '', role: 'support' } as const;
const ROOT = { name: 'root', via: 'command line', address: '', role: null } as const;
const context = (): ActContext => ({
  market: world.market(),
  network: 'test' as const,
  screen: world.screen,
  withdrawals: {},
});
const ask = (act: ProposedAct<ActContext>, args: Record<string, string>) =>
  transaction(
    world.database,
    async (client) => (await propose(client, act, args, ANN, context(), world.now)).result,
  );
const confirm = (id: number, waitS = 0) =>
  transaction(world.database, (client) =>
    confirmProposal(client, ACTS, id, ROOT, context(), waitS, world.now),
  );

async function frozen(more: object = {}) {
  const order = await world.place({ exchange_mode: 'fixed', ...more });
  await world.pay(order, '0.01');
  await world.settle();
  expect(await world.status(order)).toBe(7);
  return order;
}

describe('a refund to another address than the client gave', () => {
  it('is not made before it is confirmed, and then goes there, without the memo of the other', async () => {
    const order = await frozen({ refund_address: REFUND.Bitcoin, refund_memo: 'of the first' });
    const id = await ask(refundOrder, { order: order.no.toLowerCase(), address: RECEIVER.Bitcoin });
    await world.settle();
    expect(await world.shown(order)).toMatchObject({ status: 7, refund: [], refund_address: REFUND.Bitcoin });
    await expect(confirm(id, 3_600)).rejects.toThrow('wait a while');
    await confirm(id);
    await world.settle();
    expect(await world.shown(order)).toMatchObject({ status: 5, refund: [{ to_addr: RECEIVER.Bitcoin }] });
    expect(await world.rows('SELECT memo FROM payout WHERE order_id = $1 ORDER BY id', [order.id])).toEqual([
      { memo: null },
    ]);
    expect(await wrongsOf(world)).toEqual([]);
  });

  it('is not made if the client has said otherwise meanwhile', async () => {
    const order = await frozen();
    const id = await ask(refundOrder, { order: order.no, address: RECEIVER.Bitcoin });
    await world.rows("UPDATE orders SET resolution = 'refund', refund_address = $2 WHERE id = $1", [
      order.id,
      REFUND.Bitcoin,
    ]);
    await expect(confirm(id)).rejects.toThrow('has said otherwise meanwhile');
    await world.settle();
    expect(await world.shown(order)).toMatchObject({ status: 5, refund: [{ to_addr: REFUND.Bitcoin }] });
  });

  it('is not made if it has been given back meanwhile', async () => {
    const order = await frozen({ refund_address: REFUND.Bitcoin });
    const id = await ask(refundOrder, { order: order.no, address: RECEIVER.Bitcoin });
    await world.rows("UPDATE orders SET resolution = 'refund' WHERE id = $1", [order.id]);
    await world.settle();
    expect(await world.status(order)).toBe(5);
    await expect(confirm(id)).rejects.toThrow('has said otherwise meanwhile');
    expect(await world.shown(order)).toMatchObject({ refund: [{ to_addr: REFUND.Bitcoin }] });
  });

  it('is refused to an address of ours, to none, and to one that screening refuses', async () => {
    const order = await frozen();
    const [own] = await world.rows<{ address: string }>(
      "SELECT treasury AS address FROM address_space WHERE name = 'bitcoin'",
    );
    for (const address of ['', 'nonsense', RECEIVER.Ethereum, own?.address ?? ''])
      await expect(ask(refundOrder, { order: order.no, address })).rejects.toThrow('invalid refund address');
    await expect(ask(refundOrder, { order: 'NONE', address: REFUND.Bitcoin })).rejects.toThrow(
      'order not found',
    );
    const { screen } = world;
    world.screen = async () => ({ isHit: true, detail: 'a list' });
    await expect(ask(refundOrder, { order: order.no, address: REFUND.Bitcoin })).rejects.toThrow(
      'screening refuses the address',
    );
    world.screen = screen;
    expect(await world.shown(order)).toMatchObject({ status: 7, refund_address: '' });
  });
});

describe('surplus', () => {
  it('is given back once, to the address that was confirmed', async () => {
    const to_address = [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }];
    const order = await world.place({
      from_chain: 'Ethereum',
      from_abbr: 'ETH',
      from_quantity: 1,
      to_address,
    });
    await world.pay(order, '500', 'Ethereum/USDT');
    await world.settle();
    const [{ id: deposit } = { id: 0 }] = await openDeposits(world.database);
    const before = await world.received(REFUND.Ethereum, 'Ethereum/USDT');
    const wish = { deposit: String(deposit), address: REFUND.Ethereum };
    const id = await ask(returnSurplus, wish);
    await expect(ask(returnSurplus, wish)).rejects.toThrow('proposed already');
    await world.settle();
    expect(await world.shown(order)).toMatchObject({ refund: [], refund_address: '' });
    await confirm(id);
    await world.settle();
    expect((await world.received(REFUND.Ethereum, 'Ethereum/USDT')) - before).toBe(498_700_000n);
    // Where a little went says nothing about the rest: its client can still say where that is to go.
    expect(await world.shown(order)).toMatchObject({ status: 1, refund_address: '' });
    await expect(ask(returnSurplus, wish)).rejects.toThrow('decided about already');
    for (const wrong of ['', '0', '1e3', '-1', '999999999999999'])
      await expect(ask(returnSurplus, { ...wish, deposit: wrong })).rejects.toThrow('decided about already');
    expect(await wrongsOf(world)).toEqual([]);
  });

  it('of a sender whom screening knows goes back as the very coin, and whoever confirms it is told', async () => {
    const order = await world.place();
    await world.pay(order);
    await world.settle();
    await world.settle();
    expect(await world.status(order)).toBe(4);
    const txid = await world.pay(order, '0.02');
    await world.settle();
    const [{ id: deposit } = { id: 0 }] = await openDeposits(world.database);
    const { screen } = world;
    world.screen = async ({ address }) => ({ isHit: address === 'faucet', detail: 'a list' });
    const id = await ask(returnSurplus, { deposit: String(deposit), address: REFUND.Bitcoin });
    await confirm(id);
    world.screen = screen;
    await world.settle();
    const spent = await world.rows<{ spend: string }>(
      `SELECT s.spend FROM payout o JOIN payment_spend s ON s.payment_id = o.payment_id
        WHERE o.deposit_id = $1 AND o.reason = 'refund'`,
      [deposit],
    );
    expect(spent).toEqual([{ spend: expect.stringMatching(`^${txid}:`) }]);
    expect(await wrongsOf(world)).toEqual([]);
  });
});
