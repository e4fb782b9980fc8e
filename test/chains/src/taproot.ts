import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { CoreKind } from '../../support/core-kinds.ts';
import { runCommand } from '../../support/service.ts';
import type { Suite } from './real-nodes.ts';
import type { Placed } from './real-world.ts';
import { units } from './units.ts';
import { type ChainSettings, changeConfig } from './write-config.ts';

/** A desk whose operator changes their mind about deposit addresses, and has treasuries at paths of their own. */

const COIN = 10n ** 18n;

export const taproot: Suite = {
  title: 'deposit addresses of two kinds',
  tests(world) {
    const chain = () => world().core.kind.chain;
    const p2wpkh = () => new RegExp(`^${world().core.kind.prefix}q`);
    const p2tr = () => new RegExp(`^${world().core.kind.prefix}p`);
    const swapToEther = (quantity: number) =>
      world().place(world().coin, quantity, [{ to: 'Ethereum:ETH', address: world().stranger() }]);
    const pay = ({ address, quantity }: Placed) => world().core.pay({ [address]: String(quantity) });

    it('are P2WPKH to begin with, and with P2TR chosen those are still good', async () => {
      const before = await swapToEther(5);
      expect(before.address).toMatch(p2wpkh());
      await world().restartWith({ [chain()]: { deposits: 'p2tr' } });
      const after = await swapToEther(120);
      expect(after.address).toMatch(p2tr());
      await Promise.all([pay(before), pay(after)]);
      await world().reaches(before, 4);
      await world().reaches(after, 4);
      await world().balanced();
    });

    it('are spent together, for a fee that is right for both', async () => {
      const receiver = await world().core.newAddress();
      // More than the treasury's two coins hold.
      const order = await world().place('Ethereum:ETH', 6.45, [{ to: world().coin, address: receiver }]);
      await world().payEther(order.address, (645n * COIN) / 100n);
      const done = await world().reaches(order, 4);
      expect(await world().receivedCoins(receiver)).toBe(units(done.output[0]!.volume, 8));

      const { rows } = await world().store.database.query<{
        bytes: Buffer;
        sources: string[];
        fee_units: string;
        fee_rate: string;
      }>('SELECT bytes, sources, fee_units::text, fee_rate::text FROM attempt WHERE txid = $1', [
        done.output[0]!.txid,
      ]);
      const { bytes, sources, fee_units, fee_rate } = rows[0]!;
      for (const kind of [p2wpkh(), p2tr()])
        expect(sources.filter((each) => kind.test(each))).toHaveLength(1);
      const { vsize } = (await world().core.call('decoderawtransaction', bytes.toString('hex'))) as {
        vsize: unknown;
      };
      const least = (BigInt(String(vsize)) * BigInt(fee_rate)) / 1000n;
      expect(BigInt(fee_units)).toBeGreaterThanOrEqual(least);
      // Each part of the transaction is rounded up to a whole virtual byte.
      expect(BigInt(fee_units)).toBeLessThanOrEqual(least + (5n * BigInt(fee_rate)) / 1000n);
      await world().balanced();
    });

    it('are P2WPKH again, and what was given before is still ours', async () => {
      const before = await swapToEther(3);
      expect(before.address).toMatch(p2tr());
      await world().restartWith({ [chain()]: { deposits: 'p2wpkh' } });
      const after = await swapToEther(4);
      expect(after.address).toMatch(p2wpkh());
      await Promise.all([pay(before), pay(after)]);
      await world().reaches(before, 4);
      await world().reaches(after, 4);
      await world().balanced();

      const { output } = await world().swapdesk('wallet', 'addresses', chain());
      const lineOf = ({ address }: Placed) => output.split('\n').find((line) => line.includes(address));
      expect(lineOf(before)).toMatch(/^m\/86'\/1'\/0'\/0\/\d+ /);
      expect(lineOf(after)).toMatch(/^m\/84'\/1'\/0'\/0\/\d+ /);
    });

    it('have their treasury where the file says, and it stays there', async () => {
      const shown = await world().swapdesk('wallet', 'show');
      expect(shown.output).toMatch(
        new RegExp(`treasury +${world().core.kind.prefix}q\\w+ at m/84'/1'/0'/1/7\n`),
      );
      expect(shown.output).toMatch(/treasury +0x\w+ at m\/44'\/60'\/0'\/3\/1\n/);

      await world().service.stop();
      const folder = world().env.SWAPDESK_DATA_DIR as string;
      await changeConfig(folder, { [chain()]: { treasury: '1/8' } });
      const moving = `The treasury of ${chain().toLowerCase()} is at 1/7`;
      await expect(world().restart()).rejects.toThrow(moving);
      expect((await world().swapdesk('doctor')).output).toMatch(new RegExp(`WRONG +treasuries .*${moving}`));
      const signer = { SWAPDESK_DATA_DIR: join(folder, 'signer') };
      const config = { SWAPDESK_CONFIG: join(folder, 'swapdesk.config.json') };
      const ended = await runCommand(['signer'], { ...world().env, ...signer, ...config });
      expect(ended).toMatchObject({ code: 1, output: expect.stringContaining(`${moving}, but the`) });
      expect(ended.output).toContain('write "1/7" again');

      await changeConfig(folder, treasuriesOf(world().core.kind));
      await world().restart();
      await world().balanced();
    });
  },
};

/** Where the treasuries are, before anything else. */
export function treasuriesOf({ chain }: CoreKind): ChainSettings {
  return { [chain]: { treasury: '1/7' }, Ethereum: { treasury: '3/1' } };
}
