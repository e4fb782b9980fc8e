import { expect, it } from 'vitest';
import { IS_LONG } from '../../support/volume.ts';
import type { Suite } from './real-nodes.ts';
import type { Placed, RealWorld } from './real-world.ts';
import { deposit, loss } from './rolled-back.ts';
import { units } from './units.ts';

const COIN = 10n ** 18n;
/** A payment that is not in a block is sent again after half a minute, and replaced after ten. */
const RESEND_S = 31;
const PATIENCE_S = 601;

export const ethereumReorganisations: Suite = {
  title: 'a reorganisation of Ethereum',
  tests(the) {
    // As on a chain of coins.
    it.runIf(IS_LONG)('lets an order wait again whose deposit is gone with its block', async () => {
      const world = the();
      const receiver = await world.core.newAddress();
      const order = await world.place('Ethereum:ETH', 0.5, [{ to: world.coin, address: receiver }]);
      const goBack = await world.ethereum.remember();
      await world.payEther(order.address, COIN / 2n);
      await world.ethereum.mine();
      await deposit(world, order, 'mined');
      await goBack();
      await otherBlocks(world, 2);
      await world.sees(order, 1);
      await world.payEther(order.address, COIN / 2n);
      const done = await world.reaches(order, 4);
      expect(done.rel_volume).toBe(0.5);
      expect(await world.receivedCoins(receiver)).toBe(units(done.output[0]!.volume, 8));
      await world.balanced();
    });

    it.runIf(IS_LONG)('takes up a deposit of tokens in the block that has it now', async () => {
      const world = the();
      const receiver = await world.core.newAddress();
      const order = await world.place('Ethereum:USDT', 800, [{ to: world.coin, address: receiver }]);
      await world.payToken(order.address, 800_000_000n);
      const goBack = await world.ethereum.remember();
      await world.ethereum.mine();
      await deposit(world, order, 'mined');
      await goBack();
      await otherBlocks(world, 2);
      const done = await world.reaches(order, 4);
      expect(await world.receivedCoins(receiver)).toBe(units(done.output[0]!.volume, 8));
      await world.balanced();
    });

    it.runIf(IS_LONG)(
      'holds an order whose confirmed deposit moves to another block, and pays it once',
      async () => {
        const world = the();
        const receiver = await world.core.newAddress();
        const order = await world.place('Ethereum:ETH', 0.5, [{ to: world.coin, address: receiver }]);
        await world.payEther(order.address, COIN / 2n);
        const goBack = await world.ethereum.remember();
        await world.ethereum.mine(2);
        await world.sees(order, 3);
        await goBack();
        await otherBlocks(world, 4);
        await world.sees(order, 7);
        await deposit(world, order, 'confirmed');
        await world.resolve(order, 'exchange');
        const done = await world.reaches(order, 4);
        expect(await world.receivedCoins(receiver)).toBe(units(done.output[0]!.volume, 8));
        await world.balanced();
      },
    );

    it.runIf(IS_LONG)(
      'books a loss where the deposit of an order that was paid never comes back',
      async () => {
        const world = the();
        const receiver = await world.core.newAddress();
        const order = await world.place('Ethereum:ETH', 0.5, [{ to: world.coin, address: receiver }]);
        const goBack = await world.ethereum.remember();
        await world.payEther(order.address, COIN / 2n);
        await world.ethereum.mine(2);
        await world.until('the payout', async () => {
          await world.core.mine();
          return (await world.shown(order)).status === 4;
        });
        await goBack();
        await otherBlocks(world, 4);
        await deposit(world, order, 'gone');
        const [paid] = await world.owed(order);
        expect(await world.receivedCoins(receiver)).toBe(paid!.units);
        expect(await loss(world, 'ETH')).toBe(COIN / 2n);
        await world.balanced();
      },
    );

    it.runIf(IS_LONG)('sends a payment again whose block is gone, and pays nobody twice', async () => {
      const world = the();
      const receiver = world.stranger();
      const order = await world.place(world.coin, 2, [{ to: 'Ethereum:ETH', address: receiver }]);
      const goBack = await world.ethereum.remember();
      await world.core.pay({ [order.address]: '2' });
      const done = await world.reaches(order, 4);
      await goBack();
      expect(await world.balanceOf(receiver)).toBe(0n);
      await otherBlocks(world, 10);
      await world.mineUntil('its payment to be confirmed again', async () => {
        const isPaid = (await world.balanceOf(receiver)) > 0n;
        return isPaid && (await world.payments(order)).every(({ state }) => state === 'confirmed');
      });
      expect(await world.payments(order)).toHaveLength(1);
      expect(await world.balanceOf(receiver)).toBe(units(done.output[0]!.volume, 18));
      await world.balanced();
    });

    it.runIf(IS_LONG)('undoes a deposit, its fuel and its sweep together, and does them again', async () => {
      const world = the();
      const receiver = await world.core.newAddress();
      const order = await world.place('Ethereum:USDT', 900, [{ to: world.coin, address: receiver }]);
      await world.payToken(order.address, 900_000_000n);
      const goBack = await world.ethereum.remember();
      const done = await world.reaches(order, 4);
      await world.mineUntil('the sweep', () => isForgotten(world, order));
      const { number, baseFeePerGas } = await newest(world);
      const last = await lastFrom(world, order);
      await goBack();
      await otherBlocks(world, Number(number) - Number((await newest(world)).number) + 1);
      expect(await world.tokensOf(order.address)).toBe(900_000_000n);
      const dearer = `0x${(2n * BigInt(baseFeePerGas)).toString(16)}`;
      await world.until(
        'the tokens to be brought in',
        async () => {
          await world.ethereum.rpc.call('hardhat_setNextBlockBaseFeePerGas', [dearer]);
          // This node keeps what can be paid for no longer, and then mines nothing at all; nor if it is sent again meanwhile.
          await world.ethereum.rpc.call('hardhat_dropTransaction', [last]);
          await world.ethereum.mine().catch(unlessPoor);
          await world.letPaymentsWait('sent_at', RESEND_S);
          return (await world.tokensOf(order.address)) === 0n;
        },
        600,
      );
      // It cost more than before, and less is left of the fuel: what brought that in cannot do so again as it is.
      await world.letPaymentsWait('signed_at', PATIENCE_S, order.address);
      await world.mineUntil('nothing to be under way', () => isIdle(world, order));
      expect(await world.receivedCoins(receiver)).toBe(units(done.output[0]!.volume, 8));
      await world.balanced();
    });
  },
};

