import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../../../test/support/volume.ts';
import type { Order } from '../../orders/order.ts';
import { resolveOrder } from '../../orders/resolve.ts';
import { wrongsOf } from '../testing/books.ts';
import { openWorld, REFUND, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterEach(async () => expect(await wrongsOf(world)).toEqual([]));
afterAll(() => world.close());

/** 0.05 BTC for ETH at a fixed rate, paid with another amount. */
async function frozen(amount: string, wish: object = {}): Promise<Order> {
  const order = await world.place({ exchange_mode: 'fixed', ...wish });
  await world.pay(order, amount);
  await world.round();
  await world.pass(2);
  return order;
}

async function resolve(order: Order, action: 'exchange' | 'refund', address?: string): Promise<void> {
  const request = address === undefined ? { action } : { action, refund_address: address };
  await resolveOrder(world.database, await world.order(order), request, world.market(), 'test');
  // It is exchanged at prices of after it.
  world.now += 1;
}

describe('what arrived is not what was agreed:', () => {
  it('too little for a fixed rate freezes as LESS', async () => {
    const order = await frozen('0.04999');
    expect(await world.shown(order)).toMatchObject({ status: 7, rel_volume: '0.04999', output: [] });
    expect(await world.freezeReason(order)).toBe('LESS');
  });

  it('too much for a fixed rate freezes as MORE', async () => {
    expect(await world.freezeReason(await frozen('0.051'))).toBe('MORE');
  });

  it('below the least, or above the most, of a float order freezes as LIMIT', async () => {
    const [small, large] = [await world.place(), await world.place()];
    await world.pay(small, '0.0001');
    await world.pay(large, '10.5');
    await world.settle();
    expect([await world.status(small), await world.freezeReason(small)]).toEqual([7, 'LIMIT']);
    expect([await world.status(large), await world.freezeReason(large)]).toEqual([7, 'LIMIT']);
  });

  it('another amount of a float order within the limits is exchanged as it is', async () => {
    const order = await world.place();
    await world.pay(order, '0.1');
    await world.settle();
    const shown = await world.shown(order);
    expect(shown).toMatchObject({ status: 4, odr_volume: '0.05', rel_volume: '0.1' });
    // 0.1 × 100000 ÷ 4000 × 0.995 − 0.000105
    expect(shown.children[0]).toMatchObject({ volume: '2.487395', volume_origin: '1.243645' });
  });
});

describe('a frozen order', () => {
  it('exchanges what arrived, at the float rate of now, when it is resolved so', async () => {
    const order = await frozen('0.04');
    world.prices.ETH = '5000';
    await resolve(order, 'exchange');
    await world.round();
    expect(await world.shown(order)).toMatchObject({ status: 3, accept_at: world.now });
    await world.settle();
    world.prices.ETH = '4000';
    const shown = await world.shown(order);
    expect(shown).toMatchObject({ status: 4, rel_volume: '0.04' });
    // 0.04 × 100000 ÷ 5000 × 0.99 − 0.000105: the fee stays what was agreed.
    expect(shown.children[0]?.volume).toBe('0.791895');
  });

  it('gives back what arrived, less the network fee, when it is resolved so', async () => {
    const order = await frozen('0.04');
    await expect(resolve(order, 'refund')).rejects.toThrow();
    await expect(resolve(order, 'refund', 'nonsense')).rejects.toThrow();
    const before = await world.received(REFUND.Bitcoin, 'Bitcoin/BTC');
    await resolve(order, 'refund', REFUND.Bitcoin);
    await world.round();
    const sent = await world.shown(order);
    expect(sent).toMatchObject({ status: 7, finish_at: 0 });
    expect(sent.refund).toMatchObject([
      {
        abbr: 'BTC',
        chain: 'Bitcoin',
        order_no: order.no,
        to_addr: REFUND.Bitcoin,
        status: 1,
        volume: '0.03998',
      },
    ]);
    await world.settle();
    const done = await world.shown(order);
    expect(done).toMatchObject({ status: 5, finish_at: world.now, output: [] });
    expect(done.refund[0]).toMatchObject({ status: 2, type: 'BTC', child_order_id: expect.any(String) });
    expect(done.refund[0]?.from_addr.length).toBeGreaterThan(0);
    expect((await world.received(REFUND.Bitcoin, 'Bitcoin/BTC')) - before).toBe(3_998_000n);
  });

  it('is resolved once: what was decided stands', async () => {
    const order = await frozen('0.04');
    await resolve(order, 'exchange');
    await resolve(order, 'exchange');
    await expect(resolve(order, 'refund', REFUND.Bitcoin)).rejects.toThrow();
    await world.settle();
    expect(await world.status(order)).toBe(4);
    await expect(resolve(order, 'exchange')).rejects.toThrow();
  });

  it('does by itself what was wished in advance', async () => {
    const exchanged = await frozen('0.04', { on_mismatch: 'exchange' });
    const refunded = await frozen('0.04', { on_mismatch: 'refund', refund_address: REFUND.Bitcoin });
    await world.settle();
    expect(await world.status(exchanged)).toBe(4);
    expect(await world.status(refunded)).toBe(5);
  });

  it('that is to be refunded waits for an address where it has none, never taking the sender for one', async () => {
    const order = await frozen('0.04', { on_mismatch: 'refund' });
    await world.settle();
    expect(await world.shown(order)).toMatchObject({ status: 7, refund: [] });
    await resolve(order, 'refund', REFUND.Bitcoin);
    await world.settle();
    expect(await world.status(order)).toBe(5);
  });

  it('is refunded, with nothing sent, if what arrived is not worth its network fee', async () => {
    const wish = { from_quantity: 0.02, on_mismatch: 'refund', refund_address: REFUND.Bitcoin };
    const order = await frozen('0.00002', wish);
    await world.settle();
    expect(await world.shown(order)).toMatchObject({ status: 5, refund: [] });
  });

  it('gives each of several transfers back by itself', async () => {
    const order = await world.place({ exchange_mode: 'fixed', refund_address: REFUND.Bitcoin });
    await world.pay(order, '0.01');
    await world.pay(order, '0.02');
    await world.settle();
    await resolve(order, 'refund');
    await world.settle();
    const shown = await world.shown(order);
    expect(shown.status).toBe(5);
    expect(shown.refund.map(({ volume }) => volume).toSorted()).toEqual(['0.00998', '0.01998']);
  });
});

describe('many frozen orders that nobody has said a refund address for', () => {
  it.runIf(IS_LONG)('do not keep others from being resolved', async () => {
    const order = await frozen('0.04');
    await world.rows(`UPDATE orders SET resolution = 'refund' WHERE id <> $1 AND status = 7`, [order.id]);
    // As if there had been a hundred before it.
    for (let n = 0; n < 101; n++) await world.place();
    await world.rows(`
      INSERT INTO deposit (chain_id, txid, index, asset_id, units, address, sources, order_id, state, height, seen_at, confirmed_at, use)
      SELECT 1, 'made up ' || id, 0, asset_id, 1, address, '{}', id, 'confirmed', 1, 0, 1, NULL FROM orders WHERE status = 1`);
    await world.rows(
      `UPDATE orders SET status = 7, resolution = 'refund', freeze_reason = 'LESS' WHERE status = 1`,
    );
    const last = await frozen('0.04', { on_mismatch: 'exchange' });
    await world.settle();
    expect(await world.status(last)).toBe(4);
    await world.rows(`DELETE FROM deposit WHERE txid LIKE 'made up %'`);
  });
});
