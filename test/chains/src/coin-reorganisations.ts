import { expect, it } from 'vitest';
import { IS_LONG } from '../../support/volume.ts';
import type { Suite } from './real-nodes.ts';
import type { Placed, RealWorld } from './real-world.ts';
import { deposit, loss } from './rolled-back.ts';
import { units } from './units.ts';

/** A payment that no block takes is replaced after this time. */
const PATIENCE_S = 601;

export const coinReorganisations: Suite = {
  title: 'a reorganisation of a chain of coins',
  tests(the) {
    it.runIf(IS_LONG)('lets a deposit wait again whose block is gone', async () => {
      const world = the();
      const { core } = world;
      const receiver = world.stranger();
      const order = await world.place(world.coin, 2, [{ to: 'Ethereum:ETH', address: receiver }]);
      await core.pay({ [order.address]: '2' });
      await core.mine();
      await deposit(world, order, 'mined');
      await core.giveUp(1);
      await core.mineOnly();
      await deposit(world, order, 'seen');
      expect((await world.shown(order)).status).toBe(2);
      const done = await world.reaches(order, 4);
      expect(await world.balanceOf(receiver)).toBe(units(done.output[0]!.volume, 18));
      await world.balanced();
    });

    it.runIf(IS_LONG)(
      'lets an order wait again whose deposit was spent elsewhere while it was only seen',
      async () => {
        const world = the();
        const { core } = world;
        const receiver = world.stranger();
        const order = await world.place(world.coin, 2, [{ to: 'Ethereum:ETH', address: receiver }]);
        const coin = await core.coin('2.1');
        await core.call('sendrawtransaction', await core.craft([coin], { [order.address]: '2.099' }));
        await world.sees(order, 2);
        const elsewhere = await core.craft([coin], { [await core.newAddress()]: '2.05' });
        await core.call('sendrawtransaction', elsewhere, 0);
        await world.sees(order, 1);
        await core.mine(3);
        await core.pay({ [order.address]: '2' });
        const done = await world.reaches(order, 4);
        expect(done.rel_volume).toBe(2);
        expect(await world.balanceOf(receiver)).toBe(units(done.output[0]!.volume, 18));
        await world.balanced();
      },
    );

    it('holds an order whose confirmed deposit is gone, and pays it once when it is back', async () => {
      const world = the();
      const { core } = world;
      const receiver = world.stranger();
      const order = await world.place(world.coin, 2, [{ to: 'Ethereum:ETH', address: receiver }]);
      await core.pay({ [order.address]: '2' });
      await core.mine(2);
      await world.sees(order, 3);
      await core.giveUp(2);
      await core.mineOnly();
      await core.mineOnly();
      await world.sees(order, 7);
      await core.mine(2);
      await deposit(world, order, 'confirmed');
      await world.resolve(order, 'exchange');
      const done = await world.reaches(order, 4);
      expect(await world.balanceOf(receiver)).toBe(units(done.output[0]!.volume, 18));
      await world.balanced();
    });

    it('books a loss where the deposit of an order that was paid is spent elsewhere', async () => {
      const world = the();
      const { core } = world;
      const receiver = world.stranger();
      const order = await world.place(world.coin, 2, [{ to: 'Ethereum:ETH', address: receiver }]);
      const coin = await core.coin('2.001');
      const elsewhere = await core.craft([coin], { [await core.newAddress()]: '1.95' });
      await core.call('sendrawtransaction', await core.craft([coin], { [order.address]: '2' }));
      await core.mine(2);
      await world.sees(order, 3);
      await world.until('the payout', async () => {
        await world.ethereum.mine();
        return (await world.shown(order)).status === 4;
      });
      await core.giveUp(2);
      await core.call('sendrawtransaction', elsewhere, 0);
      await core.mine(3);
      await deposit(world, order, 'gone');
      const [paid] = await world.owed(order);
      expect(await world.balanceOf(receiver)).toBe(paid!.units);
      expect(await loss(world, world.core.kind.abbr)).toBe(200_000_000n);
      await world.balanced();
    });

    it('sends a payment again whose block is gone, and pays nobody twice', async () => {
      const world = the();
      const { core } = world;
      const receiver = await core.newAddress();
      const order = await world.place('Ethereum:USDT', 1000, [{ to: world.coin, address: receiver }]);
      await world.payToken(order.address, 1_000_000_000n);
      const done = await world.reaches(order, 4);
      const [payment] = await world.payments(order);
      await core.giveUp(6);
      for (let n = 0; n < 6; n++) await core.mineOnly();
      await world.until(
        'its payment to be undone',
        async () => (await world.payments(order))[0]!.state === 'sent',
      );
      await world.until('its payment to wait again', async () =>
        ((await core.call('getrawmempool')) as string[]).includes(payment!.txid),
      );
      await world.agrees();
      await world.mineUntil('its payment to be confirmed', async () =>
        (await world.payments(order)).every(({ state }) => state === 'confirmed'),
      );
      expect(await world.payments(order)).toHaveLength(1);
      expect(await world.receivedCoins(receiver)).toBe(units(done.output[0]!.volume, 8));
      await world.balanced();
    });

    it.runIf(IS_LONG)('does not replace a payment upon which another is built', async () => {
      const world = the();
      const { core } = world;
      const receivers = [await core.newAddress(), await core.newAddress()];
      const orders: Placed[] = [];
      for (const address of receivers) {
        const order = await world.place('Ethereum:USDT', 500, [{ to: world.coin, address }]);
        orders.push(order);
        await world.payToken(order.address, 500_000_000n);
        await world.reaches(order, 4);
      }
      const [first, second] = (await Promise.all(orders.map((order) => world.payments(order)))).flat();
      expect(await spends(world, second!.id)).toContainEqual(expect.stringContaining(first!.txid));
      const depth = await depthOf(world, first!.txid);
      await core.giveUp(depth);
      for (let n = 0; n < depth; n++) await core.mineOnly();
      const areSent = async () =>
        (await Promise.all(orders.map((order) => world.payments(order))))
          .flat()
          .every(({ state }) => state === 'sent');
      await world.until('both payments to be undone', areSent);
      await world.letPaymentsWait('signed_at', PATIENCE_S);
      await rounds(world, first!.id);
      for (const [n, order] of orders.entries()) {
        await world.mineUntil('its payment to be confirmed again', async () =>
          (await world.payments(order)).every(({ state }) => state === 'confirmed'),
        );
        const { output } = await world.shown(order);
        expect(await world.receivedCoins(receivers[n]!)).toBe(units(output[0]!.volume, 8));
      }
      await world.balanced();
    });
  },
};

/** The coins that a payment spends. */
async function spends(world: RealWorld, paymentId: number): Promise<string[]> {
  const { rows } = await world.store.database.query<{ spend: string }>(
    'SELECT spend FROM payment_spend WHERE payment_id = $1',
    [paymentId],
  );
  return rows.map(({ spend }) => spend);
}

/** How many blocks must be given up to be rid of a payment. */
async function depthOf({ store, core }: RealWorld, txid: string): Promise<number> {
  const { rows } = await store.database.query('SELECT height::int FROM attempt WHERE txid = $1', [txid]);
  return Number(String(await core.call('getblockcount'))) - rows[0].height + 1;
}

/** Whole rounds of the chain's work pass: a payment is sent again in each, if its time has come. */
async function rounds(world: RealWorld, paymentId: number): Promise<void> {
  for (let n = 0; n < 2; n++) {
    await world.store.database.query('UPDATE attempt SET sent_at = 0 WHERE id = $1', [paymentId]);
    await world.until('a round to pass', async () => {
      const { rows } = await world.store.database.query('SELECT sent_at FROM attempt WHERE id = $1', [
        paymentId,
      ]);
      return rows[0].sent_at > 0;
    });
  }
}
