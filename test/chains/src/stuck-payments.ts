import { expect, it } from 'vitest';
import { IS_LONG } from '../../support/volume.ts';
import type { Suite } from './real-nodes.ts';
import type { Placed, RealWorld } from './real-world.ts';
import { units } from './units.ts';

/** A payment that is not in a block is sent again after half a minute, and replaced after ten. */
const RESEND_S = 31;
const PATIENCE_S = 601;
const GWEI = 10n ** 9n;

export const stuckPayments: Suite = {
  title: 'a payment that no block takes',
  tests(the) {
    it.runIf(IS_LONG)(
      'is sent again where a node has lost it, and those behind it are not stuck',
      async () => {
        const world = the();
        const { core, ethereum } = world;
        const receivers = [world.stranger(), world.stranger()];
        const orders = await Promise.all(
          receivers.map((address) => world.place(world.coin, 1, [{ to: 'Ethereum:ETH', address }])),
        );
        await core.pay(Object.fromEntries(orders.map(({ address }) => [address, '1'])));
        await core.mine(2);
        const payments = [await world.sent(orders[0]!), await world.sent(orders[1]!)].sort(
          (a, b) => a.id - b.id,
        );
        await ethereum.rpc.call('hardhat_dropTransaction', [payments[0]!.txid]);
        await ethereum.mine(3);
        expect(await Promise.all(receivers.map((address) => world.balanceOf(address)))).toEqual([0n, 0n]);
        await world.letPaymentsWait('sent_at', RESEND_S);
        for (const [n, order] of orders.entries()) {
          const done = await world.reaches(order, 4);
          expect(await world.balanceOf(receivers[n]!)).toBe(units(done.output[0]!.volume, 18));
        }
        const [first, second] = payments.map(({ txid }) => txid);
        expect(new Set((await Promise.all(orders.map(txids(world)))).flat())).toEqual(
          new Set([first, second]),
        );
        await world.balanced();
      },
    );

    it('is replaced at a higher fee where Ethereum has become dearer, and arrives once', async () => {
      const world = the();
      const { core } = world;
      const receiver = world.stranger();
      const order = await world.place(world.coin, 1, [{ to: 'Ethereum:ETH', address: receiver }]);
      await core.pay({ [order.address]: '1' });
      await core.mine(2);
      const first = await world.sent(order);
      await dearBlock(world);
      expect(await world.balanceOf(receiver)).toBe(0n);
      await world.letPaymentsWait('signed_at', PATIENCE_S);
      const second = await replacement(world, order);
      await dearBlock(world);
      const done = await world.reaches(order, 4);
      expect(await world.balanceOf(receiver)).toBe(units(done.output[0]!.volume, 18));
      expect(await world.payments(order)).toMatchObject([
        { txid: first.txid, state: 'replaced' },
        { txid: second.txid, state: 'confirmed' },
      ]);
      await world.balanced();
    });

    it.runIf(IS_LONG)('is replaced at a higher fee on a chain of coins, and arrives once', async () => {
      const world = the();
      const receiver = await world.core.newAddress();
      const order = await stuckOnCoins(world, receiver);
      const [first] = await world.payments(order);
      await world.letPaymentsWait('signed_at', PATIENCE_S);
      const second = await replacement(world, order);
      expect(await world.core.call('getrawmempool')).toEqual([second.txid]);
      const done = await world.reaches(order, 4);
      expect(await world.receivedCoins(receiver)).toBe(units(done.output[0]!.volume, 8));
      expect(await world.payments(order)).toMatchObject([
        { txid: first!.txid, state: 'replaced' },
        { txid: second.txid, state: 'confirmed' },
      ]);
      await world.balanced();
    });

    it('arrives once where a miner takes the one that was replaced', async () => {
      const world = the();
      const receiver = await world.core.newAddress();
      const order = await stuckOnCoins(world, receiver);
      const [first] = await world.payments(order);
      await world.letPaymentsWait('signed_at', PATIENCE_S);
      const second = await replacement(world, order);
      await world.core.mineOnly([first!.bytes.toString('hex')]);
      const done = await world.reaches(order, 4);
      expect(done.output[0]!.txid).toBe(first!.txid);
      expect(await world.receivedCoins(receiver)).toBe(units(done.output[0]!.volume, 8));
      expect(await world.payments(order)).toMatchObject([
        { txid: first!.txid, state: 'confirmed' },
        { txid: second.txid, state: 'replaced' },
      ]);
      await world.balanced();
    });
  },
};

function txids(world: RealWorld): (order: Placed) => Promise<string[]> {
  return async (order) => (await world.payments(order)).map(({ txid }) => txid);
}

/** Its payment waits on the chain of coins. */
async function stuckOnCoins(world: RealWorld, receiver: string): Promise<Placed> {
  const order = await world.place('Ethereum:USDT', 300, [{ to: world.coin, address: receiver }]);
  await world.payToken(order.address, 300_000_000n);
  await world.ethereum.mine(2);
  await world.sent(order);
  return order;
}

/** Waits until the network has a second payment in place of the first. */
function replacement(world: RealWorld, order: Placed) {
  return world.until('a replacement', async () => {
    const [, second] = await world.payments(order);
    return second?.state === 'sent' && second;
  });
}

/** A block of which the base fee is more than payments offer that were signed before it. */
async function dearBlock({ ethereum }: RealWorld): Promise<void> {
  await ethereum.rpc.call('hardhat_setNextBlockBaseFeePerGas', [`0x${(20n * GWEI).toString(16)}`]);
  await ethereum.mine();
}
