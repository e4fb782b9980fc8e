import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { encodeTransaction } from '../../chains/sim/sim-transaction.ts';
import { examine } from '../../observe/doctor.ts';
import { openMetrics } from '../../observe/metrics.ts';
import { RequestCounts } from '../../observe/request-counts.ts';
import type { Order } from '../../orders/order.ts';
import { settleUnknown } from '../payments/unknown-spends.ts';
import { wrongsOf } from '../testing/books.ts';
import { openWorld, RECEIVER, REFUND, type World } from '../testing/world.ts';
import { acknowledgeLosses, loadLosses } from './losses.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterEach(async () => expect(await wrongsOf(world)).toEqual([]));
afterAll(() => world.close());

const reorganize = (chain: string, depth: number) =>
  world.network(chain).network.reorganize(depth, world.now);

/** Takes a transaction out of the world: undone with its block, and dropped. */
async function eradicate(chain: string, depth: number, txid: string): Promise<void> {
  await reorganize(chain, depth);
  expect(await world.network(chain).network.drop(txid)).toBe(true);
}

/** An order whose deposit is confirmed, but about which nothing is decided yet. */
async function confirmed(): Promise<Order> {
  const order = await world.place();
  await world.pay(order);
  await world.mine(2, 'Bitcoin');
  await world.round();
  return order;
}

/** An order that was accepted for a deposit which is undone before the payout is signed. */
async function acceptedForNothing(): Promise<Order> {
  const order = await confirmed();
  world.chains = world.chains.filter(({ name }) => name !== 'Ethereum');
  await world.round();
  expect(await world.status(order)).toBe(3);
  await reorganize('Bitcoin', 2);
  await world.round();
  world.chains = [...world.chains, world.network('Ethereum').chain];
  return order;
}

/** An operator's word, for which there is no endpoint. */
const decide = (order: Order, resolution: string) =>
  world.rows('UPDATE orders SET resolution = $2 WHERE id = $1', [order.id, resolution]);

const loss = async (asset: string) => {
  const [row] = await world.rows<{ units: string }>(
    `SELECT coalesce(sum(units), 0)::text AS units FROM ledger_entry WHERE account = 'loss' AND asset_id = $1`,
    [world.asset(asset).id],
  );
  return BigInt(row?.units ?? 0);
};

