import { expect, it } from 'vitest';
import { IS_LONG } from '../../support/volume.ts';
import type { Suite } from './real-nodes.ts';
import type { Placed, RealWorld } from './real-world.ts';
import { units } from './units.ts';

const COIN = 10n ** 18n;

export const deadlines: Suite = {
  title: 'an order that is not paid as agreed',
  tests(the) {
    it('gives a token back that was too little', async () => {
      const world = the();
      const [receiver, refund] = [await world.core.newAddress(), world.stranger()];
      const order = await world.placeFixed('Ethereum:USDT', 1000, { to: world.coin, address: receiver });
      await world.payToken(order.address, 900_000_000n);
      expect((await world.reaches(order, 7)).freeze_reason).toBe('LESS');
      await giveBack(world, order, refund);
      const [given] = await world.owed(order);
      expect(given!.units).toBeLessThan(900_000_000n);
      expect(await world.tokensOf(refund)).toBe(given!.units);
      expect(await world.receivedCoins(receiver)).toBe(0n);
      await world.balanced();
    });

    it.runIf(IS_LONG)('gives ether back that was too much', async () => {
      const world = the();
      const [receiver, refund] = [await world.core.newAddress(), world.stranger()];
      const order = await world.placeFixed('Ethereum:ETH', 0.5, { to: world.coin, address: receiver });
      await world.payEther(order.address, COIN);
      expect((await world.reaches(order, 7)).freeze_reason).toBe('MORE');
      await giveBack(world, order, refund);
      const [given] = await world.owed(order);
      expect(given!.units).toBeGreaterThan((COIN * 9n) / 10n);
      expect(await world.balanceOf(refund)).toBe(given!.units);
      expect(await world.receivedCoins(receiver)).toBe(0n);
      await world.balanced();
    });

    it.runIf(IS_LONG)('exchanges what comes late to a float order', async () => {
      const world = the();
      const receiver = world.stranger();
      const order = await world.place(world.coin, 2, [{ to: 'Ethereum:ETH', address: receiver }]);
      await world.letPass(order, 'expires_at');
      await world.sees(order, 8);
      await world.core.pay({ [order.address]: '2' });
      await world.sees(order, 2);
      const done = await world.reaches(order, 4);
      expect(await world.balanceOf(receiver)).toBe(units(done.output[0]!.volume, 18));
      await world.balanced();
    });

    it.runIf(IS_LONG)('freezes what comes late to a fixed order, and gives it back', async () => {
      const world = the();
      const [receiver, refund] = [world.stranger(), await world.core.newAddress()];
      const order = await world.placeFixed(world.coin, 2, { to: 'Ethereum:ETH', address: receiver });
      await world.letPass(order, 'expires_at');
      await world.sees(order, 8);
      await world.core.pay({ [order.address]: '2' });
      expect((await world.reaches(order, 7)).freeze_reason).toBe('LATE');
      await giveBack(world, order, refund);
      const [given] = await world.owed(order);
      expect(await world.receivedCoins(refund)).toBe(given!.units);
      expect(await world.balanceOf(receiver)).toBe(0n);
      await world.balanced();
    });

    it.runIf(IS_LONG)('does not lose what comes to an order that was given up', async () => {
      const world = the();
      const [receiver, refund] = [await world.core.newAddress(), world.stranger()];
      const order = await world.place('Ethereum:USDT', 500, [{ to: world.coin, address: receiver }]);
      await world.letPass(order, 'expires_at');
      await world.letPass(order, 'late_until');
      await world.sees(order, 9);
      await world.payToken(order.address, 500_000_000n);
      expect((await world.reaches(order, 7)).freeze_reason).toBe('LATE');
      await giveBack(world, order, refund);
      const [given] = await world.owed(order);
      expect(await world.tokensOf(refund)).toBe(given!.units);
      expect(await world.receivedCoins(receiver)).toBe(0n);
      await world.balanced();
    });
  },
};

/** Its client asks for a refund, and has it in the end. */
async function giveBack(world: RealWorld, order: Placed, refund_address: string): Promise<void> {
  const wish = { query_code: order.code, manage_code: order.manageCode, action: 'refund', refund_address };
  expect((await world.call('/openapi/order/resolve', wish)).msg).toBe('success');
  await world.reaches(order, 5);
}
