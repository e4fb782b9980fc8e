import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Chain, CoinChain, CoinRequest } from '../../chains/chain.ts';
import { wrongsOf } from '../testing/books.ts';
import { openWorld, RECEIVER, WITH_TRON, type World } from '../testing/world.ts';

let world: World;
let chains: Chain[];
beforeAll(async () => {
  world = await openWorld(WITH_TRON);
  chains = world.chains;
});
afterEach(async () => {
  world.chains = chains;
  await world.settle();
  expect(await wrongsOf(world)).toEqual([]);
});
afterAll(() => world.close());

/** The chain of that name, but with this of it another way. */
function withFault(name: string, fault: (chain: Chain) => Partial<Chain>): void {
  world.chains = chains.map((chain) =>
    chain.name === name ? Object.assign(Object.create(chain), fault(chain)) : chain,
  );
}

const withoutCoins = (chain: Chain): Partial<Chain> => ({
  sign: (request: CoinRequest) => (chain as CoinChain).sign({ ...request, coins: [] }),
});

const toBitcoin = (shares = [1]) => ({
  from_chain: 'Ethereum',
  from_abbr: 'ETH',
  from_quantity: 2,
  to_address: shares.map((to_ratio) => ({
    to_chain: 'Bitcoin',
    to_abbr: 'BTC',
    to_address: RECEIVER.Bitcoin,
    to_ratio,
  })),
});

interface Payment {
  id: number;
  txid: string;
  state: string;
  payment_id: number;
  payouts: number;
}
const paymentsOf = (orderIds: readonly number[]) =>
  world.rows<Payment>(
    `SELECT y.id, y.txid, y.state, y.payment_id,
            (SELECT count(*) FROM payout p WHERE p.payment_id = y.payment_id) AS payouts
       FROM attempt y WHERE y.payment_id IN (SELECT payment_id FROM payout WHERE order_id = ANY ($1))
      ORDER BY y.id`,
    [orderIds],
  );

describe('an order for several receivers', () => {
  it('pays each its share: three at once on a chain of coins', async () => {
    const order = await world.place(toBitcoin([0.5, 0.3, 0.2]));
    await world.pay(order);
    await world.settle();
    const shown = await world.shown(order);
    expect(shown).toMatchObject({ status: 4, addr_num: 3 });
    expect(shown.output.map(({ volume }) => volume)).toEqual(shown.children.map(({ volume }) => volume));
    // (0.5, 0.3, 0.2) × 2 × 4000 ÷ 100000 × 0.995 − 0.00002
    expect(shown.children.map(({ volume }) => volume)).toEqual(['0.03978', '0.02386', '0.0159']);
    expect(new Set(shown.output.map(({ txid }) => txid)).size).toBe(1);
    expect(shown.children.every(({ status, output }) => status === 3 && output?.length === 1)).toBe(true);
  });

  it('pays each its share: one transaction each on a chain of accounts, on several chains', async () => {
    const entry = (to_chain: keyof typeof RECEIVER, to_abbr: string, to_ratio: number) => ({
      to_chain,
      to_abbr,
      to_address: RECEIVER[to_chain],
      to_ratio,
    });
    const order = await world.place({
      to_address: [
        entry('Ethereum', 'ETH', 0.5),
        entry('Ethereum', 'USDT', 0.25),
        entry('TRON', 'USDT', 0.25),
      ],
    });
    await world.pay(order);
    await world.settle();
    const shown = await world.shown(order);
    expect(shown.status).toBe(4);
    expect(shown.output.map(({ chain, abbr }) => `${chain}/${abbr}`)).toEqual([
      'Ethereum/ETH',
      'Ethereum/USDT',
      'TRON/USDT',
    ]);
    expect(new Set(shown.output.map(({ txid }) => txid)).size).toBe(3);
    for (const child of shown.children)
      expect(child.output).toMatchObject([{ volume: child.volume, status: 2 }]);
  });

  it('is completed only when the last of them is confirmed', async () => {
    const order = await world.place({
      to_address: [
        { to_chain: 'Ethereum', to_abbr: 'ETH', to_address: RECEIVER.Ethereum, to_ratio: 0.5 },
        { to_chain: 'TRON', to_abbr: 'TRX', to_address: RECEIVER.TRON, to_ratio: 0.5 },
      ],
    });
    await world.pay(order);
    await world.mine(2, 'Bitcoin');
    await world.round();
    await world.round();
    await world.mine(3, 'Ethereum');
    await world.round();
    const shown = await world.shown(order);
    expect([shown.status, shown.children.map(({ status }) => status)]).toEqual([3, [3, 2]]);
  });
});

