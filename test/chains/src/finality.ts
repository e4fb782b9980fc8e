import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AlteringProxy } from '../../support/altering-proxy.ts';
import type { Suite } from './real-nodes.ts';
import { deposit } from './rolled-back.ts';
import { units } from './units.ts';

const COIN = 10n ** 18n;

export const finality: Suite = {
  title: 'on a chain that says which blocks are final',
  tests(the) {
    beforeAll(() => the().restartWith({ Ethereum: { finality: 'finalized' } }));
    afterAll(() => the().restartWith({ Ethereum: { finality: 'confirmations' } }));

    it('a deposit counts when its block is, however many blocks are on top', async () => {
      const world = the();
      const [proxy] = world.proxies as [AlteringProxy];
      const receiver = await world.core.newAddress();
      const order = await world.place('Ethereum:ETH', 0.5, [{ to: world.coin, address: receiver }]);
      const { number } = await world.ethereum.rpc.call<{ number: string }>('eth_getBlockByNumber', [
        'latest',
        false,
      ]);
      proxy.alter = async ({ method, params }, answer) =>
        method === 'eth_getBlockByNumber' && params[0] === 'finalized'
          ? world.ethereum.rpc.call(method, [number, false])
          : answer();
      await world.payEther(order.address, COIN / 2n);
      await world.ethereum.mine(12);
      await world.until('all blocks to be followed', () => world.isUpToDate());
      await deposit(world, order, 'mined');
      expect((await world.shown(order)).status).toBe(2);
      proxy.alter = (_, answer) => answer();
      const done = await world.reaches(order, 4);
      expect(await world.receivedCoins(receiver)).toBe(units(done.output[0]!.volume, 8));
      await world.balanced();
    });
  },
};
