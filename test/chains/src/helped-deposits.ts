import { expect, it } from 'vitest';
import type { Suite } from './real-nodes.ts';
import type { Placed, RealWorld } from './real-world.ts';
import { deposit } from './rolled-back.ts';
import { units } from './units.ts';

/** No block takes what pays less, in coins per thousand bytes: more than nodes relay, less than payments of ours. */
const BLOCK_FEE = '0.00008';
const WAIT_S = 60;

/** What they need of their world. */
export const HELPING = {
  coreOptions: [`-blockmintxfee=${BLOCK_FEE}`],
  settings: { help: { wait: WAIT_S, worth: '50000', most: '0.001' } },
};

export const helpedDeposits: Suite = {
  title: 'a deposit that pays too little for any block',
  tests(the) {
    it('is mined with what spends it, and credited to its order in full, once', async () => {
      const world = the();
      const { core } = world;
      const receiver = world.stranger();
      const order = await world.place(world.coin, 2, [{ to: 'Ethereum:ETH', address: receiver }]);
      const { txid } = await payTooLittle(world, order);
      await core.mine(2);
      expect(await core.call('getrawmempool')).toEqual([txid]);
      const help = await helped(world, order);
      expect(new Set((await core.call('getrawmempool')) as string[])).toEqual(new Set([txid, help.txid]));
      await core.mine();
      expect(await core.call('getrawmempool')).toEqual([]);
      const done = await world.reaches(order, 4);
      expect(done.rel_volume).toBe(2);
      expect(await world.balanceOf(receiver)).toBe(units(done.output[0]!.volume, 18));
      expect((await helpOf(world, order))?.state).toBe('confirmed');
      await world.balanced();
      const { rows } = await world.store.database.query(
        "SELECT reason FROM signer_decision WHERE verdict = 'signed' AND txid = $1",
        [help.txid],
      );
      expect(rows).toEqual([{ reason: 'help' }]);
    });

    it('takes its help with it where its sender spends it otherwise', async () => {
      const world = the();
      const { core } = world;
      const receiver = world.stranger();
      const order = await world.place(world.coin, 2, [{ to: 'Ethereum:ETH', address: receiver }]);
      const { coin } = await payTooLittle(world, order);
      await helped(world, order);
      const elsewhere = await core.craft([coin], { [await core.newAddress()]: '1.9' });
      await core.call('sendrawtransaction', elsewhere, 0);
      await world.sees(order, 1);
      expect((await helpOf(world, order))?.state).toBe('gone');
      await core.mine(3);
      await core.pay({ [order.address]: '2' });
      const done = await world.reaches(order, 4);
      expect(done.rel_volume).toBe(2);
      expect(await world.balanceOf(receiver)).toBe(units(done.output[0]!.volume, 18));
      await world.balanced();
    });

    it('is undone with its help by a reorganisation, and both are mined again', async () => {
      const world = the();
      const { core } = world;
      const receiver = world.stranger();
      const order = await world.place(world.coin, 2, [{ to: 'Ethereum:ETH', address: receiver }]);
      await payTooLittle(world, order);
      await helped(world, order);
      await core.mine();
      await deposit(world, order, 'mined');
      await core.giveUp(1);
      await core.mineOnly();
      await deposit(world, order, 'seen');
      expect((await helpOf(world, order))?.state).toBe('sent');
      await world.agrees();
      const done = await world.reaches(order, 4);
      expect(done.rel_volume).toBe(2);
      await world.mineUntil('its help', async () => (await helpOf(world, order))?.state === 'confirmed');
      await world.balanced();
    });

    it('is left alone where it is not worth it', async () => {
      const world = the();
      const order = await world.place(world.coin, 0.1, [{ to: 'Ethereum:ETH', address: world.stranger() }]);
      const coin = await world.core.coin('0.1');
      await send(world, coin, order.address, '0.09999800');
      await world.sees(order, 2);
      await age(world, order);
      // A deposit that is worth it is helped in the same round.
      const other = await world.place(world.coin, 2, [{ to: 'Ethereum:ETH', address: world.stranger() }]);
      await payTooLittle(world, other);
      await helped(world, other);
      expect(await helpOf(world, order)).toBeUndefined();
      await world.agrees();
    });
  },
};

type OutputRef = Awaited<ReturnType<RealWorld['core']['coin']>>;

async function send(world: RealWorld, coin: OutputRef, address: string, amount: string): Promise<string> {
  const raw = await world.core.craft([coin], { [address]: amount });
  return (await world.core.call('sendrawtransaction', raw)) as string;
}

/** Pays two coins to an order, at about two units for a byte. */
async function payTooLittle(world: RealWorld, order: Placed): Promise<{ txid: string; coin: OutputRef }> {
  const coin = await world.core.coin('2.000002');
  const txid = await send(world, coin, order.address, '2');
  await world.sees(order, 2);
  return { txid, coin };
}

/** Time passes for what was paid to an order: as long as one waits that its sender could replace. */
async function age(world: RealWorld, { address }: Placed): Promise<void> {
  await world.store.database.query('UPDATE deposit SET seen_at = seen_at - $2 WHERE address = $1', [
    address,
    3 * WAIT_S + 1,
  ]);
}

interface Help {
  readonly txid: string;
  readonly state: string;
}

async function helpOf({ store }: RealWorld, { address }: Placed): Promise<Help | undefined> {
  const { rows } = await store.database.query<Help>(
    `SELECT a.txid, a.state FROM payment p JOIN attempt a ON a.payment_id = p.id
       JOIN payment_spend s ON s.payment_id = p.id AND p.purpose = 'help'
       JOIN deposit d ON s.spend = d.txid || ':' || d.index WHERE d.address = $1 ORDER BY p.id DESC LIMIT 1`,
    [address],
  );
  return rows[0];
}

/** Waits until the network has what helps the deposit of an order. */
async function helped(world: RealWorld, order: Placed): Promise<Help> {
  await age(world, order);
  return world.until('its help', async () => {
    const help = await helpOf(world, order);
    return help?.state === 'sent' && help;
  });
}
