import { expect, it } from 'vitest';
import type { Suite } from './real-nodes.ts';
import type { RealWorld } from './real-world.ts';
import { units } from './units.ts';

/** A payment that is not in a block is sent again after half a minute; what it may wait for is looked at after one. */
const RESEND_S = 31;
const PATIENCE_S = 61;

export const numbers: Suite = {
  title: 'a number of the treasury',
  tests(the) {
    it('that somebody else took and a reorganisation gave back is used up, and what waits behind it arrives once', async () => {
      const world = the();
      const { core, ethereum } = world;
      const receiver = world.stranger();
      const order = await world.place(world.coin, 1, [{ to: 'Ethereum:USDT', address: receiver }]);
      const goBack = await ethereum.remember();
      const taken = await strangerUses(world, await world.treasury('evm'));
      await core.pay({ [order.address]: '1' });
      await core.mine(2);
      const payment = await world.sent(order);
      expect(await numberOf(world, payment.id)).toBe(taken + 1);
      // What the stranger's transaction cost is in nobody's books.
      await world.until('the difference to be noticed', async () => (await halted(world)).includes('ETH'));

      await goBack();
      await world.letPaymentsWait('sent_at', RESEND_S);
      await ethereum.mine(3);
      expect(await world.tokensOf(receiver)).toBe(0n);
      await world.letPaymentsWait('signed_at', PATIENCE_S);
      const done = await world.reaches(order, 4);
      expect(await world.tokensOf(receiver)).toBe(units(done.output[0]!.volume, 6));
      expect(await world.payments(order)).toMatchObject([{ txid: payment.txid, state: 'confirmed' }]);
      const { rows } = await world.store.database.query(
        "SELECT nonce, state FROM payment WHERE purpose = 'filler'",
      );
      expect(rows).toEqual([{ nonce: taken, state: 'confirmed' }]);
      expect((await world.swapdesk('halt', 'clear', 'Ethereum', 'ETH')).code).toBe(0);
      await world.balanced();
    });
  },
};

/** A transaction with the treasury's key that is not ours. Returns the number that it took. */
async function strangerUses({ ethereum }: RealWorld, treasury: string): Promise<number> {
  await ethereum.rpc.call('hardhat_impersonateAccount', [treasury]);
  const taken = Number(await ethereum.rpc.call<string>('eth_getTransactionCount', [treasury, 'latest']));
  await ethereum.send({ from: treasury, to: ethereum.accounts[1]! });
  await ethereum.mine();
  return taken;
}

async function numberOf({ store }: RealWorld, paymentId: number): Promise<number> {
  const { rows } = await store.database.query('SELECT nonce FROM payment WHERE id = $1', [paymentId]);
  return rows[0].nonce;
}

async function halted({ store }: RealWorld): Promise<string[]> {
  const { rows } = await store.database.query<{ abbr: string }>(
    'SELECT abbr FROM halt JOIN asset ON asset.id = asset_id',
  );
  return rows.map(({ abbr }) => abbr);
}
