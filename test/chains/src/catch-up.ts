import { expect, it } from 'vitest';
import { volume } from '../../support/volume.ts';
import type { Suite } from './real-nodes.ts';
import { units } from './units.ts';

const COIN = 10n ** 18n;
const AWAY = volume(300, 1_000);
const SEARCHED = volume(40, 120);

export const catchUp: Suite = {
  title: `a service that was away for ${AWAY} blocks`,
  tests(world) {
    it('tells how far it is, can be interrupted, goes on, and finds what was paid meanwhile', async () => {
      const { core, ethereum } = world();
      const receiver = await core.newAddress();
      const order = await world().place('Ethereum:ETH', 0.5, [{ to: world().coin, address: receiver }]);
      await world().service.stop();
      await ethereum.mine(AWAY / 2);
      await world().payEther(order.address, COIN / 2n);
      await ethereum.mine();
      await ethereum.mine(AWAY / 2);

      await world().restart();
      await world().until('a line that says how far it is', async () =>
        /Ethereum: catching up, block [\d,]+ of [\d,]+, [\d,]+ to go/.test(world().service.output()),
      );
      const began = Date.now();
      expect(await world().service.stop()).toBe(0);
      expect(Date.now() - began).toBeLessThan(10_000);
      const behind = await blocksBehind();
      expect(behind).toBeGreaterThan(0);
      expect(behind).toBeLessThan(AWAY);

      await world().restart();
      await world().until('it to have caught up', async () => (await blocksBehind()) === 0);
      const done = await world().reaches(order, 4);
      expect(await world().receivedCoins(receiver)).toBe(units(done.output[0]!.volume, 8));
      await world().balanced();
    });

    it('looks through old blocks once more on demand, and finds nothing that it had not', async () => {
      const blocks = ['--from', '1', '--to', String(SEARCHED)];
      const { code, output } = await world().swapdesk('wallet', 'rescan', 'Ethereum', ...blocks);
      expect(code).toBe(0);
      expect(output).toContain(`${SEARCHED} of ${SEARCHED} blocks, 0 missed transfers found`);
      await world().balanced();
    });

    async function blocksBehind(): Promise<number> {
      const tip = Number(await world().ethereum.rpc.call<string>('eth_blockNumber'));
      const { rows } = await world().store.database.query(
        'SELECT max(height)::int AS height FROM followed_block WHERE chain_id = 4',
      );
      return tip - rows[0].height;
    }
  },
};