/** Throws what is wrong, but for a sender without the funds. */
function unlessPoor(error: Error): void {
  if (!error.message.includes('enough funds')) throw error;
}

/** True if nothing is thought to lie on the deposit address any more. */
async function isForgotten({ store }: RealWorld, { address }: Placed): Promise<boolean> {
  const { rowCount } = await store.database.query('SELECT 1 FROM holder WHERE address = $1', [address]);
  return rowCount === 0;
}

/** True if no payment from the deposit address waits for a block. */
async function isIdle({ store }: RealWorld, { address }: Placed): Promise<boolean> {
  const { rowCount } = await store.database.query(
    "SELECT 1 FROM payment p JOIN attempt a ON a.payment_id = p.id WHERE p.source = $1 AND a.state IN ('signed', 'sent', 'mined')",
    [address],
  );
  return rowCount === 0;
}

/** The newest payment from the deposit address: what was left of its fuel. */
async function lastFrom({ store }: RealWorld, { address }: Placed): Promise<string> {
  const { rows } = await store.database.query(
    'SELECT a.txid FROM payment p JOIN attempt a ON a.payment_id = p.id WHERE p.source = $1 ORDER BY p.nonce DESC LIMIT 1',
    [address],
  );
  return rows[0].txid;
}

function newest({ ethereum }: RealWorld): Promise<{ number: string; baseFeePerGas: string }> {
  return ethereum.rpc.call('eth_getBlockByNumber', ['latest', false]);
}

/** Blocks that are not those that were there before. */
async function otherBlocks(world: RealWorld, blocks: number): Promise<void> {
  await world.payEther(world.stranger(), 1n);
  await world.ethereum.mine(blocks);
}
