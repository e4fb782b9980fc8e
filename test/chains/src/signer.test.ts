import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { IS_LONG } from '../../support/volume.ts';
import { describeRealNodes } from './real-nodes.ts';
import type { Placed, RealWorld } from './real-world.ts';

const COIN = 10n ** 18n;

describeRealNodes(
  'keys in a process of their own',
  (the) => {
    it('the signer says where it is and what it may sign', () => {
      const world = the();
      const said = world.signer?.output();
      expect(said).toContain('signer.sock');
      expect(said).toContain(`${world.coin}: 50 per transaction, 45 per hour`);
    });

    it('the service has no seed and no passphrase, and pays all the same', async () => {
      const world = the();
      const folder = world.env.SWAPDESK_DATA_DIR as string;
      expect(existsSync(join(folder, 'passphrase'))).toBe(false);
      expect(existsSync(join(folder, 'signer', 'passphrase'))).toBe(true);
      const receiver = world.stranger();
      await world.reaches(await swapToEther(world, receiver), 4);
      expect(await world.balanceOf(receiver)).toBeGreaterThan(0n);
      await world.balanced();
    });

    it('a token is fuelled, swept and exchanged for coins', async () => {
      const world = the();
      const receiver = await world.core.newAddress();
      const order = await world.place('Ethereum:USDT', 1000, [{ to: world.coin, address: receiver }]);
      await world.payToken(order.address, 1_000_000_000n);
      await world.reaches(order, 4);
      await world.mineUntil('the sweep', async () => (await world.tokensOf(order.address)) === 0n);
      const { rows } = await world.store.database.query(
        `SELECT reason FROM signer_decision WHERE verdict = 'signed'`,
      );
      const purposes = rows.map(({ reason }) => (reason as string).split(' ')[0]);
      expect(purposes).toEqual(expect.arrayContaining(['payouts', 'fuel', 'sweep']));
      expect(await verdicts(world)).toEqual(['signed']);
      await world.balanced();
    });

    it.runIf(IS_LONG)('stopped, it pays nobody; then it goes on', async () => {
      const world = the();
      expect((await world.swapdesk('signing', 'stop', '--why', 'a drill')).code).toBe(0);
      const receiver = world.stranger();
      const order = await swapToEther(world, receiver);
      await world.reaches(order, 3);
      const plans = async () =>
        (await world.store.database.query(`SELECT id FROM signer_decision WHERE verdict = 'signed'`)).rows
          .length;
      const before = await plans();
      let blocks = 0;
      await world.mineUntil('three more blocks', async () => blocks++ === 3);
      expect(await plans()).toBe(before);
      expect(await world.balanceOf(receiver)).toBe(0n);
      expect(world.service.output()).toContain('signing is stopped: a drill');
      expect((await world.swapdesk('signing', 'go')).output).toContain('signed again');
      await world.reaches(order, 4);
      expect(await world.balanceOf(receiver)).toBeGreaterThan(0n);
      await world.balanced();
    });

    it('above its limit nothing is quoted, and nothing is paid beyond that of the hour', async () => {
      const world = the();
      const receiver = await world.core.newAddress();
      const to = [{ to: world.coin, address: receiver }];
      await expect(world.place('Ethereum:ETH', 1.5, to)).rejects.toThrow('from quantity too large');
      // Together with what the token was exchanged for.
      const order = await world.place('Ethereum:ETH', 1, to);
      await world.payEther(order.address, COIN);
      await world.mineUntil('a plan beyond the limit', async () => (await verdicts(world)).includes('limit'));
      expect(await world.receivedCoins(receiver)).toBe(0n);
      // The signer has noted it before the engine hears of it.
      await expect
        .poll(() => world.service.output(), { timeout: 10_000 })
        .toMatch(/of the last hour are above the \d+ of an hour/);
      await world.agrees();
    });
  },
  {
    signerRules: (coin) => ({
      limits: { [coin]: { perTransaction: '50', perHour: '45' } },
      stopFile: 'stop',
    }),
  },
);

/** What the signer has answered so far, each kind once. */
async function verdicts({ store }: RealWorld): Promise<string[]> {
  const { rows } = await store.database.query<{ verdict: string }>(
    'SELECT verdict FROM signer_decision GROUP BY verdict ORDER BY verdict',
  );
  return rows.map(({ verdict }) => verdict);
}

async function swapToEther(world: RealWorld, receiver: string): Promise<Placed> {
  const order = await world.place(world.coin, 5, [{ to: 'Ethereum:ETH', address: receiver }]);
  await world.core.pay({ [order.address]: '5' });
  return order;
}
