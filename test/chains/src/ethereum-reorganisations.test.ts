import { expect, it } from 'vitest';
import { describeRealNodes } from './real-nodes.ts';
import { type RealWorld, units } from './real-world.ts';
import { deposit, loss } from './rolled-back.ts';

const COIN = 10n ** 18n;

describeRealNodes('a reorganisation of Ethereum', (the) => {
  it('lets an order wait again whose deposit is gone with its block', async () => {
    const world = the();
    const receiver = await world.litecoin.newAddress();
    const order = await world.place('Ethereum:ETH', 0.5, [{ to: 'Litecoin:LTC', address: receiver }]);
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
    expect(await world.receivedLitecoins(receiver)).toBe(units(done.output[0]!.volume, 8));
    await world.balanced();
  });

  it('takes up a deposit of tokens in the block that has it now', async () => {
    const world = the();
    const receiver = await world.litecoin.newAddress();
    const order = await world.place('Ethereum:USDT', 800, [{ to: 'Litecoin:LTC', address: receiver }]);
    await world.payToken(order.address, 800_000_000n);
    const goBack = await world.ethereum.remember();
    await world.ethereum.mine();
    await deposit(world, order, 'mined');
    await goBack();
    await otherBlocks(world, 2);
    const done = await world.reaches(order, 4);
    expect(await world.receivedLitecoins(receiver)).toBe(units(done.output[0]!.volume, 8));
    await world.balanced();
  });

  it('holds an order whose confirmed deposit moves to another block, and pays it once', async () => {
    const world = the();
    const receiver = await world.litecoin.newAddress();
    const order = await world.place('Ethereum:ETH', 0.5, [{ to: 'Litecoin:LTC', address: receiver }]);
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
    expect(await world.receivedLitecoins(receiver)).toBe(units(done.output[0]!.volume, 8));
    await world.balanced();
  });

  it('books a loss where the deposit of an order that was paid never comes back', async () => {
    const world = the();
    const receiver = await world.litecoin.newAddress();
    const order = await world.place('Ethereum:ETH', 0.5, [{ to: 'Litecoin:LTC', address: receiver }]);
    const goBack = await world.ethereum.remember();
    await world.payEther(order.address, COIN / 2n);
    await world.ethereum.mine(2);
    await world.until('the payout', async () => {
      await world.litecoin.mine();
      return (await world.shown(order)).status === 4;
    });
    await goBack();
    await otherBlocks(world, 4);
    await deposit(world, order, 'gone');
    const [paid] = await world.owed(order);
    expect(await world.receivedLitecoins(receiver)).toBe(paid!.units);
    expect(await loss(world, 'ETH')).toBe(COIN / 2n);
    await world.balanced();
  });

  it('sends a payment again whose block is gone, and pays nobody twice', async () => {
    const world = the();
    const receiver = world.stranger();
    const order = await world.place('Litecoin:LTC', 2, [{ to: 'Ethereum:ETH', address: receiver }]);
    const goBack = await world.ethereum.remember();
    await world.litecoin.pay({ [order.address]: '2' });
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
});

/** Blocks that are not those that were there before. */
async function otherBlocks(world: RealWorld, blocks: number): Promise<void> {
  await world.payEther(world.stranger(), 1n);
  await world.ethereum.mine(blocks);
}