describe('a reorganisation', () => {
  it('of other blocks changes nothing about a transfer that is only seen', async () => {
    const order = await world.place();
    await world.pay(order);
    await world.round();
    await reorganize('Bitcoin', 2);
    await world.round();
    expect(await world.status(order)).toBe(2);
    await world.settle();
    expect(await world.status(order)).toBe(4);
  });

  it('makes a mined transfer a seen one again, and its confirmations begin anew', async () => {
    const order = await world.place();
    await world.pay(order);
    await world.mine(1, 'Bitcoin');
    await world.round();
    expect((await world.shown(order)).fulls[0]?.confirmations).toBe(1);
    await reorganize('Bitcoin', 1);
    await world.round();
    expect((await world.shown(order)).fulls[0]?.confirmations).toBe(0);
    expect(await world.status(order)).toBe(2);
    await world.settle();
    expect(await world.status(order)).toBe(4);
  });

  it('after which a mined transfer is nowhere makes its order wait again', async () => {
    const order = await world.place();
    const txid = await world.pay(order);
    await world.mine(1, 'Bitcoin');
    await world.round();
    await eradicate('Bitcoin', 1, txid);
    await world.round();
    expect(await world.shown(order)).toMatchObject({ status: 1, fulls: [], input: [] });
  });

  it('of a confirmed transfer that was not exchanged yet takes back what we owe for it', async () => {
    const order = await world.place({ exchange_mode: 'fixed' });
    await world.pay(order, '0.01');
    await world.round();
    await world.pass(2);
    expect(await world.status(order)).toBe(7);
    await reorganize('Bitcoin', 2);
    await world.round();
    expect((await world.shown(order)).fulls).toMatchObject([{ volume: '0.01', confirmations: 0 }]);
    await decide(order, 'exchange');
    await world.round();
    expect(await world.status(order)).toBe(7);
    await world.settle();
    expect(await world.shown(order)).toMatchObject({ status: 4, rel_volume: '0.01' });
    expect(await loss('Bitcoin/BTC')).toBe(0n);
  });

  it('of a confirmed transfer holds its order before it is paid out', async () => {
    const order = await acceptedForNothing();
    await world.round();
    expect(await world.shown(order)).toMatchObject({ status: 7, output: [] });
    expect(await world.freezeReason(order)).toBe('OPERATOR');
    expect(await loss('Bitcoin/BTC')).toBe(5_000_000n);
    expect(world.warnings).toContain('a reorganisation took back a deposit that was used: it is lost');
    await world.pass(3);
    expect(await loss('Bitcoin/BTC')).toBe(0n);
    expect(world.warnings).toContain('a deposit that was lost is back');
    expect(await world.status(order)).toBe(7);
    await decide(order, 'exchange');
    await world.settle();
    expect(await world.status(order)).toBe(4);
  });

  it('of a confirmed transfer keeps its order from going on until the transfer is back', async () => {
    const order = await acceptedForNothing();
    await decide(order, 'exchange');
    await world.round();
    expect(await world.shown(order)).toMatchObject({ status: 7, output: [] });
    await world.settle();
    expect(await world.status(order)).toBe(4);
  });

  it('of a confirmed transfer whose output is out already holds the order, which goes on when it is let', async () => {
    const order = await confirmed();
    await world.round();
    expect((await world.shown(order)).output.length).toBe(1);
    await reorganize('Bitcoin', 2);
    await world.round();
    expect(await world.status(order)).toBe(7);
    await world.settle();
    expect((await world.shown(order)).output).toMatchObject([{ status: 2 }]);
    expect(await world.status(order)).toBe(7);
    await decide(order, 'exchange');
    await world.settle();
    expect(await world.status(order)).toBe(4);
  });

  it('of a mined payment sends the same bytes again', async () => {
    const order = await confirmed();
    await world.round();
    await world.mine(1, 'Ethereum');
    await world.round();
    const [{ txid } = { txid: '' }] = (await world.shown(order)).output;
    await eradicate('Ethereum', 1, txid);
    await world.round();
    expect(await world.status(order)).toBe(3);
    await world.settle();
    expect(await world.shown(order)).toMatchObject({ status: 4, output: [{ txid, status: 2 }] });
  });

  it.each([
    ['accounts', 'Ethereum', {}],
    [
      'coins',
      'Bitcoin',
      {
        from_chain: 'Ethereum',
        from_abbr: 'ETH',
        from_quantity: 2,
        to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
      },
    ],
  ])(
    'of a confirmed payment on a chain of %s sends the same bytes again, and pays nobody twice',
    async (_, chain, wish) => {
      const order = await world.place(wish);
      await world.pay(order);
      await world.settle();
      expect(await world.status(order)).toBe(4);
      const [{ txid } = { txid: '' }] = (await world.shown(order)).output;
      await eradicate(chain, 7, txid);
      await world.round();
      const undone = await world.shown(order);
      expect(undone.output).toMatchObject([{ txid, status: 1, update_at: 0 }]);
      expect(undone.children[0]?.status).toBe(2);
      await world.settle();
      const done = await world.shown(order);
      expect(done).toMatchObject({ status: 4, output: [{ txid, status: 2 }] });
      expect(done.children[0]?.status).toBe(3);
    },
  );

  it('of a payment that outran its replacement sends it again all the same', async () => {
    const order = await confirmed();
    await world.round();
    const [{ txid } = { txid: '' }] = (await world.shown(order)).output;
    // A replacement is signed, but a block takes the first before it is sent.
    world.now += 700;
    await world.round();
    await world.mine(1, 'Ethereum');
    await world.settle();
    expect(await world.shown(order)).toMatchObject({ status: 4, output: [{ txid, status: 2 }] });
    await eradicate('Ethereum', 7, txid);
    await world.settle();
    expect(await world.shown(order)).toMatchObject({ status: 4, output: [{ txid, status: 2 }] });
    const others =
      'SELECT r.state FROM attempt r JOIN attempt a USING (payment_id) WHERE a.txid = $1 AND r.number > a.number';
    expect(await world.rows(others, [txid])).toEqual([{ state: 'replaced' }]);
  });

  it('of a confirmed refund sends the same bytes again', async () => {
    const order = await world.place({
      exchange_mode: 'fixed',
      on_mismatch: 'refund',
      refund_address: REFUND.Bitcoin,
    });
    await world.pay(order, '0.02');
    await world.settle();
    expect(await world.status(order)).toBe(5);
    const [{ txid } = { txid: '' }] = (await world.shown(order)).refund;
    await eradicate('Bitcoin', 4, txid);
    await world.round();
    expect((await world.shown(order)).refund).toMatchObject([{ txid, status: 1 }]);
    await world.settle();
    expect(await world.shown(order)).toMatchObject({ status: 5, refund: [{ txid, status: 2 }] });
  });

  it('after which a refund cannot be sent again freezes its order, and shows the refund as rolled back', async () => {
    const order = await world.place({
      exchange_mode: 'fixed',
      on_mismatch: 'refund',
      refund_address: REFUND.Bitcoin,
    });
    await world.pay(order, '0.02');
    await world.settle();
    const [{ txid } = { txid: '' }] = (await world.shown(order)).refund;
    await eradicate('Bitcoin', 4, txid);
    const { network } = world.network('Bitcoin');
    const spends = await world.rows<{ spend: string }>(
      'SELECT s.spend FROM payment_spend s JOIN attempt y USING (payment_id) WHERE y.txid = $1',
      [txid],
    );
    const thief = encodeTransaction({
      chainId: network.chainId,
      sources: [],
      spends: spends.map(({ spend }) => spend),
      takes: [],
      gives: [],
      feeUnits: '999999999',
      salt: '',
    });
    await network.submit(thief.bytes);
    await world.mine(1, 'Bitcoin');
    await world.round();
    expect(await world.status(order)).toBe(5);
    world.now += 3_601;
    await world.round();
    expect(await world.shown(order)).toMatchObject({
      status: 7,
      finish_at: 0,
      refund: [{ txid, status: 9 }],
    });
    expect(await world.freezeReason(order)).toBe('OPERATOR');
    expect(world.lines).toContainEqual({
      message: 'the network refuses a payment',
      facts: expect.objectContaining({ payment: expect.any(Number), orders: [order.no] }),
    });
    // Whoever has our key halts the chain, until an operator has decided.
    expect(await world.rows('SELECT DISTINCT reason FROM halt')).toEqual([{ reason: 'unknown spend' }]);
    // Should it be mined after all, at whichever fee, it counts.
    await network.reorganize(2, world.now);
    await network.drop(thief.txid);
    await settleUnknown(world.database, network.chainId, thief.txid, world.now);
    await world.rows('DELETE FROM halt');
    world.now += 31;
    await world.round();
    await world.settle();
    expect(await world.shown(order)).toMatchObject({ status: 5, refund: [{ status: 2 }] });
  });
});