describe('payments', () => {
  it('carry several payouts at once on a chain of coins', async () => {
    const orders = [
      await world.place(toBitcoin()),
      await world.place(toBitcoin()),
      await world.place(toBitcoin()),
    ];
    for (const order of orders) await world.pay(order);
    await world.settle();
    const payments = await paymentsOf(orders.map(({ id }) => id));
    expect(payments).toMatchObject([{ state: 'confirmed', payouts: 3 }]);
  });

  it('are sent again, the same bytes, when the answer of the network was lost', async () => {
    const order = await world.place();
    const given: Buffer[] = [];
    withFault('Ethereum', (chain) => ({
      async broadcast(bytes) {
        await chain.broadcast(bytes);
        given.push(Buffer.from(bytes));
        if (given.length === 1) throw new Error('the connection was closed');
      },
    }));
    await world.pay(order);
    await world.mine(2, 'Bitcoin');
    await world.round();
    await world.round();
    expect(await paymentsOf([order.id])).toMatchObject([{ state: 'signed' }]);
    const [{ id: payment } = {}] = await world.rows<{ id?: number }>(
      'SELECT payment_id AS id FROM payout WHERE order_id = $1',
      [order.id],
    );
    expect(world.lines).toContainEqual({
      message: 'a payment could not be sent',
      facts: { err: expect.any(Error), chain: 'Ethereum', payment, orders: [order.no] },
    });
    await world.round();
    expect(given[1]?.equals(given[0] as Buffer)).toBe(true);
    await world.settle();
    expect(await world.status(order)).toBe(4);
    expect((await paymentsOf([order.id])).length).toBe(1);
  });

  it('are sent again when the network has dropped them', async () => {
    const order = await world.place();
    await world.pay(order);
    await world.mine(2, 'Bitcoin');
    await world.round();
    await world.round();
    const [payment] = await paymentsOf([order.id]);
    expect(await world.network('Ethereum').network.drop(payment?.txid as string)).toBe(true);
    await world.pass(3);
    expect(await world.status(order)).toBe(3);
    world.now += 31;
    await world.round();
    await world.settle();
    expect(await world.status(order)).toBe(4);
    expect((await paymentsOf([order.id])).map(({ txid }) => txid)).toEqual([payment?.txid]);
  });

  it('wait while the coins that they would need are not deep enough, and go on then', async () => {
    const order = await world.place(toBitcoin());
    withFault('Bitcoin', withoutCoins);
    await world.pay(order);
    await world.settle();
    expect(await world.shown(order)).toMatchObject({ status: 3, output: [] });
    expect(world.lines).toContainEqual({
      message: 'a payout waits: the wallet cannot pay it now',
      facts: expect.objectContaining({ chain: 'Bitcoin', order: order.no, payout: expect.any(Number) }),
    });
    world.chains = chains;
    await world.settle();
    expect(await world.status(order)).toBe(4);
  });

  it('whose coins leave nothing for a higher fee wait as they are', async () => {
    const order = await world.place(toBitcoin());
    await world.pay(order);
    await world.mine(3, 'Ethereum');
    await world.round();
    await world.round();
    world.now += 601;
    withFault('Bitcoin', withoutCoins);
    await world.round();
    expect((await paymentsOf([order.id])).length).toBe(1);
    await world.settle();
    expect(await world.status(order)).toBe(4);
  });
});

describe.each([
  ['a chain of coins', 'Bitcoin', toBitcoin()],
  ['a chain of accounts', 'Ethereum', {}],
])('a payment on %s that no block takes', (_, chain, wish) => {
  const patience = 601;

  /** An order whose payment is waiting, and has been replaced by a dearer one. */
  async function bumped() {
    const order = await world.place(wish);
    await world.pay(order);
    await world.mine(3, chain === 'Bitcoin' ? 'Ethereum' : 'Bitcoin');
    await world.round();
    await world.round();
    world.now += patience;
    await world.round();
    await world.round();
    return order;
  }

  it('is replaced by one that spends the same and pays the same, at a higher fee', async () => {
    const order = await bumped();
    const [first, second, ...more] = await paymentsOf([order.id]);
    expect(more).toEqual([]);
    expect(second?.payment_id).toBe(first?.id);
    const waiting = (await world.network(chain).network.mempool()).map(({ txid }) => txid);
    expect(waiting).toContain(second?.txid);
    expect(waiting).not.toContain(first?.txid);
    await world.pass(3);
    expect((await world.shown(order)).output).toMatchObject([{ txid: second?.txid, status: 2 }]);
    expect((await paymentsOf([order.id])).map(({ state }) => state)).toEqual(['replaced', 'confirmed']);
    expect(await world.status(order)).toBe(4);
  });

  it('may be mined itself all the same: then that is the one that counts', async () => {
    const order = await bumped();
    const [first, second] = await paymentsOf([order.id]);
    const { network } = world.network(chain);
    await network.drop(second?.txid as string);
    world.now += 31;
    const [row] = await world.rows<{ bytes: Buffer }>('SELECT bytes FROM attempt WHERE id = $1', [first?.id]);
    await network.submit(row?.bytes as Buffer);
    await world.mine(1, chain);
    await world.pass(3);
    expect((await world.shown(order)).output).toMatchObject([{ txid: first?.txid, status: 2 }]);
    expect((await paymentsOf([order.id])).map(({ state }) => state)).toEqual(['confirmed', 'replaced']);
    expect(await world.status(order)).toBe(4);
  });

  it('is tried five times, and not held while one of them waits, however long that takes', async () => {
    const order = await bumped();
    for (let n = 0; n < 12; n++) {
      world.now += patience;
      await world.round();
      await world.round();
    }
    expect((await paymentsOf([order.id])).length).toBe(6);
    expect(await world.status(order)).toBe(3);
    await world.mine(1, chain);
    await world.round();
    world.now += 31;
    await world.round();
    expect(await world.status(order)).toBe(3);
    await world.pass(3);
    expect(await world.status(order)).toBe(4);
  });
});
