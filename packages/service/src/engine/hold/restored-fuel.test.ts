import { afterEach, beforeEach, expect, it } from 'vitest';
import { wrongsOf } from '../testing/books.ts';
import { copyStore } from '../testing/copy-store.ts';
import { RecordedDesk } from '../testing/recorded-desk.ts';
import { sweepingEthereum } from '../testing/sweeping-chain.ts';
import { RECEIVER, type World } from '../testing/world.ts';

/** Fuel that lies on a deposit address is ours, also if the store has forgotten why it was sent there. */

let desk: RecordedDesk;
let world: World;

beforeEach(async () => {
  desk = await RecordedDesk.open();
  world = desk.world;
  const chain = sweepingEthereum(world);
  world.chains = world.chains.map((each) => (each.name === 'Ethereum' ? chain : each));
});
afterEach(() => desk.close());

it('is found by a store that has gone back, when the deposit that it was for is gone too', async () => {
  const copy = await copyStore(world.database);
  const order = await world.place({
    from_chain: 'Ethereum',
    from_abbr: 'USDT',
    from_quantity: 900,
    to_address: [{ to_chain: 'Bitcoin', to_abbr: 'BTC', to_address: RECEIVER.Bitcoin }],
  });
  const deposit = await world.pay(order);
  await world.mine(3, 'Ethereum');
  const { chains } = world;
  // Its payout waits.
  world.chains = chains.filter(({ name }) => name === 'Ethereum');
  await world.round();
  await world.round();
  world.chains = chains;
  const fuel = await world.rows<{ txid: string }>(
    "SELECT a.txid FROM attempt a JOIN payment p ON p.id = a.payment_id WHERE p.purpose = 'top-up'",
  );
  expect(fuel).toHaveLength(1);
  const { network } = world.network('Ethereum');
  await network.reorganize(4, world.now);
  await network.drop(deposit);
  await world.mine(3, 'Ethereum');
  expect((await network.statusOf(fuel[0]?.txid as string)).state).toBe('mined');
  await copy.restore();
  await desk.startAnew();
  await desk.goOn();
  expect(await desk.isHeld()).toBe(false);
  expect(await wrongsOf(world)).toEqual([]);
});