describe('a loss', () => {
  /** An order that is completed, and whose deposit is then double-spent. */
  async function doubleSpent(): Promise<Order> {
    const order = await world.place();
    const txid = await world.pay(order);
    await world.settle();
    expect(await world.status(order)).toBe(4);
    await eradicate('Bitcoin', 7, txid);
    await world.round();
    await world.pass(3);
    return order;
  }
  const alarms = async () => {
    const { database, chains, now } = world;
    const { catalogue } = world.market();
    const findings = await examine({ database, catalogue, chains, aheadMs: 0, now });
    return findings.filter(({ isWell, what }) => !isWell && what.includes('lost'));
  };

  it('is an alarm with its order until an operator has seen it, and no longer when the deposit is back', async () => {
    expect(await alarms()).toEqual([]);
    const order = await doubleSpent();
    expect(await world.status(order)).toBe(4);
    expect(await alarms()).toMatchObject([
      {
        what: `order ${order.no}: lost its deposit`,
        order: order.no,
        facts: expect.stringContaining('0.05 BTC on Bitcoin'),
      },
    ]);
    expect(await loadLosses(world.database)).toMatchObject([
      { no: order.no, units: 5_000_000n, acknowledgedAt: 0 },
    ]);
    const [gauge] = await gaugesOf('swapdesk_loss');
    expect(gauge).toBe('swapdesk_loss{chain="Bitcoin",coin="BTC",seen="no"} 0.05');

    expect(await acknowledgeLosses(world.database, order.no, world.now)).toHaveLength(1);
    expect(await alarms()).toEqual([]);
    expect(await acknowledgeLosses(world.database, order.no, world.now)).toEqual([]);
    expect(await gaugesOf('swapdesk_loss')).toEqual([
      'swapdesk_loss{chain="Bitcoin",coin="BTC",seen="yes"} 0.05',
    ]);
    expect(await loss('Bitcoin/BTC')).toBe(5_000_000n);
  });

  it('that comes back and is lost once more is an alarm once more', async () => {
    const order = await acceptedForNothing();
    await world.round();
    expect(await alarms()).toMatchObject([{ order: order.no }]);
    await acknowledgeLosses(world.database, order.no, world.now);
    await world.pass(3);
    expect((await loadLosses(world.database)).map(({ no }) => no)).not.toContain(order.no);
    await reorganize('Bitcoin', 3);
    await world.round();
    expect(await alarms()).toMatchObject([{ order: order.no }]);
    await world.pass(3);
    expect(await alarms()).toEqual([]);
    await decide(order, 'exchange');
    await world.settle();
    expect(await world.status(order)).toBe(4);
  });

  /** Lines of a gauge that are not zero. */
  async function gaugesOf(name: string): Promise<string[]> {
    const { database, chains } = world;
    const metrics = openMetrics({
      database,
      chains,
      requests: new RequestCounts(),
      streams: () => 0,
      catalogue: () => world.market().catalogue,
      market: () => world.market(),
    });
    const lines = (await metrics.read()).split('\n');
    return lines.filter((line) => line.startsWith(`${name}{`) && !line.endsWith(' 0'));
  }
});
