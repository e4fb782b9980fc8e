import { expect, it } from 'vitest';
import { describeRealNodes } from './real-nodes.ts';
import { type Placed, type RealWorld, units } from './real-world.ts';

const COIN = 10n ** 18n;

describeRealNodes('a reorganisation of Litecoin', (the) => {
  it('lets a deposit wait again whose block is gone', async () => {
    const world = the();
    const { litecoin } = world;
    const receiver = world.stranger();
    const order = await world.place('Litecoin:LTC', 2, [{ to: 'Ethereum:ETH', address: receiver }]);
    await litecoin.pay({ [order.address]: '2' });
    await litecoin.mine();
    await deposit(world, order, 'mined');
    await litecoin.giveUp(1);
    await litecoin.mineOnly();
    await deposit(world, order, 'seen');
    expect((await world.shown(order)).status).toBe(2);
    const done = await world.reaches(order, 4);
    expect(await world.balanceOf(receiver)).toBe(units(done.output[0]!.volume, 18));
    await world.balanced();
  });

  it('lets an order wait again whose deposit was spent elsewhere while it was only seen', async () => {
    const world = the();
    const { litecoin } = world;
    const receiver = world.stranger();
    const order = await world.place('Litecoin:LTC', 2, [{ to: 'Ethereum:ETH', address: receiver }]);
    const coin = await litecoin.coin('2.1');
    await litecoin.call('sendrawtransaction', await litecoin.craft([coin], { [order.address]: '2.099' }));
    await world.sees(order, 2);
    const elsewhere = await litecoin.craft([coin], { [await litecoin.newAddress()]: '2.05' });
    await litecoin.call('sendrawtransaction', elsewhere, 0);
    await world.sees(order, 1);
    await litecoin.mine(3);
    await litecoin.pay({ [order.address]: '2' });
    const done = await world.reaches(order, 4);
    expect(done.rel_volume).toBe(2);
    expect(await world.balanceOf(receiver)).toBe(units(done.output[0]!.volume, 18));
    await world.balanced();
  });

  it('holds an order whose confirmed deposit is gone, and pays it once when it is back', async () => {
    const world = the();
    const { litecoin } = world;
    const receiver = world.stranger();
    const order = await world.place('Litecoin:LTC', 2, [{ to: 'Ethereum:ETH', address: receiver }]);
    await litecoin.pay({ [order.address]: '2' });
    await litecoin.mine(2);
    await world.sees(order, 3);
    await litecoin.giveUp(2);
    await litecoin.mineOnly();
    await litecoin.mineOnly();
    await world.sees(order, 7);
    await litecoin.mine(2);
    await deposit(world, order, 'confirmed');
    await world.resolve(order, 'exchange');
    const done = await world.reaches(order, 4);
    expect(await world.balanceOf(receiver)).toBe(units(done.output[0]!.volume, 18));
    await world.balanced();
  });

  it('books a loss where the deposit of an order that was paid is spent elsewhere', async () => {
    const world = the();
    const { litecoin } = world;
    const receiver = world.stranger();
    const order = await world.place('Litecoin:LTC', 2, [{ to: 'Ethereum:ETH', address: receiver }]);
    const coin = await litecoin.coin('2.001');
    const elsewhere = await litecoin.craft([coin], { [await litecoin.newAddress()]: '1.95' });
    await litecoin.call('sendrawtransaction', await litecoin.craft([coin], { [order.address]: '2' }));
    await litecoin.mine(2);
    await world.sees(order, 3);
    await world.until('the payout', async () => {
      await world.ethereum.mine();
      return (await world.shown(order)).status === 4;
    });
    await litecoin.giveUp(2);
    await litecoin.call('sendrawtransaction', elsewhere, 0);
    await litecoin.mine(3);
    await deposit(world, order, 'gone');
    const [paid] = await world.owed(order);
    expect(await world.balanceOf(receiver)).toBe(paid!.units);
    expect(await loss(world, 'LTC')).toBe(200_000_000n);
    await world.balanced();
  });

  it('sends a payment again whose block is gone, and pays nobody twice', async () => {
    const world = the();
    const { litecoin } = world;
    const receiver = await litecoin.newAddress();
    const order = await world.place('Ethereum:USDT', 1000, [{ to: 'Litecoin:LTC', address: receiver }]);
    await world.payToken(order.address, 1_000_000_000n);
    const done = await world.reaches(order, 4);
    const [payment] = await world.payments(order);
    await litecoin.giveUp(6);
    for (let n = 0; n < 6; n++) await litecoin.mineOnly();
    await world.until(
      'its payment to be undone',
      async () => (await world.payments(order))[0]!.state === 'sent',
    );
    await world.until('its payment to wait again', async () =>
      ((await litecoin.call('getrawmempool')) as string[]).includes(payment!.txid),
    );
    await world.agrees();
    await world.mineUntil('its payment to be confirmed', async () =>
      (await world.payments(order)).every(({ state }) => state === 'confirmed'),
    );
    expect(await world.payments(order)).toHaveLength(1);
    expect(await world.receivedLitecoins(receiver)).toBe(units(done.output[0]!.volume, 8));
    await world.balanced();
  });
});

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

/** Waits until the only deposit of an order has come to this. */
async function deposit(world: RealWorld, { address }: Placed, state: string): Promise<void> {
  await world.until(`its deposit to be ${state}`, async () => {
    const { rows } = await world.store.database.query('SELECT state FROM deposit WHERE address = $1', [
      address,
    ]);
    return rows.length === 1 && rows[0].state === state;
  });
}

/** Blocks that are not those that were there before. */
async function otherBlocks(world: RealWorld, blocks: number): Promise<void> {
  await world.payEther(world.stranger(), 1n);
  await world.ethereum.mine(blocks);
}

async function loss(world: RealWorld, abbr: string): Promise<bigint> {
  const { rows } = await world.store.database.query<{ units: string }>(
    `SELECT coalesce(sum(l.units), 0)::text AS units FROM ledger_entry l JOIN asset a ON a.id = l.asset_id
      WHERE l.account = 'loss' AND a.abbr = $1`,
    [abbr],
  );
  return BigInt(rows[0]!.units);
}
