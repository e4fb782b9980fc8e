import { expect, it } from 'vitest';
import { copyStore } from '../../../packages/service/src/engine/testing/copy-store.ts';
import { IS_LONG } from '../../support/volume.ts';
import { booked, held } from './books.ts';
import type { Suite } from './real-nodes.ts';
import type { RealWorld } from './real-world.ts';
import { units } from './units.ts';

/** A payment that is not in a block is sent again after half a minute; what it may wait for is looked at after one. */
const RESEND_S = 31;
const PATIENCE_S = 61;

export const olderStore: Suite = {
  title: 'what the store does not know',
  tests(the) {
    // With its record: `restored-copy.test.ts`; without, and on simulated chains: `engine/books/older-store.test.ts`.
    it.runIf(IS_LONG)(
      'a restored copy without its record pays nobody again, and goes on when the payout is marked as paid',
      async () => {
        const world = the();
        const { core, ethereum } = world;
        const receiver = world.stranger();
        const order = await world.place(world.coin, 1, [{ to: 'Ethereum:ETH', address: receiver }]);
        await world.service.stop();
        const copy = await copyStore(world.store.database);
        await world.restart();
        await core.mine(60);
        await core.pay({ [order.address]: '1' });
        await world.reaches(order, 4);
        const paid = await world.balanceOf(receiver);
        expect(paid).toBeGreaterThan(0n);
        await ethereum.mine(120);

        await world.service.stop();
        await copy.restore();
        // With the signing record the store would be told what it lacks; here that is lost as well.
        await world.store.database.query('DELETE FROM signing_record');
        world.env.SWAPDESK_RECORD = `${world.env.SWAPDESK_DATA_DIR}.another-record`;
        await world.restart();
        await world.until('the chain to be halted', async () => (await halted(world)).includes('ETH'));
        await world.sees(order, 3);
        await world.mine(5);
        await world.until('all blocks to be followed', () => world.isUpToDate());
        expect(await world.payments(order)).toEqual([]);

        const refused = await world.swapdesk('halt', 'clear', 'Ethereum', 'ETH');
        expect(refused.code).toBe(1);
        const [, payout = '', txid = ''] = /payout paid (\d+) --txid (\w+)/.exec(refused.output) ?? [];
        const marking = ['payout', 'paid', payout, '--txid', txid, '--amount-differs'];
        expect(await world.swapdesk(...marking, '--dry-run')).toMatchObject({
          code: 0,
          output: expect.stringContaining('Nothing was booked'),
        });
        expect(await world.payments(order)).toEqual([]);
        expect((await world.swapdesk(...marking, '--why', 'the record is lost')).code).toBe(0);
        expect((await world.swapdesk('audit', 'list', '--act', 'payout paid')).output).toMatch(
          new RegExp(
            `command line +payout paid +payout ${payout} .*unpaid → paid by ${txid}; why: - → the record is lost`,
          ),
        );
        await world.sees(order, 4);
        await world.until('what is decided to go on', async () => (await halted(world)).length === 0);

        const next = await world.place(world.coin, 1, [{ to: 'Ethereum:ETH', address: world.stranger() }]);
        await core.pay({ [next.address]: '1' });
        await world.reaches(next, 4);
        expect(await world.balanceOf(receiver)).toBe(paid);
        await world.balanced();
      },
    );

    it('a number of the treasury that somebody else took halts the chain; given back by a reorganisation it is used up', async () => {
      const world = the();
      const { core, ethereum } = world;
      const receiver = world.stranger();
      const order = await world.place(world.coin, 1, [{ to: 'Ethereum:USDT', address: receiver }]);
      const goBack = await ethereum.remember();
      const taken = await strangerUses(world, await world.treasury('evm'));
      await world.until('the chain to be halted', async () => (await halted(world)).includes('USDT'));
      await core.pay({ [order.address]: '1' });
      await core.mine(2);
      await world.sees(order, 3);
      // What it took is in nobody's books, and no order explains it.
      const { code, output } = await world.swapdesk('halt', 'clear', 'Ethereum', 'ETH');
      expect(code).toBe(1);
      expect(await world.payments(order)).toEqual([]);
      const [, txid = ''] = /--txid (\w+)/.exec(output) ?? [];
      const [, fee = ''] = /--amount (-[\d.]+)/.exec(output) ?? [];
      const why = ['--why', 'somebody used the key'];
      const correcting = ['books', 'correct', 'Ethereum', 'ETH', '--amount', fee, '--txid', txid, ...why];
      expect(
        (await world.swapdesk('books', 'correct', 'Ethereum', 'ETH', '--amount', '1', ...why)).code,
      ).toBe(1);
      // A block that may still be undone explains nothing yet.
      expect((await world.swapdesk(...correcting)).output).toContain('does not count yet');
      await ethereum.mine(2);
      await world.until('it to count', async () => (await world.swapdesk(...correcting)).code === 0);
      const payment = await world.sent(order);
      expect(await numberOf(world, payment.id)).toBe(taken + 1);

      await goBack();
      await world.letPaymentsWait('sent_at', RESEND_S);
      await ethereum.mine(3);
      expect(await world.tokensOf(receiver)).toBe(0n);
      await world.letPaymentsWait('signed_at', PATIENCE_S);
      const done = await world.reaches(order, 4);
      expect(await world.tokensOf(receiver)).toBe(units(done.output[0]!.volume, 6));
      expect(await world.payments(order)).toMatchObject([{ txid: payment.txid, state: 'confirmed' }]);
      const { rows } = await world.store.database.query(
        "SELECT p.nonce, a.state FROM payment p JOIN attempt a ON a.payment_id = p.id WHERE p.purpose = 'nonce filler'",
      );
      expect(rows).toEqual([{ nonce: taken, state: 'confirmed' }]);
      await world.mineUntil(
        'what it had taken to be booked again',
        async () => (await booked(world)).ETH === (await held(world)).ETH,
      );
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
