import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cancelOrder } from '../../orders/cancel.ts';
import { wrongsOf } from '../testing/books.ts';
import { openWorld, RECEIVER, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterEach(async () => expect(await wrongsOf(world)).toEqual([]));
afterAll(() => world.close());

describe('an order that is paid as agreed', () => {
  it('is sent when its transfer is seen, and shows it among those that await confirmation', async () => {
    const order = await world.place();
    expect(await world.shown(order)).toMatchObject({
      status: 1,
      payfor_at: 0,
      input: [],
      fulls: [],
      output: [],
    });
    world.now += 5;
    const txid = await world.pay(order);
    await world.round();
    expect(await world.shown(order)).toMatchObject({
      status: 2,
      payfor_at: world.now,
      accept_at: 0,
      rel_volume: '0',
      input: [],
      fulls: [{ txid, volume: '0.05', confirmations: 0, required: 2, update_at: 0, to_addr: order.address }],
    });
    await world.mine(1, 'Bitcoin');
    await world.round();
    expect((await world.shown(order)).fulls[0]?.confirmations).toBe(1);
    expect(await world.status(order)).toBe(2);
  });

  it('is accepted when that is confirmed: the amount that arrived, the prices of now', async () => {
    const order = await world.place();
    const txid = await world.pay(order);
    await world.round();
    world.prices.ETH = '5000';
    await world.mine(2, 'Bitcoin');
    await world.round();
    world.now += 7;
    await world.round();
    const shown = await world.shown(order);
    expect(shown).toMatchObject({ status: 3, accept_at: world.now, rel_volume: '0.05', fulls: [] });
    expect(shown.input).toMatchObject([{ txid, chain: 'Bitcoin', abbr: 'BTC', volume: '0.05' }]);
    expect(shown.input[0]?.update_at).toBeGreaterThan(0);
    world.prices.ETH = '4000';
    // 0.05 × 100000 ÷ 5000 × 0.995 − 0.000105, whatever the price is afterwards.
    expect((await world.shown(order)).children[0]).toMatchObject({ volume: '0.994895', price: '5000' });
  });

  it('pays out, shows the output while it confirms, and is completed when it is confirmed', async () => {
    await world.settle();
    const order = await world.place();
    const before = await world.received(RECEIVER.Ethereum, 'Ethereum/ETH');
    await world.pay(order);
    await world.mine(2, 'Bitcoin');
    await world.round();
    expect((await world.shown(order)).children[0]).toMatchObject({ status: 1, output: null });
    await world.round();
    const sent = await world.shown(order);
    expect(sent.status).toBe(3);
    expect(sent.children[0]).toMatchObject({ status: 2, finish_at: 0 });
    expect(sent.children[0]?.output).toEqual(sent.output);
    expect(sent.output).toMatchObject([
      {
        order_no: order.no,
        chain: 'Ethereum',
        abbr: 'ETH',
        to_addr: RECEIVER.Ethereum,
        status: 1,
        update_at: 0,
      },
    ]);
    await world.mine(2, 'Ethereum');
    await world.round();
    expect(await world.status(order)).toBe(3);
    world.now += 3;
    await world.mine(1, 'Ethereum');
    await world.round();
    const done = await world.shown(order);
    expect(done).toMatchObject({ status: 4, finish_at: world.now, refund: [] });
    expect(done.children[0]).toMatchObject({ status: 3, finish_at: world.now });
    expect(done.output).toMatchObject([{ status: 2, update_at: world.now, txid: sent.output[0]?.txid }]);
    const paid = (await world.received(RECEIVER.Ethereum, 'Ethereum/ETH')) - before;
    expect(paid).toBe((await world.order(order)).entries[0]?.units);
  });

  it('with a fixed rate keeps its rate, and forgives what is within the tolerance', async () => {
    const order = await world.place({ exchange_mode: 'fixed' });
    const promised = order.entries[0]?.units;
    world.prices = { ...world.prices, ETH: '9000' };
    await world.pay(order, '0.049995');
    await world.settle();
    world.prices = { ...world.prices, ETH: '4000' };
    const done = await world.order(order);
    expect(done).toMatchObject({ status: 4, receivedUnits: 4_999_500n });
    expect(done.entries[0]?.units).toBe(promised);
  });

  it('can be paid in several transfers, of which all must be confirmed', async () => {
    const order = await world.place();
    await world.pay(order, '0.02');
    await world.mine(1, 'Bitcoin');
    await world.round();
    await world.pay(order, '0.03');
    await world.mine(1, 'Bitcoin');
    await world.round();
    await world.round();
    expect(await world.shown(order)).toMatchObject({
      status: 2,
      input: [{ volume: '0.02' }],
      fulls: [{ volume: '0.03' }],
    });
    await world.settle();
    expect(await world.shown(order)).toMatchObject({ status: 4, rel_volume: '0.05' });
  });
});

describe('an order whose transfer vanishes', () => {
  it('waits again while there is time', async () => {
    const order = await world.place();
    const txid = await world.pay(order);
    await world.round();
    await world.network('Bitcoin').network.drop(txid);
    await world.round();
    expect(await world.shown(order)).toMatchObject({ status: 1, payfor_at: 0, fulls: [] });
    await world.pay(order);
    await world.settle();
    expect(await world.status(order)).toBe(4);
  });

  it('expires if there is no more time', async () => {
    const order = await world.place();
    const txid = await world.pay(order);
    await world.round();
    world.now = order.expiresAt + 1;
    await world.network('Bitcoin').network.drop(txid);
    await world.round();
    expect(await world.shown(order)).toMatchObject({ status: 8, payfor_at: 0 });
  });

  it('stays sent while another one of its transfers is there', async () => {
    const order = await world.place();
    const txid = await world.pay(order, '0.02');
    await world.pay(order, '0.05');
    await world.round();
    await world.network('Bitcoin').network.drop(txid);
    await world.settle();
    expect(await world.shown(order)).toMatchObject({ status: 4, rel_volume: '0.05' });
  });
});

describe('an order that nobody pays', () => {
  it('expires after its time, not at its last second, and is abandoned after the late window', async () => {
    const order = await world.place();
    world.now = order.expiresAt;
    await world.round();
    expect(await world.status(order)).toBe(1);
    world.now += 1;
    await world.round();
    expect(await world.status(order)).toBe(8);
    world.now = order.expiresAt + 7 * 86_400;
    await world.round();
    expect(await world.status(order)).toBe(8);
    world.now += 1;
    await world.round();
    expect(await world.shown(order)).toMatchObject({ status: 9, delete_at: world.now });
  });

  it('can be cancelled, also twice and also when it has expired, but not once it is paid', async () => {
    const [waiting, expired, paid] = [await world.place(), await world.place(), await world.place()];
    expect(await cancelOrder(world.database, waiting, world.now)).toBe(9);
    expect(await cancelOrder(world.database, await world.order(waiting), world.now)).toBe(9);
    expect(await world.shown(waiting)).toMatchObject({ status: 9, delete_at: world.now });
    await world.pay(paid);
    await world.round();
    await expect(cancelOrder(world.database, await world.order(paid), world.now)).rejects.toThrow();
    await expect(cancelOrder(world.database, paid, world.now)).rejects.toThrow();
    world.now = expired.expiresAt + 1;
    await world.round();
    expect(await cancelOrder(world.database, await world.order(expired), world.now)).toBe(9);
  });
});

describe('a late transfer', () => {
  it('is exchanged at the rate of acceptance if the order floats', async () => {
    const order = await world.place();
    world.now = order.expiresAt + 1;
    await world.round();
    expect(await world.status(order)).toBe(8);
    await world.pay(order);
    await world.round();
    expect(await world.status(order)).toBe(2);
    await world.settle();
    expect(await world.status(order)).toBe(4);
  });

  it('freezes an order with a fixed rate', async () => {
    const order = await world.place({ exchange_mode: 'fixed' });
    world.now = order.expiresAt + 1;
    await world.round();
    await world.pay(order);
    await world.settle();
    expect(await world.shown(order)).toMatchObject({ status: 7, rel_volume: '0.05', freeze_at: world.now });
    expect(await world.freezeReason(order)).toBe('LATE');
  });

  it('that was seen in time is not late if a block has it within the hour, however long its confirmation takes', async () => {
    const order = await world.place({ exchange_mode: 'fixed' });
    world.now = order.expiresAt;
    await world.pay(order);
    await world.round();
    world.now += 3_600;
    await world.mine(1, 'Bitcoin');
    await world.round();
    world.now += 10_000;
    await world.settle();
    expect(await world.status(order)).toBe(4);
  });

  it('that was seen in time, but that nobody mines, is no option on the rate', async () => {
    const order = await world.place({ exchange_mode: 'fixed' });
    await world.pay(order);
    await world.round();
    world.now = order.expiresAt + 3_601;
    await world.settle();
    expect([await world.status(order), await world.freezeReason(order)]).toEqual([7, 'LATE']);
  });

  it('freezes an abandoned order', async () => {
    const order = await world.place();
    await cancelOrder(world.database, order, world.now);
    world.now += 9;
    await world.pay(order);
    await world.settle();
    expect(await world.shown(order)).toMatchObject({
      status: 7,
      payfor_at: world.now,
      freeze_at: world.now,
      delete_at: 0,
    });
    expect(await world.freezeReason(order)).toBe('LATE');
  });
});
