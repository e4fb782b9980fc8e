import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '../../orders/order.ts';
import { resolveOrder } from '../../orders/resolve.ts';
import { wrongsOf } from '../testing/books.ts';
import { openWorld, RECEIVER, REFUND, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterEach(async () => expect(await wrongsOf(world)).toEqual([]));
afterAll(() => world.close());

const refundTo = async (order: Order, refund_address: string) =>
  resolveOrder(
    world.database,
    await world.order(order),
    { action: 'refund', refund_address },
    world.market(),
    'test',
  );

describe('what comes to an order that is served already', () => {
  it('is given back by itself where a refund address is known, and the order stays completed', async () => {
    const order = await world.place({ refund_address: REFUND.Bitcoin });
    await world.pay(order);
    await world.settle();
    await world.pay(order, '0.01');
    await world.settle();
    const shown = await world.shown(order);
    expect(shown).toMatchObject({ status: 4, rel_volume: '0.05' });
    expect(shown.refund).toMatchObject([{ volume: '0.00998', to_addr: REFUND.Bitcoin, status: 2 }]);
    expect(shown.output.length).toBe(1);
  });

  it('is kept until somebody says where to, and given back then', async () => {
    const order = await world.place();
    await world.pay(order);
    await world.settle();
    await expect(refundTo(order, REFUND.Bitcoin)).rejects.toThrow();
    await world.pay(order, '0.01');
    await world.settle();
    expect(await world.shown(order)).toMatchObject({ status: 4, refund: [] });
    await refundTo(order, REFUND.Bitcoin);
    await world.settle();
    expect(await world.shown(order)).toMatchObject({ status: 4, refund: [{ volume: '0.00998', status: 2 }] });
  });

  it('goes back also while it is being exchanged, and after a refund', async () => {
    const exchanging = await world.place({ refund_address: REFUND.Bitcoin });
    const refunded = await world.place({
      exchange_mode: 'fixed',
      refund_address: REFUND.Bitcoin,
      on_mismatch: 'refund',
    });
    await world.pay(exchanging);
    await world.pay(refunded, '0.01');
    await world.mine(2, 'Bitcoin');
    await world.round();
    await world.round();
    expect(await world.status(exchanging)).toBe(3);
    await world.pay(exchanging, '0.02');
    await world.settle();
    expect(await world.status(refunded)).toBe(5);
    await world.pay(refunded, '0.03');
    await world.settle();
    expect(await world.shown(exchanging)).toMatchObject({ status: 4, refund: [{ volume: '0.01998' }] });
    const after = await world.shown(refunded);
    expect([after.status, after.refund.map(({ volume }) => volume)]).toEqual([5, ['0.00998', '0.02998']]);
  });
});

describe('a transfer of another asset than agreed', () => {
  const ofEther = (more: object = {}) => ({
    from_chain: 'Ethereum',
    from_abbr: 'ETH',
    from_quantity: 1,
    to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
    ...more,
  });

  it('does not make the order paid, and is given back in that asset', async () => {
    const order = await world.place(ofEther({ refund_address: REFUND.Ethereum }));
    await world.pay(order, '100', 'Ethereum/USDT');
    await world.settle();
    const shown = await world.shown(order);
    expect(shown).toMatchObject({
      status: 1,
      refund: [{ abbr: 'USDT', to_addr: REFUND.Ethereum, status: 2 }],
    });
    // 0.000325 ETH at 4000 is what the transfer costs.
    expect(shown.refund[0]?.volume).toBe('98.7');
  });

  it('does not keep the order from being served by the right one, refund address or not', async () => {
    const order = await world.place(ofEther());
    await world.pay(order, '100', 'Ethereum/USDT');
    await world.pay(order);
    await world.settle();
    expect(await world.shown(order)).toMatchObject({ status: 4, rel_volume: '1', refund: [] });
    await refundTo(order, REFUND.Ethereum);
    await world.settle();
    expect(await world.shown(order)).toMatchObject({ status: 4, refund: [{ abbr: 'USDT', volume: '98.7' }] });
  });
});
