import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { AlteringProxy } from '../../support/altering-proxy.ts';
import { volume } from '../../support/volume.ts';
import type { Suite } from './real-nodes.ts';
import type { Placed, RealWorld } from './real-world.ts';
import { units } from './units.ts';

/** How long after its payment was stored the service is killed. */
const KILLED_AFTER_MS = [5, 60, 0, 20, 40, 120].slice(0, volume(1, 6));
/** A payment that is not in a block is sent again after this time. */
const RESEND_S = 31;

export const outages: Suite = {
  title: 'a payment under way',
  tests(the) {
    it('arrives once when the Ethereum node takes it and is gone before it says so', async () => {
      const world = the();
      const [proxy] = world.proxies as [AlteringProxy];
      const receiver = world.stranger();
      const order = await world.place(world.coin, 2, [{ to: 'Ethereum:ETH', address: receiver }]);
      const isTaken = atBroadcast(proxy, () => proxy.refuse());
      await world.core.pay({ [order.address]: '2' });
      await world.core.mine(2);
      await isTaken;
      await world.until('the service to miss its node', async () =>
        /ECONNREFUSED/.test(world.service.output()),
      );
      await world.ethereum.mine(3);
      await proxy.resume();
      await paidOnce(world, order, await world.reaches(order, 4).then(() => world.balanceOf(receiver)));
      await world.balanced();
    });

    it('arrives once when the node of coins is killed and started again', async () => {
      const world = the();
      const receiver = await world.core.newAddress();
      const order = await world.place('Ethereum:USDT', 1000, [{ to: world.coin, address: receiver }]);
      await world.payToken(order.address, 1_000_000_000n);
      await world.ethereum.mine(2);
      await world.sent(order);
      await world.core.kill();
      await world.core.launch();
      await world.letPaymentsWait('sent_at', RESEND_S);
      await world.reaches(order, 4);
      await paidOnce(world, order, await world.receivedCoins(receiver));
      await world.balanced();
    });

    it('arrives once when the service is killed after the network took it and before that was noted', async () => {
      const world = the();
      const receiver = world.stranger();
      const order = await world.place(world.coin, 2, [{ to: 'Ethereum:USDT', address: receiver }]);
      const isKilled = atBroadcast(world.proxies[0]!, () => world.service.kill());
      await world.core.pay({ [order.address]: '2' });
      await world.core.mine(2);
      await isKilled;
      expect(await world.payments(order)).toMatchObject([{ state: 'signed' }]);
      await world.ethereum.mine(3);
      await world.restart();
      await world.reaches(order, 4);
      await paidOnce(world, order, await world.tokensOf(receiver));
      await world.balanced();
    });

    it('arrives once, whenever the service is killed', async () => {
      const world = the();
      const paid: { order: Placed; received: () => Promise<bigint> }[] = [];
      for (const delayMs of KILLED_AFTER_MS) {
        const [ether, coins] = [world.stranger(), await world.core.newAddress()];
        const toEther = await world.place(world.coin, 1, [{ to: 'Ethereum:ETH', address: ether }]);
        const toCoins = await world.place('Ethereum:USDT', 300, [{ to: world.coin, address: coins }]);
        paid.push({ order: toEther, received: () => world.balanceOf(ether) });
        paid.push({ order: toCoins, received: () => world.receivedCoins(coins) });
        await world.core.pay({ [toEther.address]: '1' });
        await world.payToken(toCoins.address, 300_000_000n);
        await world.mine(2);
        await world.until(
          'a payment to be stored',
          async () => {
            const stored = [...(await world.payments(toEther)), ...(await world.payments(toCoins))];
            return stored.length > 0;
          },
          2,
        );
        await sleep(delayMs);
        await world.service.kill();
        await world.mine();
        await world.restart();
      }
      for (const { order, received } of paid) {
        await world.reaches(order, 4);
        await paidOnce(world, order, await received());
      }
      await world.balanced();
    });
  },
};

/** Resolves once the node has taken a transaction and something has happened in place of its answer. */
function atBroadcast(proxy: AlteringProxy, what: () => Promise<void>): Promise<void> {
  return new Promise((done, fail) => {
    proxy.alter = async ({ method }, answer) => {
      const answered = await answer();
      if (method === 'eth_sendRawTransaction') {
        proxy.alter = (_, usual) => usual();
        await what().then(done, fail);
      }
      return answered;
    };
  });
}

/** One payment came through, and with it just what was promised. */
async function paidOnce(world: RealWorld, order: Placed, received: bigint): Promise<void> {
  const { output } = await world.shown(order);
  const decimals = { LTC: 8, BTC: 8, ETH: 18, USDT: 6 }[output[0]!.abbr]!;
  expect(received).toBe(units(output[0]!.volume, decimals));
  expect((await world.owed(order)).map(({ units: owed }) => owed)).toEqual([received]);
  const confirmed = (await world.payments(order)).filter(({ state }) => state === 'confirmed');
  expect(confirmed).toHaveLength(1);
}
