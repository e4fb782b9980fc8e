import { expect, it } from 'vitest';
import { IS_LONG } from '../../support/volume.ts';
import type { StoredPayment } from './orders-as-told.ts';
import type { Suite } from './real-nodes.ts';
import type { Placed, RealWorld } from './real-world.ts';
import { units } from './units.ts';

export const cancelledPayments: Suite = {
  title: 'a payment that an operator cancels',
  tests(the) {
    it('on Ethereum gives way to a transfer of nothing under the same number, and is paid anew, once', async () => {
      const world = the();
      const receiver = world.stranger();
      const order = await stuckOnEthereum(world, receiver);
      const [first] = await world.payments(order);
      const cancel = await cancelled(world, order, first!);
      const sent = (txid: string) =>
        world.ethereum.rpc.call<{ to: string; from: string; value: string; nonce: string } | null>(
          'eth_getTransactionByHash',
          [txid],
        );
      expect(await sent(first!.txid)).toBeNull();
      const { to, from, value } = (await sent(cancel.txid))!;
      expect([to, BigInt(value)]).toEqual([from, 0n]);
      // In a block, but not for good: nobody may decide yet.
      await world.ethereum.mine();
      await world.until('its block to be followed', () => world.isUpToDate());
      expect((await world.shown(order)).status).toBe(3);
      await world.reaches(order, 7);
      expect(await world.balanceOf(receiver)).toBe(0n);
      await world.balanced();
      const { output } = await world.swapdesk('payment', 'show', String(first!.id));
      expect(output).toMatch(/payouts +replaced[\s\S]*cancel +confirmed[\s\S]*failed/);
      await world.resolve(order, 'exchange');
      const done = await world.reaches(order, 4);
      expect(await world.balanceOf(receiver)).toBe(units(done.output[0]!.volume, 18));
      await world.balanced();
    });

    // On simulated chains: `engine/payments/cancel.test.ts`.
    it.runIf(IS_LONG)('on Ethereum counts as paid if it is mined all the same', async () => {
      const world = the();
      const receiver = world.stranger();
      const order = await stuckOnEthereum(world, receiver);
      const [first] = await world.payments(order);
      const cancel = await cancelled(world, order, first!);
      await world.ethereum.rpc.call('hardhat_dropTransaction', [cancel.txid]);
      await world.ethereum.rpc.call('eth_sendRawTransaction', [`0x${first!.bytes.toString('hex')}`]);
      const done = await world.reaches(order, 4);
      expect(done.output[0]!.txid).toBe(first!.txid);
      expect(await world.balanceOf(receiver)).toBe(units(done.output[0]!.volume, 18));
      const { code, output } = await world.swapdesk('payment', 'cancel', String(first!.id));
      expect([code, output]).toEqual([1, expect.stringContaining('is in a block')]);
      await world.balanced();
    });

    it.runIf(IS_LONG)(
      'on a chain of coins gives its coins back, and what is paid anew can never be mined beside it',
      async () => {
        const world = the();
        const { core } = world;
        const receiver = await core.newAddress();
        const order = await world.place('Ethereum:USDT', 300, [{ to: world.coin, address: receiver }]);
        await world.payToken(order.address, 300_000_000n);
        await world.ethereum.mine(2);
        const first = await world.sent(order);
        const cancel = await cancelled(world, order, first);
        expect(await core.call('getrawmempool')).toEqual([cancel.txid]);
        await world.reaches(order, 7);
        expect(await world.receivedCoins(receiver)).toBe(0n);
        await world.balanced();
        await world.resolve(order, 'exchange');
        const second = await world.sent(order);
        const { vin } = (await core.call('getrawtransaction', second.txid, true)) as {
          vin: { txid: string; vout: unknown }[];
        };
        expect(vin.map(({ txid, vout }) => `${txid}:${vout}`)).toContain(`${cancel.txid}:0`);
        const done = await world.reaches(order, 4);
        expect(await world.receivedCoins(receiver)).toBe(units(done.output[0]!.volume, 8));
        await world.balanced();
      },
    );

    it.runIf(IS_LONG)('survives a crash: the cancel is sent after it', async () => {
      const world = the();
      const receiver = world.stranger();
      const order = await stuckOnEthereum(world, receiver);
      const [first] = await world.payments(order);
      await world.service.kill();
      expect((await world.swapdesk('payment', 'cancel', String(first!.id))).code).toBe(0);
      await world.restart();
      await replacement(world, order, first!);
      await world.reaches(order, 7);
      expect(await world.balanceOf(receiver)).toBe(0n);
      await world.balanced();
    });
  },
};

/** Its payment waits on Ethereum. */
async function stuckOnEthereum(world: RealWorld, receiver: string): Promise<Placed> {
  const order = await world.place(world.coin, 1, [{ to: 'Ethereum:ETH', address: receiver }]);
  await world.core.pay({ [order.address]: '1' });
  await world.core.mine(2);
  await world.sent(order);
  return order;
}

/** The operator cancels the payment of an order; waits until the network has what takes its place. */
async function cancelled(world: RealWorld, order: Placed, first: StoredPayment): Promise<StoredPayment> {
  expect((await world.swapdesk('payment', 'list')).output).toContain(String(first.id));
  const { code, output } = await world.swapdesk('payment', 'cancel', String(first.id));
  expect([code, output]).toEqual([0, expect.stringContaining('is being cancelled')]);
  return replacement(world, order, first);
}

function replacement(world: RealWorld, order: Placed, first: StoredPayment): Promise<StoredPayment> {
  return world.until('the cancel to be sent', async () => {
    const newest = (await world.payments(order)).at(-1);
    return newest?.state === 'sent' && newest.id !== first.id && newest;
  });
}
