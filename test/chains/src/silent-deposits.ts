import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Alter } from '../../support/altering-proxy.ts';
import { callFrames } from '../../support/call-frames.ts';
import { forward } from '../../support/forwarder.ts';
import type { Suite } from './real-nodes.ts';
import type { Placed, RealWorld } from './real-world.ts';
import { deposit } from './rolled-back.ts';
import { units } from './units.ts';

const COIN = 10n ** 18n;

let forwarder: string;

export const silentDeposits: Suite = {
  title: 'ether that a contract sends where no node can trace',
  tests(the) {
    beforeAll(() => {
      answer(the(), cannotTrace);
    });
    afterAll(() => {
      answer(the(), (_, usual) => usual());
    });

    it('to the treasury, were it one wei, is booked and stops no payout', async () => {
      const world = the();
      forwarder = await world.ethereum.deploy('Forwarder');
      await throughContract(world, await world.treasury('evm'), 1n);
      await world.mine(3);
      const receiver = world.stranger();
      const order = await world.place(world.coin, 1, [{ to: 'Ethereum:ETH', address: receiver }]);
      await world.core.pay({ [order.address]: '1' });
      const done = await world.reaches(order, 4);
      expect(await world.balanceOf(receiver)).toBe(units(done.output[0]!.volume, 18));
      expect(await halts(world)).toEqual([]);
      await world.balanced();
    });

    it('beside a plain payment counts for the same order', async () => {
      const world = the();
      const receiver = await world.core.newAddress();
      const order = await world.place('Ethereum:ETH', 0.5, [{ to: world.coin, address: receiver }]);
      await world.payEther(order.address, COIN / 4n);
      await throughContract(world, order.address, COIN / 4n);
      await world.ethereum.mine();
      // What the balance shows is found after the block was followed: before another makes the rest count.
      await world.until('both to be found', async () => (await deposits(world, order)).length === 2);
      const done = await world.reaches(order, 4);
      expect(done.rel_volume).toBe(0.5);
      expect(await world.receivedCoins(receiver)).toBe(units(done.output[0]!.volume, 8));
      await world.balanced();
    });

    it('is taken up again where a reorganisation moves it to another block', async () => {
      const world = the();
      const receiver = await world.core.newAddress();
      const order = await world.place('Ethereum:ETH', 0.5, [{ to: world.coin, address: receiver }]);
      await throughContract(world, order.address, COIN / 2n);
      const goBack = await world.ethereum.remember();
      await world.ethereum.mine();
      await deposit(world, order, 'mined');
      await goBack();
      await otherBlocks(world);
      const done = await world.reaches(order, 4);
      expect(done.rel_volume).toBe(0.5);
      expect(await world.receivedCoins(receiver)).toBe(units(done.output[0]!.volume, 8));
      await world.balanced();
    });

    it('lets its order wait again where a reorganisation takes it back', async () => {
      const world = the();
      const receiver = await world.core.newAddress();
      const order = await world.place('Ethereum:ETH', 0.5, [{ to: world.coin, address: receiver }]);
      const goBack = await world.ethereum.remember();
      await throughContract(world, order.address, COIN / 2n);
      await world.ethereum.mine();
      await deposit(world, order, 'mined');
      await goBack();
      await otherBlocks(world);
      await world.sees(order, 1);
      await throughContract(world, order.address, COIN / 2n);
      const done = await world.reaches(order, 4);
      expect(done.rel_volume).toBe(0.5);
      await world.balanced();
    });

    it('is not counted once more when its block is looked through by a node that can', async () => {
      const world = the();
      const order = await world.place('Ethereum:ETH', 0.5, [
        { to: world.coin, address: await world.core.newAddress() },
      ]);
      await throughContract(world, order.address, COIN / 2n);
      await world.ethereum.mine();
      const height = String(Number(await world.ethereum.rpc.call<string>('eth_blockNumber')));
      await world.reaches(order, 4);
      await world.service.stop();
      traces(world);
      await world.restart();
      const { output } = await world.swapdesk(
        'wallet',
        'rescan',
        'Ethereum',
        '--from',
        height,
        '--to',
        height,
      );
      expect(output).toMatch(/1 of 1 blocks, 0 missed transfers found/);
      await world.balanced();
    });
  },
};

async function throughContract(world: RealWorld, address: string, value: bigint): Promise<void> {
  await world.ethereum.send({ to: forwarder, value, data: forward([address]) });
}

function answer(world: RealWorld, alter: Alter): void {
  for (const proxy of world.proxies) proxy.alter = alter;
}

/** As Hardhat does; anvil can. */
const cannotTrace: Alter = async ({ method }, usual) => {
  if (/trace/.test(method)) throw Object.assign(new Error(`Method ${method} not found`), { code: -32601 });
  return usual();
};

/** From now on the node traces. */
function traces(world: RealWorld): void {
  const { ethereum } = world;
  answer(world, async ({ method, params }, usual) => {
    if (method !== 'debug_traceBlockByHash') return usual();
    const { transactions } = await ethereum.rpc.call<{ transactions: string[] }>('eth_getBlockByHash', [
      params[0],
      false,
    ]);
    return Promise.all(transactions.map(async (txid) => ({ result: await callFrames(ethereum.rpc, txid) })));
  });
}

/** Blocks that are not those that were there before. */
async function otherBlocks(world: RealWorld): Promise<void> {
  await world.payEther(world.stranger(), 1n);
  await world.ethereum.mine(2);
}

async function deposits({ store }: RealWorld, { address }: Placed): Promise<object[]> {
  return (await store.database.query('SELECT id FROM deposit WHERE address = $1', [address])).rows;
}

async function halts({ store }: RealWorld): Promise<object[]> {
  return (await store.database.query('SELECT asset_id FROM halt')).rows;
}
