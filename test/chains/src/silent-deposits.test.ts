import { afterAll, expect, it } from 'vitest';
import { AlteringProxy } from '../../support/altering-proxy.ts';
import { callFrames } from '../../support/call-frames.ts';
import { forward } from '../../support/forwarder.ts';
import { describeRealNodes } from './real-nodes.ts';
import type { RealWorld } from './real-world.ts';
import { deposit } from './rolled-back.ts';
import { units } from './units.ts';

const COIN = 10n ** 18n;

let proxy: AlteringProxy;
let forwarder: string;

describeRealNodes(
  'ether that a contract sends where no node can trace',
  (the) => {
    afterAll(() => proxy?.stop());

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
  {
    async endpoints(node) {
      proxy = await AlteringProxy.start(node.rpc);
      return { endpoints: [proxy.url] };
    },
  },
);

async function throughContract(world: RealWorld, address: string, value: bigint): Promise<void> {
  await world.ethereum.send({ to: forwarder, value, data: forward([address]) });
}

/** From now on the node traces. */
function traces({ ethereum }: RealWorld): void {
  proxy.alter = async ({ method, params }, answer) => {
    if (method !== 'debug_traceBlockByHash') return answer();
    const { transactions } = await ethereum.rpc.call<{ transactions: string[] }>('eth_getBlockByHash', [
      params[0],
      false,
    ]);
    return Promise.all(transactions.map(async (txid) => ({ result: await callFrames(ethereum.rpc, txid) })));
  };
}

/** Blocks that are not those that were there before. */
async function otherBlocks(world: RealWorld): Promise<void> {
  await world.payEther(world.stranger(), 1n);
  await world.ethereum.mine(2);
}

async function halts({ store }: RealWorld): Promise<object[]> {
  return (await store.database.query('SELECT asset_id FROM halt')).rows;
}
