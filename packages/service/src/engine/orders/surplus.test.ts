import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { resolveByOperator } from '../../orders/operate.ts';
import type { Order } from '../../orders/order.ts';
import { resolveOrder } from '../../orders/resolve.ts';
import type { Queryable } from '../../store/database.ts';
import { transaction } from '../../store/transaction.ts';
import { wrongsOf } from '../testing/books.ts';
import { openWorld, RECEIVER, REFUND, type World } from '../testing/world.ts';

const ELSEWHERE = 'bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx';

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

describe('a refund that is on its way', () => {
  it('goes where it was to go, and the order says so: nobody names another address meanwhile', async () => {
    const order = await world.place({ exchange_mode: 'fixed' });
    await world.pay(order, '0.01');
    await world.settle();
    await refundTo(order, REFUND.Bitcoin);
    await world.round();
    expect(await world.rows('SELECT address FROM payout WHERE order_id = $1', [order.id])).toHaveLength(1);
    await expect(refundTo(order, ELSEWHERE)).rejects.toThrow('the refund address is set');
    const operator = (address: string | null) =>
      transaction(world.database, (client) => resolveByOperator(client, order.id, 'refund', address));
    expect(await operator(ELSEWHERE)).toBe('refund under way');
    expect(await operator(null)).toBe('resolved');
    await refundTo(order, REFUND.Bitcoin);
    await world.settle();
    expect((await world.shown(order)).refund).toMatchObject([{ to_addr: REFUND.Bitcoin, status: 2 }]);
    expect((await world.order(order)).refundAddress).toBe(REFUND.Bitcoin);
  });
});

describe('a refund that is written at this very moment', () => {
  it('is seen by whoever names another address then: they wait for it, and are refused', async () => {
    const order = await world.place({ exchange_mode: 'fixed' });
    await world.pay(order, '0.01');
    await world.settle();
    await refundTo(order, REFUND.Bitcoin);
    await world.round();
    const setState = (client: Queryable, state: string) =>
      client.query('UPDATE payout SET state = $2 WHERE order_id = $1', [order.id, state]);
    const [payout] = await world.rows<{ state: string }>('SELECT state FROM payout WHERE order_id = $1', [
      order.id,
    ]);
    // As if it were not there yet.
    await setState(world.database, 'confirmed');
    let asked: Promise<unknown> = Promise.resolve();
    await transaction(world.database, async (client) => {
      await client.query('SELECT 1 FROM orders WHERE id = $1 FOR NO KEY UPDATE', [order.id]);
      asked = refundTo(order, ELSEWHERE).catch((error: Error) => error.message);
      await isWaiting();
      await setState(client, payout?.state as string);
    });
    expect(await asked).toContain('the refund address is set');
    await world.settle();
    expect((await world.order(order)).refundAddress).toBe(REFUND.Bitcoin);
  });

  /** Somebody waits for a row that another holds. */
  async function isWaiting(): Promise<void> {
    for (;;) {
      const waiting = await world.rows(
        "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      );
      if (waiting.length > 0) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
});

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

describe('surplus is shown with what can be done about it', () => {
  const surplusOf = async (order: Order) => (await world.shown(order)).surplus;
  const told = async (order: Order) =>
    (
      await world.rows<{ type: string; units: string }>(
        `SELECT type, units::text FROM order_event WHERE order_id = $1 AND type = 'deposit.surplus' ORDER BY id`,
        [order.id],
      )
    ).map(({ units }) => BigInt(units));

  it('a wrong coin: what came, why, what it costs, what would arrive; and then that it was given back', async () => {
    const order = await world.place({
      from_chain: 'Ethereum',
      from_abbr: 'ETH',
      from_quantity: 1,
      to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
    });
    await world.pay(order, '500', 'Ethereum/USDT');
    await world.round();
    expect(await surplusOf(order)).toMatchObject([{ abbr: 'USDT', reason: 'WRONG_COIN', state: 'arriving' }]);
    expect(await told(order)).toEqual([]);
    await world.settle();
    expect(await world.shown(order)).toMatchObject({ status: 1 });
    expect(await surplusOf(order)).toMatchObject([
      ...[{ volume: '500', state: 'open', network_fee: '1.3', refund_volume: '498.7', reason: 'WRONG_COIN' }],
    ]);
    expect(await told(order)).toEqual([500_000_000n]);
    await refundTo(order, REFUND.Ethereum);
    expect(await surplusOf(order)).toMatchObject([{ state: 'returning' }]);
    await world.settle();
    expect(await surplusOf(order)).toMatchObject([{ state: 'returned', reason: 'WRONG_COIN' }]);
    expect((await world.shown(order)).refund).toMatchObject([{ volume: '498.7', status: 2 }]);
    expect(await told(order)).toEqual([500_000_000n]);
  });

  it('a second payment, and one that is too small to be given back', async () => {
    const order = await world.place();
    await world.pay(order);
    await world.settle();
    expect(await surplusOf(order)).toEqual([]);
    await world.pay(order, '0.01');
    await world.pay(order, '0.00001');
    await world.settle();
    expect(await surplusOf(order)).toMatchObject([
      { volume: '0.01', reason: 'SECOND', state: 'open', refund_volume: '0.00998' },
      { volume: '0.00001', reason: 'TOO_SMALL', state: 'open', refund_volume: '0' },
    ]);
    expect(await told(order)).toEqual([1_000_000n, 1_000n]);
    await refundTo(order, REFUND.Bitcoin);
    await world.settle();
    expect((await surplusOf(order)).map(({ state }) => state)).toEqual(['returned', 'kept']);
  });

  it('one that screening holds is the operator’s to decide', async () => {
    const order = await world.place({ refund_address: REFUND.Bitcoin });
    await world.pay(order);
    await world.settle();
    // Until then it is known that there is nothing against them.
    world.now += 601;
    world.screen = async () => ({ isHit: true, detail: 'a list' });
    await world.pay(order, '0.01');
    await world.settle();
    expect(await surplusOf(order)).toMatchObject([{ reason: 'SECOND', state: 'held' }]);
    world.screen = async () => ({ isHit: false, detail: '' });
    world.now += 601;
    await world.settle();
    expect(await surplusOf(order)).toMatchObject([{ state: 'returned' }]);
  });
});
