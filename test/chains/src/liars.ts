import { afterEach, expect, it } from 'vitest';
import type { Alter, AlteringProxy } from '../../support/altering-proxy.ts';
import type { Suite } from './real-nodes.ts';
import type { Placed, RealWorld } from './real-world.ts';
import { units } from './units.ts';

const COIN = 10n ** 18n;
const HONEST: Alter = (_, answer) => answer();

interface Block {
  readonly transactions: readonly (object | string)[];
}

export const liars: Suite = {
  title: 'of three endpoints, of which two must agree, one that lies',
  tests(the) {
    afterEach(() => {
      for (const node of the().proxies) node.alter = HONEST;
    });

    it('is not believed that a deposit came', async () => {
      const world = the();
      const receiver = await world.core.newAddress();
      const order = await world.place('Ethereum:ETH', 0.5, [{ to: world.coin, address: receiver }]);
      const value = `0x${(COIN / 2n).toString(16)}`;
      liar(world).alter = inBlocks((transaction) => ({
        ...transaction,
        to: order.address,
        value,
        input: '0x',
      }));
      // Blocks with something in them that can be turned into a deposit.
      for (let n = 0; n < 4; n++) {
        await world.payEther(world.stranger(), 1n);
        await world.ethereum.mine();
        await followed(world);
      }
      expect(await deposits(world, order)).toEqual([]);
      expect((await world.shown(order)).status).toBe(1);
      expect(world.service.output()).toMatch(/says something else of block/);
      liar(world).alter = HONEST;
      await world.payEther(order.address, COIN / 2n);
      await paidInCoins(world, order, receiver);
    });

    it('cannot hide a deposit', async () => {
      const world = the();
      const receiver = await world.core.newAddress();
      const order = await world.place('Ethereum:USDT', 400, [{ to: world.coin, address: receiver }]);
      liar(world).alter = async ({ method }, answer) => {
        const answered = await answer();
        if (method === 'eth_getLogs') return [];
        return method === 'eth_getBlockByNumber' ? { ...(answered as Block), transactions: [] } : answered;
      };
      await world.payToken(order.address, 400_000_000n);
      await paidInCoins(world, order, receiver);
    });

    it('cannot keep a payment from the network', async () => {
      const world = the();
      const receiver = world.stranger();
      const order = await world.place(world.coin, 1, [{ to: 'Ethereum:ETH', address: receiver }]);
      liar(world).alter = async ({ method }, answer) =>
        method === 'eth_sendRawTransaction' ? `0x${'00'.repeat(32)}` : answer();
      await world.core.pay({ [order.address]: '1' });
      const done = await world.reaches(order, 4);
      expect(await world.balanceOf(receiver)).toBe(units(done.output[0]!.volume, 18));
      await world.balanced();
    });

    it('stops everything where only one other answers, until a third does', async () => {
      const world = the();
      const [, , silent] = world.proxies;
      const receiver = await world.core.newAddress();
      const order = await world.place('Ethereum:ETH', 0.5, [{ to: world.coin, address: receiver }]);
      liar(world).alter = inBlocks((transaction) => ({ ...transaction, value: '0x1' }));
      await silent!.refuse();
      await world.payEther(order.address, COIN / 2n);
      await world.ethereum.mine(3);
      await world.until('the disagreement to be told', async () =>
        /the endpoints disagree/.test(world.service.output()),
      );
      expect(await states(world, order)).not.toContain('mined');
      expect((await world.shown(order)).status).toBeLessThanOrEqual(2);
      await silent!.resume();
      await paidInCoins(world, order, receiver);
    });
  },
};

/** The first of them. */
function liar({ proxies }: RealWorld): AlteringProxy {
  return proxies[0] as AlteringProxy;
}

/** Tells something else of each transaction in blocks, and of nothing else. */
function inBlocks(lie: (transaction: object) => object): Alter {
  return async ({ method, params }, answer) => {
    const answered = await answer();
    if (method !== 'eth_getBlockByNumber' || params[0] === 'pending' || answered === null) return answered;
    const { transactions } = answered as Block;
    return {
      ...(answered as Block),
      transactions: transactions.map((each) => (typeof each === 'string' ? each : lie(each))),
    };
  };
}

async function followed(world: RealWorld): Promise<void> {
  await world.until('all blocks to be followed', () => world.isUpToDate());
}

async function deposits(world: RealWorld, { address }: Placed): Promise<{ state: string }[]> {
  const { rows } = await world.store.database.query('SELECT state FROM deposit WHERE address = $1', [
    address,
  ]);
  return rows;
}

async function states(world: RealWorld, order: Placed): Promise<string[]> {
  return (await deposits(world, order)).map(({ state }) => state);
}

async function paidInCoins(world: RealWorld, order: Placed, receiver: string): Promise<void> {
  const done = await world.reaches(order, 4);
  expect(await world.receivedCoins(receiver)).toBe(units(done.output[0]!.volume, 8));
  await world.balanced();
}
