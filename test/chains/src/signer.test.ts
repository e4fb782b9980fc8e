import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyNoLitecoind } from '../../support/litecoind.ts';
import { RealWorld } from './real-world.ts';

const SKIPPED = await whyNoLitecoind();
const COIN = 10n ** 18n;

describe.skipIf(SKIPPED !== null)(
  `keys in a process of their own, between real nodes${SKIPPED === null ? '' : ` (skipped: ${SKIPPED})`}`,
  () => {
    let world: RealWorld;
    beforeAll(async () => {
      const limits = { 'Litecoin:LTC': { perTransaction: '50', perHour: '60' } };
      world = await RealWorld.open({ signerRules: { limits, stopFile: 'stop' } });
    });
    afterAll(() => world?.close());

    const verdicts = async () => {
      const { rows } = await world.store.database.query<{ verdict: string }>(
        'SELECT verdict FROM signer_decision GROUP BY verdict ORDER BY verdict',
      );
      return rows.map(({ verdict }) => verdict);
    };
    const swapToEther = async (receiver: string) => {
      const order = await world.place('Litecoin:LTC', 5, [{ to: 'Ethereum:ETH', address: receiver }]);
      await world.litecoin.pay({ [order.address]: '5' });
      return order;
    };

    it('the signer says where it is and what it may sign', () => {
      const said = world.signer?.output();
      expect(said).toContain('signer.sock');
      expect(said).toContain('Litecoin:LTC: 50 per transaction, 60 per hour');
    });

    it('the service has no seed and no passphrase, and pays all the same', async () => {
      const folder = world.env.SWAPDESK_DATA_DIR as string;
      expect(existsSync(join(folder, 'passphrase'))).toBe(false);
      expect(existsSync(join(folder, 'signer', 'passphrase'))).toBe(true);
      const receiver = world.stranger();
      await world.reaches(await swapToEther(receiver), 4);
      expect(await world.balanceOf(receiver)).toBeGreaterThan(0n);
      await world.balanced();
    });

    it('a token is fuelled, swept and exchanged for litecoins', async () => {
      const receiver = await world.litecoin.newAddress();
      const order = await world.place('Ethereum:USDT', 1000, [{ to: 'Litecoin:LTC', address: receiver }]);
      await world.payToken(order.address, 1_000_000_000n);
      await world.reaches(order, 4);
      await world.mineUntil('the sweep', async () => (await world.tokensOf(order.address)) === 0n);
      const { rows } = await world.store.database.query(
        `SELECT reason FROM signer_decision WHERE verdict = 'signed'`,
      );
      const purposes = rows.map(({ reason }) => (reason as string).split(' ')[0]);
      expect(purposes).toEqual(expect.arrayContaining(['payouts', 'fuel', 'sweep']));
      expect(await verdicts()).toEqual(['signed']);
      await world.balanced();
    });

    it('stopped, it pays nobody; then it goes on', async () => {
      expect((await world.swapdesk('signing', 'stop', '--reason', 'a drill')).code).toBe(0);
      const receiver = world.stranger();
      const order = await swapToEther(receiver);
      await world.reaches(order, 3);
      await world.mineUntil('a plan to be stopped', async () => (await verdicts()).includes('stopped'));
      await sleep(1_500);
      expect(await world.balanceOf(receiver)).toBe(0n);
      expect(world.service.output()).toContain('signing is stopped: a drill');
      expect((await world.swapdesk('signing', 'go')).output).toContain('signs again');
      await world.reaches(order, 4);
      expect(await world.balanceOf(receiver)).toBeGreaterThan(0n);
      await world.balanced();
    });

    it('above its limit nothing is paid, whoever asks', async () => {
      const receiver = await world.litecoin.newAddress();
      const order = await world.place('Ethereum:ETH', 1.5, [{ to: 'Litecoin:LTC', address: receiver }]);
      await world.payEther(order.address, (COIN * 3n) / 2n);
      await world.mineUntil('a plan beyond the limit', async () => (await verdicts()).includes('limit'));
      expect(await world.receivedLitecoins(receiver)).toBe(0n);
      expect(world.service.output()).toContain('are above the 5000000000 of one transaction');
    });
  },
);
