import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { payFromFaucet } from '../../chains/sim/test-networks.ts';
import { examine } from '../../observe/doctor.ts';
import { readQueue } from '../../observe/queue.ts';
import type { Order } from '../../orders/order.ts';
import { transaction } from '../../store/transaction.ts';
import { wrongsOf } from '../testing/books.ts';
import { openWorld, RECEIVER, REFUND, type World } from '../testing/world.ts';
import { giveBack } from './give-back.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterEach(async () => expect(await wrongsOf(world)).toEqual([]));
afterAll(() => world.close());

const queued = async () => (await readQueue(world.database)).deposits;
const alarm = async () => {
  const { database, chains, now } = world;
  const { catalogue } = world.market();
  const findings = await examine({ database, catalogue, chains, aheadMs: 0, now });
  return findings.find(({ what }) => what === 'deposits: to decide');
};
const give = (depositId: number, address: string) =>
  transaction(world.database, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `INSERT INTO proposal (act, subject, arguments, preview, asked_by, asked_via, asked_at, state, decided_by, decided_at)
       VALUES ('surplus return', '', $1, '[]', 'one', 'console', 1, 'confirmed', 'another', 1) RETURNING id`,
      [JSON.stringify({ deposit: String(depositId), address })],
    );
    return giveBack(client, depositId, address, rows[0]?.id as number, world.market(), world.now);
  });

/** An order for Bitcoin to which something else came. */
async function wronglyPaid(wish: object = {}): Promise<Order> {
  const order = await world.place({
    from_chain: 'Ethereum',
    from_abbr: 'ETH',
    from_quantity: 1,
    to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
    ...wish,
  });
  await world.pay(order, '500', 'Ethereum/USDT');
  await world.settle();
  return order;
}

describe('what counts for no order', () => {
  it('waits in the queue, is an alarm after a while, and an operator gives it back', async () => {
    expect(await queued()).toEqual([]);
    expect(await alarm()).toMatchObject({ isWell: true });
    const order = await wronglyPaid();
    const [waiting, ...others] = await queued();
    expect(others).toEqual([]);
    expect(waiting).toMatchObject({
      kind: 'surplus',
      reason: 'WRONG_COIN',
      no: order.no,
      units: '500000000',
    });
    expect(await alarm()).toMatchObject({ isWell: true, facts: expect.stringContaining('1 surplus') });
    world.now += 601;
    expect(await alarm()).toMatchObject({ isWell: false, page: '/queue' });
    const id = waiting?.id as number;
    expect(await give(id, REFUND.Ethereum)).toMatchObject({
      no: order.no,
      units: 500_000_000n,
      feeUnits: 1_300_000n,
    });
    await expect(give(id, REFUND.Ethereum)).rejects.toThrow('decided about already');
    await world.settle();
    expect(await queued()).toEqual([]);
    expect(await world.shown(order)).toMatchObject({
      status: 1,
      refund: [{ volume: '498.7', to_addr: REFUND.Ethereum, status: 2 }],
    });
  });

  it('is not given back twice, whoever is first', async () => {
    const order = await wronglyPaid();
    const id = (await queued())[0]?.id as number;
    const before = await world.received(REFUND.Ethereum, 'Ethereum/USDT');
    const both = await Promise.allSettled([give(id, REFUND.Ethereum), give(id, REFUND.Ethereum)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await world.settle();
    expect((await world.received(REFUND.Ethereum, 'Ethereum/USDT')) - before).toBe(498_700_000n);
    expect((await world.shown(order)).refund).toHaveLength(1);
  });

  it('is held if screening found something, until an operator decides nevertheless', async () => {
    world.now += 601;
    world.screen = async () => ({ isHit: true, detail: 'a list' });
    await wronglyPaid({ refund_address: REFUND.Ethereum });
    expect(await queued()).toMatchObject([{ kind: 'held', detail: 'a list' }]);
    expect(await alarm()).toMatchObject({
      isWell: false,
      facts: expect.stringContaining('1 held by screening'),
    });
    await give((await queued())[0]?.id as number, REFUND.Ethereum);
    await world.settle();
    expect(await queued()).toEqual([]);
    world.screen = async () => ({ isHit: false, detail: '' });
    world.now += 601;
  });

  it('is never what an order can still use', async () => {
    const order = await world.place({ exchange_mode: 'fixed' });
    await world.pay(order, '0.04');
    await world.settle();
    expect(await world.status(order)).toBe(7);
    expect(await queued()).toEqual([]);
    const [own] = await world.rows<{ id: number }>('SELECT id FROM deposit WHERE order_id = $1', [order.id]);
    await expect(give(own?.id as number, REFUND.Bitcoin)).rejects.toThrow('can still use it');
  });

  it('is listed too if it came to an address that no order has', async () => {
    const usdt = world.asset('Ethereum/USDT');
    await world.rows(`UPDATE address_space SET given = 900 WHERE name = 'evm'`);
    const { network } = world.network('Ethereum');
    await payFromFaucet(network, { address: 'evm-800', assetId: usdt.id, units: 7_000_000n });
    await world.settle();
    expect(await queued()).toMatchObject([
      { kind: 'unclaimed', no: null, address: 'evm-800', units: '7000000' },
    ]);
    expect(await alarm()).toMatchObject({
      isWell: false,
      facts: expect.stringContaining('1 at an address of no order'),
    });
  });
});
