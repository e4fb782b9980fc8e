import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ORDER_STATUS } from '../../../packages/contract/src/index.ts';
import { DEPOSIT, depositIs } from '../../../packages/service/src/deposits/life.ts';
import { attemptIs, OPEN } from '../../../packages/service/src/payments/life.ts';
import { PAYOUT, payoutIs } from '../../../packages/service/src/payouts/life.ts';
import { CountingProxy } from '../../support/counting-proxy.ts';
import { IS_LONG } from '../../support/volume.ts';
import type { Suite } from './real-nodes.ts';
import type { RealWorld } from './real-world.ts';

const COIN = 10n ** 18n;
const MOST_PER_MINUTE = 60;
/** Long enough for several looks. */
const WATCHED_S = 20;
/** A chain is busy for a while after it was. */
const QUIET_MS = 3_000;
/** As fast as it was when nodes were asked twice a second, with some for a busy machine. */
const SEEN_WITHIN_MS = 4_000;

/** What each of these nodes is asked within some seconds, per minute. */
async function perMinute(proxies: readonly CountingProxy[]): Promise<number[]> {
  const before = proxies.map(({ total }) => total);
  await sleep(WATCHED_S * 1_000);
  return proxies.map(({ total }, n) => ((total - before[n]!) * 60) / WATCHED_S);
}

/** True if the service expects nothing of any chain. */
async function isIdle(world: RealWorld): Promise<boolean> {
  const { rowCount } = await world.store.database.query(`
    SELECT FROM attempt a WHERE ${attemptIs('a', ...OPEN)}
     UNION ALL SELECT FROM deposit d WHERE ${depositIs('d', DEPOSIT.seen, DEPOSIT.mined)}
     UNION ALL SELECT FROM payout p WHERE ${payoutIs('p', PAYOUT.ready)}
     UNION ALL SELECT FROM orders WHERE status = ${ORDER_STATUS.waiting}`);
  return rowCount === 0;
}

/** The last of its world: the service asks nodes that are gone afterwards. */
export const calls: Suite = {
  title: 'calls to nodes',
  tests(the) {
    let coins: CountingProxy;
    let ethereum: CountingProxy;

    const settings = (world: RealWorld, more: object = {}) => ({
      [world.core.kind.chain]: { endpoint: coins.url },
      Ethereum: { endpoints: [ethereum.url], ...more },
    });
    beforeAll(async () => {
      const world = the();
      coins = await CountingProxy.start(world.core.endpoint.endpoint);
      ethereum = await CountingProxy.start(world.ethereum.url);
      await world.balanced();
      // What suites before this one have left is over: no order waits to be paid, nothing waits for a block.
      await world.store.database.query('UPDATE orders SET expires_at = 0 WHERE status = $1', [
        ORDER_STATUS.waiting,
      ]);
      await world.mineUntil('nothing to be under way', () => isIdle(world));
      await world.restartWith(settings(world));
      await world.agrees();
      await world.until('nothing to be under way', () => isIdle(world));
      await sleep(QUIET_MS);
    });
    afterAll(() => Promise.all([coins?.stop(), ethereum?.stop()]));

    it('are at most sixty a minute while nothing happens', async () => {
      const [ofCoins, ofEthereum] = await perMinute([coins, ethereum]);
      expect(ofCoins).toBeLessThanOrEqual(MOST_PER_MINUTE);
      expect(ofEthereum).toBeLessThanOrEqual(MOST_PER_MINUTE);
      // It does look.
      expect(ofCoins).toBeGreaterThan(0);
      expect(ofEthereum).toBeGreaterThan(0);
    });

    it('are as many as it takes once an order waits: its deposit is seen within seconds', async () => {
      const world = the();
      const toCoins = await world.place('Ethereum:ETH', 0.5, [
        { to: world.coin, address: await world.core.newAddress() },
      ]);
      const toEther = await world.place(world.coin, 2, [{ to: 'Ethereum:ETH', address: world.stranger() }]);
      await sleep(2_000);
      const began = Date.now();
      await Promise.all([
        world.payEther(toCoins.address, COIN / 2n),
        world.core.pay({ [toEther.address]: '2' }),
      ]);
      for (const order of [toCoins, toEther])
        await expect.poll(async () => (await world.shown(order)).status, { timeout: 30_000 }).toBe(2);
      expect(Date.now() - began).toBeLessThan(SEEN_WITHIN_MS);
      await world.reaches(toCoins, 4);
      await world.reaches(toEther, 4);
      await world.balanced();
    });

    /** Debian's litecoind has no ZMQ: `zmq-hint.test.ts` has what libzmq says. */
    // How the node is heard: `chains/evm/heads-hint.test.ts`.
    it.runIf(IS_LONG)(
      'are fewer where a node tells of news itself, and blocks are followed as they come',
      async () => {
        const world = the();
        await world.restartWith(settings(world, { ws: world.ethereum.url.replace('http', 'ws') }));
        await world.mine(2);
        // A block makes it bring in what came to addresses: that too has to be over.
        await world.mineUntil('nothing to be under way', () => isIdle(world));
        await world.balanced();
        await sleep(QUIET_MS);
        const [ofEthereum] = await perMinute([ethereum]);
        expect(ofEthereum).toBeLessThanOrEqual(MOST_PER_MINUTE / 4);
        // Not by way of the world, which would say that there is news.
        await world.ethereum.mine();
        const isFollowed = async () => {
          const tip = await world.ethereum.rpc.call<string>('eth_blockNumber');
          const { rows } = await world.store.database.query(
            "SELECT max(height) AS height FROM followed_block b JOIN chain c ON c.id = b.chain_id WHERE c.name = 'Ethereum'",
          );
          return rows[0].height === Number(tip);
        };
        await expect.poll(isFollowed, { timeout: SEEN_WITHIN_MS, interval: 50 }).toBe(true);
      },
    );
  },
};
