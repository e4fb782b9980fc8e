import { expect, it } from 'vitest';
import { forward } from '../../support/forwarder.ts';
import { IS_LONG, volume } from '../../support/volume.ts';
import type { Suite } from './real-nodes.ts';
import { units } from './units.ts';

const COIN = 10n ** 18n;
const MANY = volume(10, 200);

export const swaps: Suite = {
  title: 'a swap',
  tests(the) {
    it('turns coins into ether', async () => {
      const world = the();
      const receiver = world.stranger();
      const order = await world.place(world.coin, 5, [{ to: 'Ethereum:ETH', address: receiver }]);
      await world.core.pay({ [order.address]: '5' });
      await world.sees(order, 2);
      const done = await world.reaches(order, 4);
      expect(done.output[0]).toMatchObject({ chain: 'Ethereum', abbr: 'ETH' });
      expect(await world.balanceOf(receiver)).toBe(units(done.output[0]!.volume, 18));
      await world.balanced();
    });

    it('turns ether into coins, and brings the deposit to the treasury', async () => {
      const world = the();
      const receiver = await world.core.newAddress();
      const order = await world.place('Ethereum:ETH', 0.5, [{ to: world.coin, address: receiver }]);
      await world.payEther(order.address, COIN / 2n);
      await world.sees(order, 2);
      const done = await world.reaches(order, 4);
      expect(await world.receivedCoins(receiver)).toBe(units(done.output[0]!.volume, 8));
      await world.mineUntil('the sweep', async () => (await world.balanceOf(order.address)) === 0n);
      await world.balanced();
    });

    it('turns a token into coins and ether, 60 to 40', async () => {
      const world = the();
      const [coins, ether] = [await world.core.newAddress('p2sh-segwit'), world.stranger()];
      const order = await world.place('Ethereum:USDT', 1000, [
        { to: world.coin, address: coins, ratio: 0.6 },
        { to: 'Ethereum:ETH', address: ether, ratio: 0.4 },
      ]);
      await world.payToken(order.address, 1_000_000_000n);
      const done = await world.reaches(order, 4);
      const volumeOf = (chain: string) => done.output.find((each) => each.chain === chain)!.volume;
      expect(await world.receivedCoins(coins)).toBe(units(volumeOf(world.core.kind.chain), 8));
      expect(await world.balanceOf(ether)).toBe(units(volumeOf('Ethereum'), 18));
      await world.mineUntil('the sweep', async () => (await world.tokensOf(order.address)) === 0n);
      await world.balanced();
    });

    it.runIf(IS_LONG)('turns coins into a token', async () => {
      const world = the();
      const receiver = world.stranger();
      const order = await world.place(world.coin, 3, [{ to: 'Ethereum:USDT', address: receiver }]);
      await world.core.pay({ [order.address]: '3' });
      const done = await world.reaches(order, 4);
      expect(await world.tokensOf(receiver)).toBe(units(done.output[0]!.volume, 6));
      await world.balanced();
    });

    it('freezes what is paid short, and gives it back on demand', async () => {
      const world = the();
      const [receiver, refund] = [world.stranger(), await world.core.newAddress()];
      const order = await world.placeFixed(world.coin, 4, { to: 'Ethereum:ETH', address: receiver });
      await world.core.pay({ [order.address]: '3.5' });
      await world.reaches(order, 7);
      await world.call('/openapi/order/resolve', {
        query_code: order.code,
        manage_code: order.manageCode,
        action: 'refund',
        refund_address: refund,
      });
      await world.reaches(order, 5);
      const given = await world.receivedCoins(refund);
      expect(given).toBeGreaterThan(349_000_000n);
      expect(given).toBeLessThan(350_000_000n);
      expect(await world.balanceOf(receiver)).toBe(0n);
      await world.balanced();
    });

    // On simulated chains: `engine/orders/surplus.test.ts`.
    it.runIf(IS_LONG)('exchanges what a float order was paid more', async () => {
      const world = the();
      const receiver = world.stranger();
      const order = await world.place(world.coin, 2, [{ to: 'Ethereum:ETH', address: receiver }]);
      await world.core.pay({ [order.address]: '2.5' });
      const done = await world.reaches(order, 4);
      expect(done.rel_volume).toBe(2.5);
      expect(await world.balanceOf(receiver)).toBe(units(done.output[0]!.volume, 18));
      await world.balanced();
    });

    it('finds ether that a contract sends inside a call, whether or not the node can trace', async () => {
      const world = the();
      const receiver = await world.core.newAddress();
      const forwarder = await world.ethereum.deploy('Forwarder');
      const order = await world.place('Ethereum:ETH', 0.25, [{ to: world.coin, address: receiver }]);
      await world.ethereum.send({ to: forwarder, value: COIN / 4n, data: forward([order.address]) });
      const done = await world.reaches(order, 4);
      expect(await world.receivedCoins(receiver)).toBe(units(done.output[0]!.volume, 8));
      await world.balanced();
    });

    it(`takes ${MANY} deposits in one block, and pays them out together`, async () => {
      const world = the();
      const orders = await Promise.all(
        Array.from({ length: MANY }, () =>
          world.place(world.coin, 0.2, [{ to: 'Ethereum:USDT', address: world.stranger() }]),
        ),
      );
      await world.core.pay(Object.fromEntries(orders.map(({ address }) => [address, '0.2'])));
      await world.core.mine();
      for (const order of orders) await world.reaches(order, 4);
      await world.balanced();
    });
  },
};
