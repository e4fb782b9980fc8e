import { expect, it } from 'vitest';
import { padded } from '../../../packages/service/src/chains/evm/hex.ts';
import { selector } from '../../../packages/service/src/chains/evm/testing/test-chain.ts';
import { IS_LONG, volume } from '../../support/volume.ts';
import type { Suite } from './real-nodes.ts';
import type { RealWorld } from './real-world.ts';
import { units } from './units.ts';

const ADDRESSES = volume(5, 50);

export const tokens: Suite = {
  title: 'tokens',
  tests(the) {
    it(`are brought in from ${ADDRESSES} addresses, and what is left of their fuel`, async () => {
      const world = the();
      const treasury = await world.treasury('evm');
      const before = await world.tokensOf(treasury);
      const receiver = await world.core.newAddress();
      const orders = await Promise.all(
        Array.from({ length: ADDRESSES }, () =>
          world.place('Ethereum:USDT', 100, [{ to: world.coin, address: receiver }]),
        ),
      );
      for (const { address } of orders) await world.payToken(address, 100_000_000n);
      let promised = 0n;
      for (const order of orders) promised += units((await world.reaches(order, 4)).output[0]!.volume, 8);
      expect(await world.receivedCoins(receiver)).toBe(promised);
      await world.mineUntil('nothing to be left', async () => {
        const { rows } = await world.store.database.query('SELECT count(*)::int AS holders FROM holder');
        return rows[0].holders === 0;
      });
      for (const { address } of orders) {
        expect([await world.tokensOf(address), await world.balanceOf(address)]).toEqual([0n, 0n]);
      }
      expect(await world.tokensOf(treasury)).toBe(before + BigInt(ADDRESSES) * 100_000_000n);
      await world.balanced();
    });

    it.runIf(IS_LONG)('stay where they are as long as bringing them in would cost more', async () => {
      const world = the();
      const order = await world.place('Ethereum:USDT', 100, [
        { to: world.coin, address: await world.core.newAddress() },
      ]);
      await world.payToken(order.address, 500_000n);
      expect((await world.reaches(order, 7)).freeze_reason).toBe('LIMIT');
      const looks = () => looksAt(world, order.address);
      const before = await looks();
      await world.mineUntil('them to be looked at', async () => (await looks()) > before + 2);
      expect(await world.tokensOf(order.address)).toBe(500_000n);
      expect(await world.balanceOf(order.address)).toBe(0n);
      await world.balanced();
    });

    it('whose transfer fails in its block are paid once when the operator says so', async () => {
      const world = the();
      const receiver = world.stranger();
      const order = await world.place(world.coin, 1, [{ to: 'Ethereum:USDT', address: receiver }]);
      await world.core.pay({ [order.address]: '1' });
      await world.core.mine(2);
      const failed = await world.sent(order);
      // The node takes what comes first, so the payment comes again after the token has changed its mind.
      await world.ethereum.rpc.call('hardhat_dropTransaction', [failed.txid]);
      await tellToken(world, 'setBlocked', receiver);
      await world.ethereum.rpc.call('eth_sendRawTransaction', [`0x${failed.bytes.toString('hex')}`]);
      expect((await world.reaches(order, 7)).freeze_reason).toBe('OPERATOR');
      expect(await world.payments(order)).toMatchObject([{ state: 'confirmed', is_failed: true }]);
      expect(await world.tokensOf(receiver)).toBe(0n);
      await world.balanced();

      await tellToken(world, 'setAllowed', receiver);
      await world.resolve(order, 'exchange');
      const done = await world.reaches(order, 4);
      expect(done.output[0]!.txid).not.toBe(failed.txid);
      expect(await world.tokensOf(receiver)).toBe(units(done.output[0]!.volume, 6));
      expect(await world.payments(order)).toMatchObject([{ state: 'confirmed', is_failed: false }]);
      await world.balanced();
    });
  },
};

/** How often it was asked whether an address is worth being swept. */
async function looksAt({ store }: RealWorld, address: string): Promise<number> {
  const { rows } = await store.database.query('SELECT looks FROM holder WHERE address = $1', [address]);
  return rows[0].looks;
}

/** The issuer's word about an account, in a block. */
async function tellToken({ ethereum, usdt }: RealWorld, what: string, account: string): Promise<void> {
  await ethereum.send({ to: usdt, data: selector(`${what}(address)`) + padded(account) });
  await ethereum.mine();
}
