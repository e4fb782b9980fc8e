import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Chain } from '../../chains/chain.ts';
import { cancelOrder } from '../../orders/cancel.ts';
import type { Order } from '../../orders/order.ts';
import { wrongsOf } from '../testing/books.ts';
import { openWorld, RECEIVER, type World } from '../testing/world.ts';

let world: World;
let chains: Chain[];
beforeAll(async () => {
  world = await openWorld();
  chains = world.chains;
});
afterEach(async () => {
  world.chains = chains;
  expect(await wrongsOf(world)).toEqual([]);
});
afterAll(() => world.close());

const TXID = `0x${'fa'.repeat(32)}`;

/** A transfer of a token that waits, then is in a block and comes to nothing: the block says nothing of it. */
function failingTransfer(order: Order, { isWaiting }: { isWaiting: () => boolean }): void {
  const [chain] = chains.filter(({ name }) => name === 'Ethereum') as [Chain];
  const transfer = { index: 0, address: order.address, assetId: order.assetId, units: order.units };
  const transaction = { txid: TXID, sources: [], spends: [], transfers: [transfer] };
  const faulty: Partial<Chain> = {
    async mempool(watch) {
      const mempool = await chain.mempool(watch);
      if (!isWaiting()) return mempool;
      return {
        has: (txid) => txid === TXID || mempool.has(txid),
        transactions: [...mempool.transactions, transaction],
        noted: () => mempool.noted(),
      };
    },
    async statusOf(txid) {
      if (txid !== TXID) return chain.statusOf(txid);
      return isWaiting() ? { state: 'waiting' } : { state: 'mined', block: await chain.tip() };
    },
  };
  world.chains = chains.map((each) => (each === chain ? Object.assign(Object.create(chain), faulty) : each));
}

const ofTether = {
  from_chain: 'Ethereum',
  from_abbr: 'USDT',
  from_quantity: 1_000,
  to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
};

describe('a transfer whose transaction came to nothing in its block', () => {
  it('leaves its order waiting: it can be cancelled', async () => {
    const order = await world.place(ofTether);
    let isWaiting = true;
    failingTransfer(order, { isWaiting: () => isWaiting });
    await world.round();
    expect(await world.status(order)).toBe(2);
    isWaiting = false;
    await world.round();
    expect(await world.status(order)).toBe(1);
    expect(await world.shown(order)).toMatchObject({ payfor_at: 0, fulls: [], input: [] });
    await cancelOrder(world.database, await world.order(order), world.now);
    expect(await world.status(order)).toBe(9);
  });

  it('leaves its order expired once its time is over; and pays it if another block does bring it', async () => {
    const order = await world.place(ofTether);
    let isWaiting = true;
    failingTransfer(order, { isWaiting: () => isWaiting });
    await world.round();
    world.now += 3_601;
    await world.round();
    expect(await world.status(order)).toBe(2);
    isWaiting = false;
    await world.round();
    expect(await world.status(order)).toBe(8);
    world.chains = chains;
    await world.pay(order);
    await world.settle();
    expect(await world.status(order)).toBe(4);
  });

  it('is not given up while the block that has it is still to be followed', async () => {
    const order = await world.place(ofTether);
    let isWaiting = true;
    failingTransfer(order, { isWaiting: () => isWaiting });
    await world.round();
    const [ethereum] = world.chains.filter(({ name }) => name === 'Ethereum') as [Chain];
    const ahead = Object.assign(Object.create(ethereum), {
      statusOf: async () => ({ state: 'mined', block: { height: 1_000_000, hash: '0xahead' } }),
    } satisfies Partial<Chain>);
    world.chains = chains.map((each) => (each.name === 'Ethereum' ? ahead : each));
    isWaiting = false;
    await world.round();
    expect(await world.status(order)).toBe(2);
    world.chains = chains;
    await world.round();
    expect(await world.status(order)).toBe(1);
  });
});
